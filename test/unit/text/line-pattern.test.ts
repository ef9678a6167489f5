import assert from 'node:assert/strict';
import { compileLinePattern } from '../../../src/core/text/pattern/line-pattern.ts';

function isIn(source: string, line: string, ignoreCase = false): boolean | undefined {
  const pattern = compileLinePattern(source, { ignoreCase });
  assert.ok(pattern.ok, pattern.ok ? '' : `${source}: ${pattern.error}`);
  return pattern.value.isIn(line);
}

describe('a pattern that is looked for in a line', () => {
  it('finds what the host’s regular expressions find, in random patterns and lines', () => {
    let seed = 7;
    const below = (n: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return (seed >> 8) % n;
    };
    const pick = (items: readonly string[]) => items[below(items.length)] ?? '';
    const atom = (depth: number): string =>
      depth > 0 && below(3) === 0
        ? `(${below(2) === 0 ? '?:' : ''}${pattern(depth - 1)})`
        : pick([
            'a',
            'b',
            'c',
            '.',
            '[ab]',
            '[^a]',
            '[a-c]',
            '\\w',
            '\\d',
            '\\s',
            '\\b',
            '^',
            '$',
            '_',
            ' ',
            '\\.',
          ]);
    const part = (depth: number): string => {
      const one = atom(depth);
      // Node repeats no assertion in this mode.
      return /^(\\b|\^|\$)$/.test(one)
        ? one
        : one + pick(['', '', '', '*', '+', '?', '{2}', '{1,3}', '*?', '{2,}']);
    };
    const pattern = (depth: number): string =>
      Array.from({ length: 1 + below(2) }, () =>
        Array.from({ length: 1 + below(3) }, () => part(depth)).join(''),
      ).join('|');
    for (let n = 0; n < 4000; n++) {
      const source = pattern(2);
      const line = Array.from({ length: below(7) }, () =>
        pick(['a', 'b', 'c', ' ', '_', '.', '1', 'é', '😀']),
      ).join('');
      const expected = new RegExp(source.replaceAll('\\w', '[\\w\\u00e9]'), 'u').test(line);
      // Words of the host are ASCII; ours are of any script.
      if (/\\b/.test(source) && line.includes('é')) continue;
      assert.equal(isIn(source, line), expected, `${source} in ${JSON.stringify(line)}`);
    }
  });

  it('reads names, escapes, sets and either case', () => {
    assert.equal(isIn('def\\s+(?P<name>\\w+)\\(self', '    def größe(self):'), true);
    assert.equal(isIn('\\x41\\u00e9\\t', 'xAé\t'), true);
    assert.equal(isIn('[]a-]{2}', '-]'), true);
    assert.equal(isIn('[\\d_-]+$', 'no'), false);
    assert.equal(isIn('HELLO', 'say hello', true), true);
    assert.equal(isIn('[^a-z]', 'ABC', true), false);
    assert.equal(isIn('a{,2}', 'a{,2}'), true);
    assert.equal(isIn('{}', '{}'), true);
  });

  it('says what it does not support, instead of reading it as something else', () => {
    for (const [source, expected] of [
      ['(?=a)', /look-ahead/],
      ['(a)\\1', /references to groups/],
      ['(?i)a', /flags inside/],
      ['a++', /possessive/],
      ['*a', /nothing to repeat/],
      ['a**', /quantifier follows/],
      ['(a', /"\(" without/],
      ['a)', /"\)" without/],
      ['[a', /"\[" without/],
      ['[z-a]', /wrong way round/],
      ['a{3,1}', /smaller one/],
      ['a{5000}', /at most 1000/],
      ['((a{900}){900}){900}', /too large/],
      ['\\p{L}', /\\p is not supported/],
      ['a\\', /ends with a backslash/],
      ['('.repeat(200), /nested too deeply/],
      ['a'.repeat(2000), /at most 1000/],
    ] as const) {
      const compiled = compileLinePattern(source);
      assert.ok(!compiled.ok, source);
      assert.match(compiled.error, expected);
    }
  });

  it('takes steps in proportion to the line where others go back over it, and gives up when told to', () => {
    for (const source of ['(a+)+$', '^(a|a)*$', '(a|ab|b)*c', '(.*a){12}$']) {
      const pattern = compileLinePattern(source, { mostSteps: 2_000_000 });
      assert.ok(pattern.ok);
      assert.equal(pattern.value.isIn(`${'a'.repeat(20_000)}!`), false, source);
    }
    const few = compileLinePattern('a|b', { mostSteps: 3 });
    assert.ok(few.ok);
    assert.equal(few.value.isIn('xyz'.repeat(10)), undefined);
  });
});

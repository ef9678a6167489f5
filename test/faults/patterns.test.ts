import assert from 'node:assert/strict';
import { type Crafted, commonInputs, derivedInputs, LONG } from '../support/crafted-inputs.ts';
import { grammarPatterns } from '../support/grammar-patterns.ts';
import { processorTime } from '../support/processor-time.ts';
import { ALLOWED, patternsByText, readSourcePatterns } from '../support/source-patterns.ts';

const LIMIT_MS = 50;

describe('patterns under crafted inputs', function () {
  this.timeout(600_000);
  const byText = patternsByText(readSourcePatterns().patterns);

  it(`take at most ${LIMIT_MS} ms for crafted inputs of ${LONG} characters`, () => {
    let runs = 0;
    let slowest = { ms: 0, what: '' };
    const slow: string[] = [];
    const measure = (what: string, pattern: RegExp, inputs: readonly Crafted[]) => {
      // From short to long: one that grows fast is found before it takes for ever.
      for (const crafted of inputs)
        for (const length of [24, 1000, LONG]) {
          const text = crafted(length);
          const ms = processorTime(() => runOver(pattern, text), LIMIT_MS);
          runs++;
          if (ms > slowest.ms) slowest = { ms, what };
          if (ms <= LIMIT_MS) continue;
          slow.push(
            `${what}: ${Math.round(ms)} ms for ${length} characters of ${JSON.stringify(text.slice(0, 40))}`,
          );
          return;
        }
    };
    for (const [text, { file, source, flags }] of byText)
      if (!(text in ALLOWED))
        measure(`${file}: ${text}`, new RegExp(source, flags), [
          ...commonInputs,
          ...derivedInputs(source, flags),
        ]);
    console.log(
      `      ${byText.size} patterns, ${runs} runs, slowest ${slowest.ms.toFixed(1)} ms: ${slowest.what}`,
    );
    assert.deepEqual(slow, []);
  });
});
describe('patterns of the grammar of spot checks', function () {
  this.timeout(600_000);
  /** Four times as long as a sentence may be. */
  const LENGTH = 4000;

  it(`take at most ${LIMIT_MS} ms for their own words over and over`, () => {
    let slowest = { ms: 0, what: '' };
    for (const pattern of grammarPatterns()) {
      const words = new Set(pattern.source.match(/[a-z][a-z-]+/gi) ?? []);
      // From short to long: what grows without bound is found before it takes for ever.
      for (const pump of [...words, '§1', '§1,', '§1 and', 'a,'])
        for (const beginning of ['', '§1 ', 'the '])
          for (const length of [60, 200, LENGTH]) {
            const text = beginning + `${pump} `.repeat(Math.ceil(length / (pump.length + 1)));
            const ms = processorTime(() => runOver(pattern, text), LIMIT_MS);
            const what = `${text.slice(0, 40)} of ${length} characters: ${pattern.source.slice(0, 80)}`;
            if (ms > slowest.ms) slowest = { ms, what };
            assert.ok(ms <= LIMIT_MS, `${Math.round(ms)} ms for ${what}`);
          }
    }
    console.log(`      slowest ${slowest.ms.toFixed(1)} ms: ${slowest.what}`);
  });
});

/** As the sources use it: over the whole text where it is global. */
function runOver(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0;
  if (pattern.global) text.replace(pattern, '');
  else pattern.test(text);
}

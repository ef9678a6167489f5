import type { Found } from './grammar.ts';
import type { InsideFact } from './inside-claims.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

type Claims = readonly SpotCheckClaim[] | undefined;

interface CodeScope {
  readonly symbol: string | undefined;
  readonly place: string | undefined;
}

/** Where a sentence looks for code: a function, a class, a file; where it names none, the changed files. */
export function scopeOf(found: Found, group = 'sc'): CodeScope | undefined {
  if (found.word(group) === undefined) return { symbol: undefined, place: undefined };
  const place = found.place();
  if (place === null) return undefined;
  if (found.isPath(group))
    return place === undefined ? { symbol: undefined, place: found.place(group) ?? undefined } : undefined;
  const callee = found.callee(group);
  if (callee === undefined || callee.signature !== undefined) return undefined;
  return { symbol: callee.name, place };
}

/** That something is inside; `no longer`: that it was. */
export function inside(found: Found, fact: InsideFact | undefined, scope = scopeOf(found)): Claims {
  if (fact === undefined || scope === undefined) return undefined;
  const claim = { kind: 'inside', ...scope, fact } as const;
  if (found.word('no') !== undefined)
    return [
      { ...claim, is: 'there', when: 'before' },
      { ...claim, is: 'absent', when: 'after' },
    ];
  const is = found.word('not') === undefined ? 'there' : 'absent';
  return [{ ...claim, is, when: found.when(is === 'there' ? 'present' : 'after') }];
}

/** What comes to the code, or goes from it. */
export function insideChange(
  found: Found,
  fact: InsideFact | undefined,
  is: 'there' | 'absent',
  scope = scopeOf(found),
): Claims {
  if (fact === undefined || scope === undefined) return undefined;
  const claim = { kind: 'inside', ...scope, fact } as const;
  const other = is === 'there' ? 'absent' : 'there';
  return [
    { ...claim, is: other, when: 'before' },
    { ...claim, is, when: 'after' },
  ];
}

/** The name of a call, with the arguments that stand in its brackets. */
export function callFact(found: Found, group: string, given: readonly string[] = []): InsideFact | undefined {
  const text = found.code(group)?.text.trim() ?? '';
  const match = /^(?:await )?([A-Za-z_][\w.]*)(\(.*\))?$/s.exec(text);
  const name = match?.[1];
  if (name === undefined || found.isPath(group) || found.code(group)?.quote === '"') return undefined;
  if (match?.[2] !== undefined && match[2] !== '()') return undefined;
  return { kind: 'call', name, arguments: given };
}

/** Arguments as a sentence names them: code, or a constant. */
export function givenIn(found: Found, group: string): readonly string[] | undefined {
  const written = found.word(group);
  if (written === undefined) return [];
  const items = written.split(/, and |, | and /);
  const read = items.map(item => {
    const constant = { true: 'True', false: 'False', none: 'None' }[item];
    if (constant !== undefined) return constant;
    const code = found.item(item);
    if (code === undefined) return undefined;
    return code.quote === '"' && !/^['"]/.test(code.text) ? JSON.stringify(code.text) : code.text;
  });
  return read.every(each => each !== undefined) ? read : undefined;
}

/** A value that is code as it would be written. */
export const codeValue = (found: Found, group = 'v'): string | undefined => {
  const word = found.word(group);
  if (word === 'zero') return '0';
  if (word !== undefined && EMPTY[word] !== undefined) return EMPTY[word];
  return found.value(group);
};

const EMPTY: Readonly<Record<string, string>> = {
  'an empty dict': '{}',
  'an empty dictionary': '{}',
  'an empty list': '[]',
  'an empty tuple': '()',
  'an empty string': "''",
};

export const timed = (claims: Claims, when: When): Claims => claims?.map(claim => ({ ...claim, when }));

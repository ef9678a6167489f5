import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { Code } from './code.ts';
import type { Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/** What a statement asks an object for without naming it. */
const ASKED: ReadonlyMap<number, readonly string[]> = new Map([
  [word.WITH, ['__enter__', '__exit__']],
  [word.FOR, ['__iter__']],
]);

/**
 * Why a statement may not work with an object or class of the workspace: a `with` of what has no `__enter__`, a loop over
 * what has no `__iter__`, a `raise` or `except` of what is no exception.
 */
export async function implicitDoubt(
  reader: UseReader,
  code: Code,
  { tokens, firstWord }: Statement,
): Promise<string | undefined> {
  const isOfError = firstWord === word.RAISE || firstWord === word.EXCEPT;
  const asked = ASKED.get(firstWord);
  if (!isOfError && asked === undefined) return undefined;
  const at = firstWord === word.FOR ? tokens.findIndex(token => token.word === word.IN) : 0;
  const until = tokens.findIndex(
    (token, i) => i > at && (token.word === word.AS || token.word === word.FROM || token.op === op.COLON),
  );
  const end = until < 0 ? tokens.length : until;
  if (end <= at + 1) return undefined;
  const value = await reader.evaluate(code, at + 1, end);
  if (value.kind !== 'instance' && !(isOfError && value.kind === 'class')) return undefined;
  const { name = '' } = value.module.index.definitions[value.index] ?? {};
  const { above } = await reader.classes.of(value);
  // A base from outside may bring it.
  if (above === 'unknown') return undefined;
  if (isOfError) return above === 'exceptions' ? undefined : `whether ${name} is an exception is not known`;
  for (const each of asked ?? []) {
    const judged = await reader.classes.member(value, each);
    if (judged.verdict !== 'fits') return `whether ${name} has ${each} is not known`;
  }
  return undefined;
}

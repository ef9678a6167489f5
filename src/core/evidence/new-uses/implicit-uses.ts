import * as word from '../../python/lexer/keywords.ts';
import { misfit } from '../code/call-shape.ts';
import type { Code } from './code.ts';
import type { Known } from './known.ts';
import { type Needed, needsIn } from './statement-needs.ts';
import type { Statement } from './statements.ts';
import { isOfErrors } from './suiting-kinds.ts';
import { suits } from './suiting-values.ts';
import type { UseReader } from './use-reader.ts';

/** What a statement may not work with, and why. */
export interface ImplicitDoubt {
  readonly needed: Needed;
  readonly reason: string;
}

/**
 * Why a statement may not work with what it is about: a `with` of what has no `__enter__`, a loop over what has no
 * `__iter__`, a `raise` or `except` of what is no exception.
 */
export async function* implicitDoubts(
  reader: UseReader,
  code: Code,
  statement: Statement,
): AsyncGenerator<ImplicitDoubt> {
  for (const needed of needsIn(statement.tokens)) {
    const { from, to, need } = needed;
    const value = await reader.evaluate(code, from, to);
    const lacking = await whatIsLacking(reader, value, needed, statement);
    if (lacking !== undefined) yield { needed, reason: lacking };
    else if (!(await suits(reader, code, [from, to], need)))
      yield { needed, reason: `whether what stands there can be ${SHOWN[need]} is not known` };
  }
}

const SHOWN: { readonly [need in Needed['need']]?: string } = {
  raised: 'raised',
  cause: 'the cause of an exception',
  caught: 'caught',
  entered: 'entered by with',
  'entered later': 'entered by async with',
  looped: 'looped over',
  'looped later': 'looped over by async for',
  awaited: 'awaited',
};

/** Of an object or class of the workspace whose bases are known. */
async function whatIsLacking(
  reader: UseReader,
  value: Known,
  { need }: Needed,
  statement: Statement,
): Promise<string | undefined> {
  if (value.kind !== 'instance' && value.kind !== 'class') return undefined;
  const { name = '' } = value.module.index.definitions[value.index] ?? {};
  const { above, classes } = await reader.classes.of(value);
  if (classes.length === 0) return `what ${name} has is not known`;
  if (value.kind !== 'class' || above !== 'exceptions' || !isOfErrors(need)) return undefined;
  const made = statement.firstWord === word.RAISE ? await reader.classes.made.parameters(value) : '';
  return typeof made !== 'string' && misfit(made, NO_ARGUMENTS) !== undefined
    ? `${name} takes arguments where it is made`
    : undefined;
}

const NO_ARGUMENTS = { positional: 0, names: [], isOpen: false };

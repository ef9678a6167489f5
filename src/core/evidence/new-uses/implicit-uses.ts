import * as word from '../../python/lexer/keywords.ts';
import { misfit } from '../code/call-shape.ts';
import type { Code } from './code.ts';
import type { Known } from './known.ts';
import { type Needed, needsIn } from './statement-needs.ts';
import type { Statement } from './statements.ts';
import { isOfErrors, membersFor, suits } from './suiting-values.ts';
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

const SHOWN: { readonly [need in Needed['need']]: string } = {
  raised: 'raised',
  cause: 'the cause of an exception',
  caught: 'caught',
  entered: 'entered by with',
  'entered later': 'entered by async with',
  looped: 'looped over',
  'looped later': 'looped over by async for',
};

/** Of an object or class of the workspace whose bases are known. */
async function whatIsLacking(
  reader: UseReader,
  value: Known,
  { need }: Needed,
  statement: Statement,
): Promise<string | undefined> {
  const isOfError = isOfErrors(need);
  if (value.kind !== 'instance' && !(isOfError && value.kind === 'class')) return undefined;
  const { name = '' } = value.module.index.definitions[value.index] ?? {};
  const { above, classes } = await reader.classes.of(value);
  if (classes.length === 0) return `what ${name} has is not known`;
  // A base from outside may bring it.
  if (above === 'unknown') return undefined;
  if (isOfError) {
    if (above !== 'exceptions') return `whether ${name} is an exception is not known`;
    const isMade = value.kind === 'class' && statement.firstWord === word.RAISE;
    const made = isMade ? await reader.classes.parameters(value) : '';
    return typeof made !== 'string' && misfit(made, NO_ARGUMENTS) !== undefined
      ? `${name} takes arguments where it is made`
      : undefined;
  }
  for (const each of membersFor(need)) {
    const judged = await reader.classes.member(value, each);
    if (judged.verdict !== 'fits') return `whether ${name} has ${each} is not known`;
  }
  return undefined;
}

const NO_ARGUMENTS = { positional: 0, names: [], isOpen: false };

import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { readArguments, splitArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import type { Statement } from './statements.ts';

/** Not written out. */
export const OTHER = 'other';
export const NOTHING = 'nothing';
export const SEVERAL = /^\d+ values$/;

/** In which form each `return` and `yield` gives something, as far as that is written out. */
export const formsOf = (statements: readonly Statement[]): readonly string[] =>
  statements.flatMap(({ tokens }) => {
    const given = givenBy(tokens);
    return given === undefined ? [] : [formOf(given)];
  });

function formOf(given: readonly CodeToken[]): string {
  const [first, second] = given;
  if (first === undefined) return NOTHING;
  const values = listed(given);
  if (values > 0) return `${values} values`;
  if (second === undefined) {
    if (first.text === 'None') return NOTHING;
    if (first.text === 'True' || first.text === 'False') return 'bool';
    if (first.kind === NUMBER) return 'number';
    return first.kind === STRING ? (first.text.split(':')[0]?.includes('b') ? 'bytes' : 'text') : OTHER;
  }
  const isWhole = isOpening(first) && closingOf(given) === given.length - 1;
  if (!isWhole || first.op === op.PAREN_OPEN) return OTHER;
  if (first.op === op.BRACKET_OPEN) return 'list';
  return second.op === op.BRACE_CLOSE || hasPairs(given) ? 'dictionary' : 'set';
}

/** A colon stands directly between the brackets. */
function hasPairs(given: readonly CodeToken[]): boolean {
  let depth = 0;
  return given.some(token => {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    return depth === 1 && token.op === op.COLON;
  });
}

/** The tokens behind a `return` or a `yield` at the start of a statement, without parentheses around all of them. */
export function givenBy(tokens: readonly CodeToken[]): readonly CodeToken[] | undefined {
  const [first, second] = tokens;
  if (first?.word !== word.RETURN && first?.word !== word.YIELD) return undefined;
  if (second?.word === word.FROM) return undefined;
  const given = tokens.slice(1);
  return second?.op === op.PAREN_OPEN && closingOf(given) === given.length - 1 ? given.slice(1, -1) : given;
}

/** Index of the bracket that closes the one at the start. */
function closingOf(tokens: readonly CodeToken[]): number {
  let depth = 0;
  return tokens.findIndex(token => {
    if (isOpening(token)) depth++;
    return isClosing(token) && --depth === 0;
  });
}

/** How many values stand between commas; 0 where one of them may be any number. */
export function listed(given: readonly CodeToken[]): number {
  if (given.some(token => token.word === word.LAMBDA || token.word === word.FOR)) return 0;
  let depth = 0;
  let commas = 0;
  let isStart = true;
  for (const token of given) {
    if (isStart && token.op === op.STAR) return 0;
    isStart = depth === 0 && token.op === op.COMMA;
    if (isStart) commas++;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
  }
  return commas === 0 ? 0 : commas + (isStart ? 0 : 1);
}

/** The texts that are keys of the dictionary, where nothing else is given. */
export function keysOf(given: readonly CodeToken[]): readonly string[] {
  const [first] = given;
  if (
    first?.text === 'dict' &&
    given[1]?.op === op.PAREN_OPEN &&
    closingOf(given.slice(1)) === given.length - 2
  )
    return readArguments(given, 1).names;
  if (first?.op !== op.BRACE_OPEN || closingOf(given) !== given.length - 1) return [];
  return splitArguments(given, 0).flatMap(([key, colon]) =>
    key?.kind === STRING && colon?.op === op.COLON ? [key.text.slice(key.text.indexOf(':') + 1)] : [],
  );
}

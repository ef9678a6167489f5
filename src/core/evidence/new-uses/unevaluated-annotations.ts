import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { annotationOf } from '../code/annotation-of.ts';
import { closing, isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { hasLazyAnnotations } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Statement } from './statements.ts';

/** Indices of tokens: from the first one to before the other one. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Which tokens of a statement stand where only tools read: in the annotation of a local variable, in any other one behind
 * `from __future__ import annotations`, in what a `type` or a type parameter stands for.
 */
export function unevaluatedIn(file: PythonFile, statement: Statement): (at: number) => boolean {
  const ranges = rangesIn(file, statement);
  return ranges.length === 0 ? NOWHERE : at => ranges.some(({ from, to }) => from <= at && at < to);
}

export const NOWHERE = (): boolean => false;

/** Whether the statement has the annotation of a local variable, which Python neither evaluates nor keeps. */
export const isOfLocal = ({ module }: PythonFile, { tokens, scope }: Statement): boolean =>
  isFunction(module.index.definitions[scope]) && annotationOf(tokens) !== undefined;

function rangesIn(file: PythonFile, statement: Statement): readonly Range[] {
  const { tokens, scope } = statement;
  const [first, second] = tokens;
  const isLazy = file.once(hasLazyAnnotations);
  if (first?.word === word.TYPE && isName(second))
    return [{ from: tokens.findIndex(each => each.op === op.ASSIGN), to: tokens.length }];
  const name = first?.word === word.ASYNC ? 2 : 1;
  const head = tokens[name - 1]?.word;
  if (head === word.CLASS_WORD) return typeParameters(tokens, name + 1);
  if (head === word.DEF)
    return [...typeParameters(tokens, name + 1), ...(isLazy ? inHeader(tokens, name + 1) : [])];
  const annotation =
    isLazy || isFunction(file.module.index.definitions[scope]) ? annotationOf(tokens) : undefined;
  return annotation === undefined ? [] : [annotation];
}

/** `[T: int]` behind the name of a function or class. */
const typeParameters = (tokens: readonly CodeToken[], at: number): readonly Range[] =>
  tokens[at]?.op === op.BRACKET_OPEN ? [{ from: at, to: closing(tokens, at) }] : [];

/** The annotations of parameters, and that of the result. */
function inHeader(tokens: readonly CodeToken[], behindName: number): readonly Range[] {
  // Its own commas and colons look like those between parameters.
  if (tokens.some(token => token.word === word.LAMBDA)) return [];
  const found: Range[] = [];
  let depth = 0;
  let from = -1;
  for (const [i, token] of tokens.entries()) {
    if (i < behindName) continue;
    if (depth === 0 && token.op === op.ARROW) return [...found, { from: i + 1, to: tokens.length }];
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    const isEnd = depth === 0 || (depth === 1 && (token.op === op.COMMA || token.op === op.ASSIGN));
    if (isEnd && from >= 0) {
      found.push({ from, to: i });
      from = -1;
    }
    if (depth === 1 && token.op === op.COLON) from = i + 1;
  }
  return found;
}

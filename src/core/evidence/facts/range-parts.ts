import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { contentOf } from '../code/string-literal.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { Range } from './test-locals.ts';

/** The parts between what stands outside of brackets. */
export function partsOf(
  tokens: CodeTokens,
  [from, to]: Range,
  isBetween: (index: number) => boolean,
): readonly Range[] {
  const parts: Range[] = [];
  let depth = 0;
  let start = from;
  for (let i = from; i < to; i++) {
    const operator = tokens.op(i);
    if (op.opens(operator)) depth++;
    if (op.closes(operator)) depth--;
    if (depth > 0 || !isBetween(i)) continue;
    parts.push([start, i]);
    start = i + 1;
  }
  return [...parts, [start, to]];
}

/** What stands between the commas of a call. */
export function argumentsAt(tokens: CodeTokens, open: number): readonly Range[] {
  return partsOf(tokens, [open + 1, tokens.closing(open)], i => tokens.op(i) === op.COMMA).filter(
    ([from, to]) => from < to,
  );
}

export function withoutParentheses(tokens: CodeTokens, [from, to]: Range): Range {
  let [start, end] = [from, to];
  while (tokens.op(start) === op.PAREN_OPEN && tokens.closing(start) === end - 1) {
    start++;
    end--;
  }
  return [start, end];
}

/** Where a dotted name ends. */
export function headEnd(tokens: CodeTokens, from: number, to: number): number {
  let end = from;
  while (end < to && (tokens.isName(end) || tokens.op(end) === op.DOT)) end++;
  return end;
}

export function hasCall(tokens: CodeTokens, [from, to]: Range): boolean {
  for (let i = from + 1; i < to; i++)
    if (tokens.op(i) === op.PAREN_OPEN && (tokens.isName(i - 1) || op.closes(tokens.op(i - 1)))) return true;
  return false;
}

/** `f"Flask {__version__}"`: whatever its fields are, there is something to look for. */
export function isText(tokens: CodeTokens, [from, to]: Range): boolean {
  const isWhole = tokens.op(from + 1) === op.PAREN_OPEN && tokens.closing(from + 1) === to - 1;
  const said = tokens.kind(from) === STRING ? contentOf(tokens.text(from)) : '';
  return isWhole && said.replace(/\{[^{}]*\}/g, '') !== '';
}

export function isLiteral(tokens: CodeTokens, [from, to]: Range): boolean {
  for (let i = from; i < to; i++) if (tokens.isName(i)) return false;
  return true;
}

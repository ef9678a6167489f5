import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { isClosing, isOpening } from './trailing-commas.ts';

/** A statement of a kind that is not looked into; equal keys are equal statements. */
export interface UnreadStatement {
  readonly key: string;
  readonly start: number;
}

/** Patterns, and names bound inside of brackets: whether Python takes them is not worked out. */
export function findUnreadStatements(tokens: readonly CodeToken[]): readonly UnreadStatement[] {
  const found: UnreadStatement[] = [];
  let line: CodeToken[] = [];
  let depth = 0;
  let isUnread = false;
  for (const token of tokens) {
    if (token.kind === NEWLINE) {
      const [first] = line;
      const isCase = first?.word === word.CASE && line.some(({ op: each }) => each === op.COLON);
      if (first !== undefined && (isUnread || isCase))
        found.push({ key: line.map(({ text }) => text).join(' '), start: first.start });
      line = [];
      isUnread = false;
      continue;
    }
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    if (token.op === op.WALRUS && depth > 0) isUnread = true;
    if (token.kind >= NAME) line.push(token);
  }
  return found;
}

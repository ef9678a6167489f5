import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from './brackets.ts';
import { splitArguments } from './call-shape.ts';
import type { CodeToken } from './code-tokens.ts';
import type { PythonFile } from './python-file.ts';

/** Index behind a literal and the fields that stand behind it (`TokenWriter`). */
export const literalEnd = (tokens: readonly CodeToken[], at: number): number =>
  hasFields(tokens, at) ? closing(tokens, at + 1) + 1 : at + 1;

const hasFields = (tokens: readonly CodeToken[], at: number): boolean =>
  tokens[at]?.kind === STRING && tokens[at + 1]?.op === op.PAREN_OPEN;

/** Whether these are one literal, with its fields, and nothing more. */
export const isOneLiteral = (tokens: readonly CodeToken[]): boolean =>
  tokens[0]?.kind === STRING && literalEnd(tokens, 0) === tokens.length;

/** The fields of a literal that are given a format, and are not made a text before: `x` of `{x:>5}`, not of `{x!r:>5}`. */
export function fieldsWithFormat(
  { source }: PythonFile,
  tokens: readonly CodeToken[],
  at: number,
): readonly (readonly CodeToken[])[] {
  if (!hasFields(tokens, at)) return [];
  return splitArguments(tokens, at + 1).filter(field => {
    let behind = field.at(-1)?.end ?? 0;
    while (source[behind] === SPACE || source[behind] === EQUALS) behind++;
    return source[behind] === COLON && source[behind + 1] !== BRACE_CLOSE;
  });
}

const [SPACE, EQUALS, COLON, BRACE_CLOSE] = [0x20, 0x3d, 0x3a, 0x7d];

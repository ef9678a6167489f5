import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { outside } from './statement-needs.ts';

export type Part = readonly CodeToken[];

/** Several names that one value is taken apart into: each a name or several names in turn. */
export interface Names {
  readonly parts: readonly (Names | undefined)[];
  readonly hasStar: boolean;
}

/** A value that a statement takes apart: what stands behind `=`, or each of what stands behind `in`. */
export interface Unpacking {
  readonly names: Names;
  readonly from: Part;
  readonly isEach: boolean;
  /** Equal for equal ones. */
  readonly key: string;
}

/** Everything in a statement that is taken apart. */
export function* unpackingsIn(tokens: Part): Generator<Unpacking> {
  const find = (from: number, isMeant: (token: CodeToken) => boolean) =>
    outside(tokens, from, tokens.length, isMeant);
  for (const [i, { word: each }] of tokens.entries()) {
    if (each !== word.FOR) continue;
    const at = find(i + 1, token => token.word === word.IN);
    const isWhole = i < 2 && (i === 0 || tokens[0]?.word === word.ASYNC);
    const end = isWhole ? tokens.length : find(at + 1, ({ word: next }) => ENDS.has(next));
    const names = namesIn(tokens.slice(i + 1, at));
    if (names !== undefined && tokens[i - 1]?.word !== word.ASYNC)
      yield { names, from: tokens.slice(at + 1, end), isEach: true, key: codeKey(tokens.slice(i, end)) };
  }
  if (tokens[0]?.word === word.FOR || !tokens.some(token => token.op === op.ASSIGN)) return;
  const targets: Part[] = [];
  let from = 0;
  for (let at = find(0, isAssign); at < tokens.length; at = find(from, isAssign)) {
    if (tokens[at]?.op !== op.ASSIGN || tokens[from]?.word === word.LAMBDA) return;
    targets.push(tokens.slice(from, at));
    from = at + 1;
  }
  const value = tokens.slice(from);
  for (const target of targets) {
    const names = namesIn(target);
    if (names !== undefined) yield { names, from: value, isEach: false, key: codeKey([...target, ...value]) };
  }
}

const isAssign = ({ op: each }: CodeToken): boolean => each === op.ASSIGN;
const ENDS: ReadonlySet<number> = new Set([word.FOR, word.ASYNC, word.IF]);

/** `undefined`: it is one name, an attribute or an item. */
function namesIn(target: Part): Names | undefined {
  const parts = several(target);
  return (
    parts && {
      parts: parts.map(part => namesIn(part)),
      hasStar: parts.some(isStarred),
    }
  );
}

/** What stands between commas, in brackets or not; `undefined` for one value. */
export function several(tokens: Part): readonly Part[] | undefined {
  const [first] = tokens;
  if (first === undefined) return undefined;
  const isInBrackets =
    (first.op === op.PAREN_OPEN || first.op === op.BRACKET_OPEN) && closing(tokens, 0) === tokens.length - 1;
  if (isInBrackets) {
    const parts = splitArguments(tokens, 0).filter(part => part.length > 0);
    if (parts.some(part => hasOutside(part, word.FOR))) return undefined;
    if (first.op === op.BRACKET_OPEN || parts.length !== 1 || tokens.at(-2)?.op === op.COMMA) return parts;
    return several(parts[0] ?? []);
  }
  const parts: Part[] = [];
  for (let from = 0; from < tokens.length; ) {
    const to = outside(
      tokens,
      from,
      tokens.length,
      token => token.op === op.COMMA || token.word === word.LAMBDA,
    );
    // Of a lambda the commas belong to its parameters.
    if (tokens[to]?.word === word.LAMBDA) return undefined;
    parts.push(tokens.slice(from, to));
    from = to + 1;
  }
  return parts.length > 1 || tokens.at(-1)?.op === op.COMMA ? parts : undefined;
}

export const hasOutside = (part: Part, wanted: number): boolean =>
  outside(part, 0, part.length, token => token.word === wanted) < part.length;

export const isStarred = ([first]: Part): boolean => first?.op === op.STAR || first?.op === op.DOUBLE_STAR;

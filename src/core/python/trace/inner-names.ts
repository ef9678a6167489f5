import * as word from '../lexer/keywords.ts';
import * as op from '../lexer/operators.ts';
import { NAME } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import type { ModuleText } from '../query/header.ts';

/** Bytes in which a name is the variable of a comprehension, or a parameter of a lambda. */
export interface InnerRange {
  readonly start: number;
  readonly end: number;
}

interface Open {
  readonly start: number;
  readonly names: string[];
}

/**
 * Where comprehensions and lambdas in brackets hide the names around them. The range of each name is the whole
 * bracket, which is a little more than Python's: a name that may be hidden is not guessed.
 */
export function innerNames(text: ModuleText): ReadonlyMap<string, readonly InnerRange[]> {
  const found = new Map<string, InnerRange[]>();
  const open: Open[] = [];
  /** Brackets around the `for` or `lambda` whose names are being read. */
  let reading: { readonly kind: 'for' | 'lambda'; readonly depth: number } | undefined;
  let before: Token | undefined;
  for (const token of tokensBetween(text.bytes, 0, text.bytes.length - 1)) {
    const depth = before?.depth ?? 0;
    if (token.depth > depth) open.push({ start: token.start, names: [] });
    else if (token.depth < depth) close(found, open.pop(), token.end);
    const inner = open.at(-1);
    if (inner === undefined) reading = undefined;
    else if (token.word === word.FOR) reading = { kind: 'for', depth: token.depth };
    else if (token.word === word.LAMBDA) reading = { kind: 'lambda', depth: token.depth };
    else if (reading !== undefined) {
      if (endsNames(token, reading)) reading = undefined;
      else if (isVariable(token, before, reading.kind))
        open[reading.depth - 1]?.names.push(text.text(token.start, token.end));
    }
    before = token;
  }
  return found;
}

function close(found: Map<string, InnerRange[]>, inner: Open | undefined, end: number): void {
  for (const name of inner?.names ?? []) {
    const ranges = found.get(name) ?? [];
    ranges.push({ start: inner?.start ?? end, end });
    found.set(name, ranges);
  }
}

function endsNames(
  token: Token,
  { kind, depth }: { readonly kind: 'for' | 'lambda'; readonly depth: number },
) {
  if (token.depth < depth) return true;
  return token.depth === depth && (kind === 'for' ? token.word === word.IN : token.op === op.COLON);
}

/** Defaults of a lambda's parameters are no parameters, and `self.x` in a `for` is no name. */
function isVariable(token: Token, before: Token | undefined, kind: 'for' | 'lambda'): boolean {
  if (token.kind !== NAME || before?.op === op.DOT) return false;
  if (kind === 'for') return true;
  return before?.word === word.LAMBDA || [op.COMMA, op.STAR, op.DOUBLE_STAR].includes(before?.op ?? -1);
}

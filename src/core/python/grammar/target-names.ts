import { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { END_OF_FILE, NAME } from '../lexer/token-kinds.ts';

/** A name that the left side of `=` binds: `name`, or `object.name` when there is an object. Byte offsets. */
export interface TargetName {
  readonly start: number;
  readonly end: number;
  readonly objectStart: number;
  /** Equal to `objectStart` when the target is a plain name. */
  readonly objectEnd: number;
}

interface Element extends TargetName {
  /** Brackets open around it. */
  readonly depth: number;
}

/**
 * The names bound by the targets `bytes[start, end)`: through commas, brackets and stars. Members of anything
 * but a plain name (`a.b.c`, `a().b`, `a[0]`) bind no name that is looked for here.
 */
export function targetNames(
  bytes: Uint8Array,
  start: number,
  end: number,
  length: number,
): readonly TargetName[] {
  const lexer = new Lexer(bytes, start, length);
  const found: Element[] = [];
  lexer.next();
  while (!lexer.is(END_OF_FILE) && lexer.start < end) {
    if (lexer.atName()) readElement(lexer, end, found);
    else if (lexer.isOp(op.PAREN_CLOSE) || lexer.isOp(op.BRACKET_CLOSE)) {
      lexer.next();
      // `(a).b` and `[a][0]` are members of a group: what is inside is no target.
      if (lexer.start < end && isTrailer(lexer)) {
        const outer = lexer.isOp(op.DOT) ? lexer.depth : lexer.depth - 1;
        while ((found.at(-1)?.depth ?? -1) > outer) found.pop();
        skipTrailers(lexer, end);
      }
    } else if (isElementStart(lexer)) lexer.next();
    else skipTrailers(lexer, end);
  }
  return found;
}

const isTrailer = (lexer: Lexer) =>
  lexer.isOp(op.DOT) || lexer.isOp(op.PAREN_OPEN) || lexer.isOp(op.BRACKET_OPEN);

const isElementStart = (lexer: Lexer) =>
  lexer.isOp(op.PAREN_OPEN) || lexer.isOp(op.BRACKET_OPEN) || lexer.isOp(op.COMMA) || lexer.isOp(op.STAR);

function readElement(lexer: Lexer, end: number, found: Element[]): void {
  const first = { start: lexer.start, end: lexer.end, depth: lexer.depth };
  lexer.next();
  if (lexer.start >= end || !isTrailer(lexer)) {
    found.push({ ...first, objectStart: first.start, objectEnd: first.start });
    return;
  }
  if (lexer.isOp(op.DOT) && lexer.next() === NAME) {
    const member = { start: lexer.start, end: lexer.end };
    lexer.next();
    if (lexer.start >= end || !isTrailer(lexer)) {
      found.push({ ...member, depth: first.depth, objectStart: first.start, objectEnd: first.end });
      return;
    }
  }
  skipTrailers(lexer, end);
}

/** Up to the comma or bracket that ends the element. */
function skipTrailers(lexer: Lexer, end: number): void {
  const outer = lexer.isOp(op.PAREN_OPEN) || lexer.isOp(op.BRACKET_OPEN) ? lexer.depth - 1 : lexer.depth;
  while (!lexer.is(END_OF_FILE) && lexer.start < end) {
    if (lexer.depth < outer) return;
    if (lexer.depth === outer && lexer.isOp(op.COMMA)) return;
    lexer.next();
  }
}

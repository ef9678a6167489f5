import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { type Block, type BlockLine, colonOf } from './blocks.ts';
import { isDecidedByName } from './known-conditions.ts';
import type { PythonFile } from './python-file.ts';

/** Words that go on with the statement above. */
const FURTHER: readonly number[] = [word.ELIF, word.ELSE, word.EXCEPT, word.FINALLY];

/** The line is another branch of the statement above it. */
export const isFurtherBranch = ({ tokens }: PythonFile, { from }: BlockLine): boolean =>
  FURTHER.includes(tokens.word(from));

/** Whether a simple statement between two tokens does not come back. */
type Ends = (from: number, to: number) => boolean;

/** Finds where a block ends because all ways through one of its statements leave it, or a switch may choose such a way. */
export class EndedBlocks {
  readonly #file: PythonFile;
  readonly #ends: Ends;
  readonly #known = new Map<Block, number>();

  constructor(file: PythonFile, ends: Ends) {
    this.#file = file;
    this.#ends = ends;
  }

  /** Index of the last line that runs for certain; infinite where all may. */
  endOf(block: Block): number {
    const known = this.#known.get(block);
    if (known !== undefined) return known;
    let end = Number.POSITIVE_INFINITY;
    for (let i = 0; i < block.length && end === Number.POSITIVE_INFINITY; ) {
      let next = i + 1;
      for (
        let line = block[next];
        line !== undefined && isFurtherBranch(this.#file, line);
        line = block[next]
      )
        next++;
      if (this.#leaves(block.slice(i, next))) end = next - 1;
      i = next;
    }
    this.#known.set(block, end);
    return end;
  }

  #word(line: BlockLine | undefined): number {
    return line === undefined ? 0 : this.#file.tokens.word(line.from);
  }

  /** One statement with all its branches. */
  #leaves(parts: readonly BlockLine[]): boolean {
    const [first] = parts;
    if (first === undefined) return false;
    const { tokens } = this.#file;
    switch (this.#word(first)) {
      case word.IF: {
        const isSwitch = parts.some(each =>
          isDecidedByName(this.#file, each.from, colonOf(this.#file, each)),
        );
        if (isSwitch) return parts.some(each => this.branchEnds(each));
        return this.#word(parts.at(-1)) === word.ELSE && parts.every(each => this.branchEnds(each));
      }
      case word.TRY:
        return this.#tryLeaves(parts);
      case word.WITH:
        return this.branchEnds(first);
      case word.FOR:
      case word.WHILE:
        return this.#loopLeaves(first, parts);
      case word.DEF:
      case word.CLASS_WORD:
        return false;
      case word.ASYNC:
        if (tokens.word(first.from + 1) === word.FOR) return this.#loopLeaves(first, parts);
        return tokens.word(first.from + 1) === word.WITH && this.branchEnds(first);
      default:
        if (first.below === undefined) return this.#ends(first.from, first.to);
        // The cases of a `match`; a single one leaves others, unless it takes whatever comes.
        return (
          (first.below.length > 1 || first.below.some(each => this.#takesAll(each))) &&
          first.below.every(each => this.branchEnds(each))
        );
    }
  }

  /** What is tried leaves it, or what comes behind that, and so does each handler; or what is done in the end. */
  #tryLeaves(parts: readonly BlockLine[]): boolean {
    const ends = (first: number) => parts.filter(each => this.#word(each) === first && this.branchEnds(each));
    if (ends(word.FINALLY).length > 0) return true;
    const handlers = parts.filter(each => this.#word(each) === word.EXCEPT);
    const isThrough = ends(word.TRY).length === 0 && ends(word.ELSE).length === 0;
    return !isThrough && handlers.length === ends(word.EXCEPT).length;
  }

  /** Its `else` leaves, and no `break` passes over that. */
  #loopLeaves(loop: BlockLine, parts: readonly BlockLine[]): boolean {
    const last = parts.at(-1);
    return (
      last !== undefined && this.#word(last) === word.ELSE && this.branchEnds(last) && !this.#hasBreak(loop)
    );
  }

  #hasBreak(line: BlockLine): boolean {
    const { tokens } = this.#file;
    if (line.below === undefined) {
      for (let i = line.from; i < line.to; i++) if (tokens.word(i) === word.BREAK) return true;
      return false;
    }
    return line.below.some(each => this.#hasBreak(each));
  }

  /** `case _:` and `case other:` */
  #takesAll({ from }: BlockLine): boolean {
    const { tokens } = this.#file;
    return tokens.text(from) === 'case' && tokens.isName(from + 1) && tokens.op(from + 2) === op.COLON;
  }

  /** Whether all ways through the block of a header leave it. */
  branchEnds({ below }: BlockLine): boolean {
    return below !== undefined && this.endOf(below) < Number.POSITIVE_INFINITY;
  }
}

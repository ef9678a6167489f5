import { at, byteAt } from '../../kernel/at.ts';
import { DEDENT, INDENT, NEWLINE } from './token-kinds.ts';

const MAX_INDENTS = 100;
const LF = 10;
const CR = 13;

/** What `beginLine` answers instead of a kind of token; `indentationFault` has the words. */
const CONTINUED_TO_END = -1;
const NULL_BYTE = -2;
const MIXED = -3;
const TOO_DEEP = -4;
const NO_OUTER = -5;

const REASONS = [
  'unexpected end of file after a line continuation',
  'the file contains a null byte',
  'inconsistent use of tabs and spaces',
  'too many levels of indentation',
  'unindent does not match any outer indentation level',
];

/** The reason for a negative answer of `beginLine`. */
export const indentationFault = (code: number): string => at(REASONS, -code - 1);

/** The indentation of the lines around, as CPython's tokenizer keeps it. */
export class Indentation {
  /** Offset of the first code of the line that was begun. */
  position = 0;
  /** DEDENTs that are due after the one that `beginLine` answered. */
  dedents = 0;
  readonly #columns = [0];
  /** Columns counted with tabs of width 1: both ways must agree, else tabs and spaces are mixed up. */
  readonly #tabColumns = [0];
  #levels = 0;

  /** After a fault nothing is open any more. */
  reset(): void {
    this.#levels = 0;
    this.dedents = 0;
  }

  /** Finds the next line with code: INDENT, DEDENT, NEWLINE for the same indentation, or less than 0 for a fault. */
  beginLine(bytes: Uint8Array, position: number, length: number): number {
    let p = position;
    let column = 0;
    let tabColumn = 0;
    // A backslash inside indentation: the first line's column counts.
    let continuedColumn = 0;
    for (;;) {
      const c = byteAt(bytes, p);
      if (c === 32) {
        column++;
        tabColumn++;
        p++;
      } else if (c === 9) {
        column = (column >> 3) * 8 + 8;
        tabColumn++;
        p++;
      } else if (c === 12) {
        column = 0;
        tabColumn = 0;
        p++;
      } else if (c === 35) {
        while (bytes[p] !== LF && bytes[p] !== CR && bytes[p] !== 0) p++;
        if (bytes[p] === 0) break;
      } else if (c === LF || c === CR) {
        p++;
        column = 0;
        tabColumn = 0;
        continuedColumn = 0;
      } else if (c === 92 && (bytes[p + 1] === LF || bytes[p + 1] === CR)) {
        if (continuedColumn === 0) continuedColumn = column;
        p += bytes[p + 1] === CR && bytes[p + 2] === LF ? 3 : 2;
        if (bytes[p] === 0) {
          this.position = p;
          return CONTINUED_TO_END;
        }
      } else break;
    }
    this.position = p;
    if (bytes[p] !== 0)
      return continuedColumn > 0
        ? this.#compare(continuedColumn, continuedColumn)
        : this.#compare(column, tabColumn);
    return p < length ? NULL_BYTE : this.#compare(0, 0);
  }

  #compare(column: number, tabColumn: number): number {
    const columns = this.#columns;
    const tabColumns = this.#tabColumns;
    const current = at(columns, this.#levels);
    if (column === current) return tabColumn === tabColumns[this.#levels] ? NEWLINE : MIXED;
    if (column > current) {
      if (tabColumn <= at(tabColumns, this.#levels)) return MIXED;
      if (this.#levels + 1 >= MAX_INDENTS) return TOO_DEEP;
      this.#levels++;
      columns[this.#levels] = column;
      tabColumns[this.#levels] = tabColumn;
      return INDENT;
    }
    let closed = 0;
    while (this.#levels > 0 && column < at(columns, this.#levels)) {
      this.#levels--;
      closed++;
    }
    if (column !== columns[this.#levels]) return NO_OUTER;
    if (tabColumn !== tabColumns[this.#levels]) return MIXED;
    this.dedents = closed - 1;
    return DEDENT;
  }
}

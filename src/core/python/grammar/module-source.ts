import { byteAt } from '../../kernel/at.ts';
import type { LineTable } from '../lexer/line-table.ts';
import type { NameTable } from '../lexer/name-table.ts';

const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** The file being read: its bytes, with a zero byte at `length`, its lines and its names. */
export class ModuleSource {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly lines: LineTable;
  readonly #names: NameTable;
  readonly #letters: 'ascii' | 'latin-1' | 'utf-8';

  constructor(
    bytes: Uint8Array,
    length: number,
    lines: LineTable,
    names: NameTable,
    letters: 'ascii' | 'latin-1' | 'utf-8',
  ) {
    this.bytes = bytes;
    this.length = length;
    this.lines = lines;
    this.#names = names;
    this.#letters = letters;
  }

  get isAscii(): boolean {
    return this.#letters === 'ascii';
  }

  /** A name, in the normal form in which Python compares names (NFKC). */
  name(start: number, end: number): string {
    if (this.#letters === 'ascii' || isAsciiRange(this.bytes, start, end))
      return this.#names.text(this.bytes, start, end);
    return this.#names.wideText(this.bytes, start, end, this.#letters);
  }

  /** Whether the bytes spell a name; letters outside ASCII have rules of their own. */
  isName(start: number, end: number): boolean {
    return isAsciiRange(this.bytes, start, end) || IDENTIFIER.test(this.name(start, end));
  }
}

function isAsciiRange(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) if (byteAt(bytes, p) >= 128) return false;
  return true;
}

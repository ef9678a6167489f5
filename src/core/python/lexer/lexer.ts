import { at, byteAt } from '../../kernel/at.ts';
import * as byte from './bytes.ts';
import { CLASS, NAME_BYTE } from './bytes.ts';
import { Indentation, indentationFault } from './indentation.ts';
import { findWord, MATCH } from './keywords.ts';
import { numberEnd } from './numbers.ts';
import {
  BYTES,
  NO_PREFIX,
  RAW_BYTES,
  type ReadField,
  skipString,
  stringFault,
  stringPrefix,
  TEXT,
} from './strings.ts';
import { DEDENT, END_OF_FILE, INDENT, NAME, NEWLINE, NUMBER, OP, STRING } from './token-kinds.ts';

const MAX_BRACKETS = 200;
const LF = 10;
const CR = 13;

/** Why a file is not Python, with the byte offset where it shows. */
export interface LexicalFault {
  readonly reason: string;
  readonly offset: number;
}

/** The callee is `bytes[start, end)`; `isDotted` when it is names joined by dots and nothing else. */
export type OnCall = (start: number, end: number, isDotted: boolean) => void;

/**
 * Python's tokens from bytes, one `next()` at a time, as CPython's tokenizer has them (3.8 to 3.14).
 * `bytes` must be UTF-8 compatible and have a zero byte at `length`. After a fault only END_OF_FILE follows.
 */
export class Lexer {
  kind = NEWLINE;
  /** Byte offsets of the token. */
  start = 0;
  end = 0;
  /** Of a NAME: its keyword number, 0 for an ordinary name (keywords.ts). */
  word = 0;
  /** Of an OP: its bytes, first one lowest: `->` is 0x3e2d. */
  op = 0;
  /** Open brackets after this token. */
  depth = 0;
  /** Brackets open around a replacement field's expression; -1 outside of one. */
  fieldDepth = -1;
  /** Of a STRING. */
  isBytes = false;
  /** Where the last token before this one ends that is not a line end or indentation. */
  previousEnd = 0;
  fault: LexicalFault | undefined;
  /** Offset of the `(` that may hold the items of a `with` statement; -1 for none. */
  withItemsAt = -1;
  /** Given when the file is not plain ASCII: tells which letters make names. */
  names: { isName(start: number, end: number): boolean } | undefined;
  /** Reads the replacement fields of f-strings; without it they are skipped. */
  readField: ReadField | undefined;
  /** Called with names bound by something else than an assignment: `for`, `with`, `except`, `:=`. */
  onBind: ((start: number, end: number) => void) | undefined;
  /** Called with each call while an expression is read. */
  onCall: OnCall | undefined;

  readonly bytes: Uint8Array;
  readonly length: number;
  readonly #brackets: number[] = [];
  readonly #bracketOffsets: number[] = [];
  readonly #indentation = new Indentation();
  #position: number;
  #lineBegins = true;

  /**
   * Reads from `start`, which begins a line; or, as `'inline'`, stands inside of one; or, as `'field'`, is
   * the inside of a replacement field, which ends at its `}` and where line ends mean nothing.
   */
  constructor(bytes: Uint8Array, start: number, length: number, from: 'line' | 'inline' | 'field' = 'line') {
    if (from === 'inline') this.#lineBegins = false;
    if (from === 'field') {
      this.#lineBegins = false;
      this.#brackets.push(123);
      this.#bracketOffsets.push(start - 1);
      this.depth = 1;
      this.fieldDepth = 1;
    }
    this.bytes = bytes;
    this.#position = start;
    this.length = length;
  }

  /** Reads the next token into the fields and answers its kind. */
  next(): number {
    if (this.kind >= NAME) this.previousEnd = this.end;
    if (this.#indentation.dedents > 0) {
      this.#indentation.dedents--;
      this.kind = DEDENT;
      return DEDENT;
    }
    if (this.#lineBegins) {
      this.#lineBegins = false;
      const change = this.#beginLine();
      if (change !== NEWLINE) return change;
    }
    const bytes = this.bytes;
    let p = this.#position;
    for (;;) {
      const c = byteAt(bytes, p);
      switch (CLASS[c]) {
        case byte.SPACE:
          p++;
          continue;
        case byte.LETTER: {
          const start = p;
          p++;
          while (NAME_BYTE[byteAt(bytes, p)] === 1) p++;
          const next = bytes[p];
          if (next === 34 || next === 39) {
            const prefix = stringPrefix(bytes, start, p);
            if (prefix !== NO_PREFIX) return this.#string(start, p, prefix);
          }
          const word = findWord(bytes, start, p);
          if (word === 0 && this.names !== undefined && !this.names.isName(start, p))
            return this.fail('invalid character in a name', start);
          this.kind = NAME;
          this.start = start;
          this.end = p;
          this.word = word;
          this.op = 0;
          this.#position = p;
          return NAME;
        }
        case byte.DIGIT:
          return this.#number(p);
        case byte.QUOTE:
          return this.#string(p, p, TEXT);
        case byte.OPEN:
          return this.#open(p, c);
        case byte.CLOSE:
          return this.#close(p, c);
        case byte.HASH:
          while (bytes[p] !== LF && bytes[p] !== CR && bytes[p] !== 0) p++;
          continue;
        case byte.LINE_END:
          p += c === CR && bytes[p + 1] === LF ? 2 : 1;
          if (this.depth > 0) continue;
          this.#position = p;
          this.#lineBegins = true;
          return this.#set(NEWLINE, p, p);
        case byte.BACKSLASH: {
          const next = bytes[p + 1];
          if (next !== LF && next !== CR)
            return this.fail('unexpected character after line continuation character', p);
          p += next === CR && bytes[p + 2] === LF ? 3 : 2;
          if (bytes[p] === 0) return this.fail('unexpected end of file after a line continuation', p);
          continue;
        }
        case byte.DOT:
          if (CLASS[byteAt(bytes, p + 1)] === byte.DIGIT) return this.#number(p);
          if (bytes[p + 1] === 46 && bytes[p + 2] === 46) return this.#operator(p, 3);
          return this.#operator(p, 1);
        case byte.OPERATOR:
          return this.#operator(p, operatorLength(bytes, p, c));
        case byte.END:
          return this.#endOfFile(p);
        default:
          return this.fail(`invalid character ${JSON.stringify(String.fromCharCode(c))}`, p);
      }
    }
  }

  /** Stops at this reason: from now on only END_OF_FILE follows. The first fault counts. */
  fail(reason: string, offset: number): number {
    this.fault ??= { reason, offset };
    this.#indentation.reset();
    this.#lineBegins = false;
    this.#position = this.length;
    this.depth = 0;
    return this.#set(END_OF_FILE, this.length, this.length);
  }

  is(kind: number): boolean {
    return this.kind === kind;
  }

  isOp(op: number): boolean {
    return this.op === op;
  }

  isWord(word: number): boolean {
    return this.word === word;
  }

  /** Stops because the current token cannot be here. */
  unexpected(): number {
    return this.fail('invalid syntax', this.start);
  }

  /** Steps over the operator, or stops. */
  expect(op: number): void {
    if (this.op === op) this.next();
    else this.unexpected();
  }

  /** Steps over the keyword, or stops. */
  expectWord(word: number): void {
    if (this.word === word) this.next();
    else this.unexpected();
  }

  /** Steps over a name that is no keyword, or stops. */
  expectName(): void {
    if (this.atName()) this.next();
    else this.unexpected();
  }

  atName(): boolean {
    return this.kind === NAME && (this.word === 0 || this.word >= MATCH);
  }

  #set(kind: number, start: number, end: number): number {
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.word = 0;
    this.op = 0;
    return kind;
  }

  #number(start: number): number {
    const { bytes } = this;
    let end = start;
    while (CLASS[byteAt(bytes, end)] === byte.DIGIT) end++;
    // Most numbers are short and plain; all others have rules.
    const isPlain = bytes[start] !== 48 || end === start + 1;
    if (!isPlain || NAME_BYTE[byteAt(bytes, end)] === 1 || bytes[end] === 46) end = numberEnd(bytes, start);
    if (end < 0) return this.fail('invalid number', start);
    this.#position = end;
    return this.#set(NUMBER, start, end);
  }

  #string(start: number, quoteAt: number, prefix: number): number {
    const end = skipString(this.bytes, quoteAt, prefix, this.readField);
    this.isBytes = prefix === BYTES || prefix === RAW_BYTES;
    if (end < 0) return this.fail(stringFault(end), start);
    this.#position = end;
    return this.#set(STRING, start, end);
  }

  #open(p: number, c: number): number {
    if (this.depth === MAX_BRACKETS) return this.fail('too many nested brackets', p);
    this.#brackets[this.depth] = c;
    this.#bracketOffsets[this.depth] = p;
    this.depth++;
    return this.#operator(p, 1);
  }

  #close(p: number, c: number): number {
    const closing = String.fromCharCode(c);
    if (this.depth === 0) return this.fail(`unmatched '${closing}'`, p);
    this.depth--;
    const opened = at(this.#brackets, this.depth);
    // ASCII puts ( ) side by side, and [ ] and { } two apart.
    if (c - opened !== 1 && c - opened !== 2)
      return this.fail(`'${closing}' does not match '${String.fromCharCode(opened)}'`, p);
    return this.#operator(p, 1);
  }

  #operator(start: number, length: number): number {
    const bytes = this.bytes;
    let op = byteAt(bytes, start);
    if (length > 1) op |= byteAt(bytes, start + 1) << 8;
    if (length > 2) op |= byteAt(bytes, start + 2) << 16;
    if (op === 33 && this.depth !== this.fieldDepth) return this.fail('invalid syntax', start);
    this.kind = OP;
    this.start = start;
    this.end = start + length;
    this.word = 0;
    this.op = op;
    this.#position = start + length;
    return OP;
  }

  #endOfFile(p: number): number {
    if (p < this.length) return this.fail('the file contains a null byte', p);
    if (this.depth > 0) {
      const offset = at(this.#bracketOffsets, this.depth - 1);
      return this.fail(
        `'${String.fromCharCode(at(this.#brackets, this.depth - 1))}' was never closed`,
        offset,
      );
    }
    this.#position = p;
    if (this.kind !== NEWLINE && this.kind !== DEDENT && this.kind !== END_OF_FILE && this.kind !== INDENT) {
      this.#lineBegins = true;
      return this.#set(NEWLINE, p, p);
    }
    return this.#set(END_OF_FILE, p, p);
  }

  #beginLine(): number {
    const indentation = this.#indentation;
    const change = indentation.beginLine(this.bytes, this.#position, this.length);
    const p = indentation.position;
    if (change < 0) return this.fail(indentationFault(change), p);
    this.#position = p;
    return change === NEWLINE ? NEWLINE : this.#set(change, p, p);
  }
}

function operatorLength(bytes: Uint8Array, p: number, c: number): number {
  const next = bytes[p + 1];
  if (next === 61) return c === 44 || c === 59 || c === 126 ? 1 : 2; // `,=` `;=` `~=` are two tokens
  if (next === c && (c === 42 || c === 47 || c === 60 || c === 62)) return bytes[p + 2] === 61 ? 3 : 2;
  return c === 45 && next === 62 ? 2 : 1; // ->
}

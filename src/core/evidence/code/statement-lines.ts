import * as word from '../../python/lexer/keywords.ts';
import type { Lexer } from '../../python/lexer/lexer.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE, OP } from '../../python/lexer/token-kinds.ts';
import type { TokenColumns } from './columns-being-read.ts';
import { codeOf } from './token-texts.ts';
import type { TokenWriter } from './token-writer.ts';

/** No place in the file. */
const NOWHERE = -1;

/**
 * Gives every statement a line of its own, and every block its indentation: `a; b` is written as two lines, and what
 * stands behind the colon of `if a: b` as a block below it, as formatters write them.
 *
 * Only what Python reads as the same is written so: a compound statement behind a semicolon keeps the semicolon, and
 * one behind a colon its line, because Python takes neither.
 */
export class StatementLines {
  readonly #writer: TokenWriter;
  readonly #to: TokenColumns;
  #isLineStart = true;
  /** The line begins a block, and its colon has not come yet. */
  #isHeader = false;
  #lambdas = 0;
  /** Where the colon of the header ends, while nothing has come behind it. */
  #colonEnd = NOWHERE;
  /** Where a semicolon ends behind which nothing has come. */
  #semicolonEnd = NOWHERE;
  /** The block of the line stands on the line itself. */
  #hasOwnBlock = false;
  #isMatchLine = false;
  #endsWithColon = false;
  /** Of each open indentation: whether the line above it is a `match`. Only there `case` is a header. */
  readonly #matches: boolean[] = [];

  constructor(writer: TokenWriter, to: TokenColumns) {
    this.#writer = writer;
    this.#to = to;
  }

  /** Writes the token that the lexer is at. */
  write(lexer: Lexer): void {
    switch (lexer.kind) {
      case NEWLINE:
        this.#endLine(lexer);
        return;
      case INDENT:
        this.#matches.push(this.#isMatchLine && this.#endsWithColon);
        this.#writer.write(lexer);
        return;
      case DEDENT:
        this.#matches.pop();
        this.#writer.write(lexer);
        return;
      default:
        this.#writeWord(lexer);
    }
  }

  #endLine(lexer: Lexer): void {
    // `x;` at the end of a line is `x`.
    this.#semicolonEnd = NOWHERE;
    this.#colonEnd = NOWHERE;
    this.#isLineStart = true;
    this.#isHeader = false;
    this.#writer.write(lexer);
    if (!this.#hasOwnBlock) return;
    this.#hasOwnBlock = false;
    this.#add(DEDENT, '{dedent}', lexer.start);
  }

  #writeWord(lexer: Lexer): void {
    if (this.#isLineStart) this.#startLine(lexer);
    else if (this.#colonEnd !== NOWHERE) this.#startBlock(lexer);
    if (this.#semicolonEnd !== NOWHERE) this.#startStatement(lexer);
    this.#endsWithColon = lexer.op === op.COLON;
    if (lexer.op === op.SEMICOLON && lexer.depth === 0) {
      this.#writer.finishLiteral();
      this.#semicolonEnd = lexer.end;
      return;
    }
    this.#writer.write(lexer);
    if (!this.#isHeader || lexer.depth > 0) return;
    if (lexer.word === word.LAMBDA) this.#lambdas++;
    // A lambda has a colon of its own.
    if (lexer.op !== op.COLON || this.#lambdas-- > 0) return;
    this.#isHeader = false;
    this.#colonEnd = lexer.end;
  }

  #startLine(lexer: Lexer): void {
    const first = lexer.word;
    this.#isLineStart = false;
    this.#isMatchLine = first === word.MATCH;
    this.#isHeader = HEADERS.has(first) || (first === word.CASE && this.#matches.at(-1) === true);
    this.#lambdas = 0;
  }

  #startBlock(lexer: Lexer): void {
    this.#writer.finishLiteral();
    this.#add(NEWLINE, '\n', this.#colonEnd);
    this.#add(INDENT, '{indent}', lexer.start);
    this.#colonEnd = NOWHERE;
    this.#hasOwnBlock = true;
  }

  #startStatement(lexer: Lexer): void {
    const end = this.#semicolonEnd;
    this.#semicolonEnd = NOWHERE;
    if (lexer.op === op.AT || HEADERS.has(lexer.word) || SOFT_HEADERS.has(lexer.word)) {
      const code = codeOf(OP, op.SEMICOLON);
      this.#to.add(code, this.#to.texts.idOf(code, ';'), end - 1, end);
    } else this.#add(NEWLINE, '\n', end);
  }

  /** A token that is not in the file. */
  #add(kind: number, text: string, at: number): void {
    this.#to.add(kind, this.#to.texts.idOf(kind, text), at, at);
  }
}

const HEADERS: ReadonlySet<number> = new Set([
  ...[word.IF, word.ELIF, word.ELSE, word.FOR, word.WHILE, word.TRY, word.EXCEPT, word.FINALLY],
  ...[word.WITH, word.DEF, word.CLASS_WORD, word.ASYNC],
]);
const SOFT_HEADERS: ReadonlySet<number> = new Set([word.MATCH, word.CASE]);

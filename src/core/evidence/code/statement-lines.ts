import * as word from '../../python/lexer/keywords.ts';
import type { Lexer } from '../../python/lexer/lexer.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { TokenColumns } from './columns-being-read.ts';
import { addOperator, type TokenWriter, textOfLayout } from './token-writer.ts';

/** No place in the file. */
const NOWHERE = -1;

/**
 * Gives every statement a line of its own, and every block its indentation: `a; b` is written as two lines, and what
 * stands behind the colon of `if a: b` as a block below it, as formatters write them.
 *
 * Only what Python reads as the same is written so: a compound statement behind a semicolon has a semicolon, and one
 * behind a colon stays on its line, because Python takes neither. In a file that Python takes no semicolon is left.
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
  /** `match` or `case` behind a semicolon: a name there, unless the line ends with a colon. */
  #hasSoftWord = false;
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
    this.#writer.finishLiteral();
    if (this.#hasSoftWord && this.#endsWithColon) addOperator(this.#to, ';', op.SEMICOLON, lexer.start);
    this.#hasSoftWord = false;
    this.#writer.write(lexer);
    if (!this.#hasOwnBlock) return;
    this.#hasOwnBlock = false;
    this.#add(DEDENT, lexer.start);
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
    this.#isHeader = word.BLOCK_WORDS.has(first) || (first === word.CASE && this.#matches.at(-1) === true);
    this.#lambdas = 0;
  }

  #startBlock(lexer: Lexer): void {
    this.#writer.finishLiteral();
    this.#add(NEWLINE, this.#colonEnd);
    this.#add(INDENT, lexer.start);
    this.#colonEnd = NOWHERE;
    this.#hasOwnBlock = true;
  }

  #startStatement(lexer: Lexer): void {
    const end = this.#semicolonEnd;
    this.#semicolonEnd = NOWHERE;
    if (lexer.op === op.AT || word.BLOCK_WORDS.has(lexer.word))
      addOperator(this.#to, ';', op.SEMICOLON, end - 1);
    else this.#add(NEWLINE, end);
    this.#hasSoftWord ||= lexer.word === word.MATCH || lexer.word === word.CASE;
  }

  /** The end of a line, or what begins or ends a block, that is not in the file. */
  #add(kind: number, at: number): void {
    this.#to.add(kind, this.#to.texts.idOf(kind, textOfLayout(kind)), at, at);
  }
}

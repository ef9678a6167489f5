import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { OP } from '../../python/lexer/token-kinds.ts';
import type { AddedToken, TokenColumns } from './columns-being-read.ts';
import { codeOf } from './token-texts.ts';

/** Finds the tuples without parentheses behind the last `=` of a line, `return` and `yield`, one line after the other. */
export class BareTuples {
  /** Those that are to stand around them. */
  readonly parentheses: AddedToken[] = [];
  /** Indices of commas at the end of a tuple of several. */
  readonly commas: number[] = [];
  readonly #tokens: TokenColumns;
  /** Index of the first token of the value. */
  #from: number | undefined;
  #count = 0;
  /** Lambdas whose colon has not come yet: the commas before it are between their parameters. */
  #openLambdas = 0;
  /** Before Python 3.8 a star stood in a returned tuple between parentheses only. */
  #hasStar = false;

  constructor(tokens: TokenColumns) {
    this.#tokens = tokens;
  }

  /** A token outside of brackets. */
  write(index: number, wordNumber: number, operator: number, before: number): void {
    if (wordNumber === word.LAMBDA) this.#openLambdas++;
    else if (operator === op.COLON) this.#openLambdas = Math.max(0, this.#openLambdas - 1);
    else if (this.#openLambdas > 0) return;
    else if (operator === op.COMMA) this.#count++;
    else if (operator === op.STAR) this.#hasStar ||= index === this.#from || before === op.COMMA;
    else if (wordNumber === word.RETURN || wordNumber === word.YIELD || op.assigns(operator)) {
      if (operator === op.ASSIGN) this.#dropLastComma(index, before);
      this.#from = index + 1;
      this.#count = 0;
      this.#hasStar = false;
    }
  }

  endLine(index: number, before: number): void {
    if (this.#count > 0 && this.#from !== undefined && !this.#hasStar) {
      this.#add(this.#from, index);
      this.#dropLastComma(index, before);
    }
    this.#from = undefined;
    this.#count = 0;
    this.#openLambdas = 0;
    this.#hasStar = false;
  }

  #dropLastComma(index: number, before: number): void {
    if (this.#count > 1 && before === op.COMMA) this.commas.push(index - 1);
  }

  #add(from: number, to: number): void {
    const open = { before: from, code: codeOf(OP, op.PAREN_OPEN), text: '(', at: this.#tokens.start(from) };
    // Within the last token, so that it belongs to the statement.
    const end = this.#tokens.end(to - 1) - 1;
    const close = { before: to, code: codeOf(OP, op.PAREN_CLOSE), text: ')', at: end };
    this.parentheses.push(open, close);
  }
}

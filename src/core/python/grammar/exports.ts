import { FOR } from '../lexer/keywords.ts';
import { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { END_OF_FILE, NAME, OP, STRING } from '../lexer/token-kinds.ts';
import type { Exports } from './module-index.ts';
import type { ModuleSource } from './module-source.ts';

const ALL = '__all__';
const PLUS_ASSIGN = 0x3d2b;
/** A string literal without escapes, triple or not. */
const LITERAL = /^[rRuU]?(?:'''|"""|'|")([^\\]*?)(?:'''|"""|'|")$/;

/** Reads the statements about `__all__`: lists and tuples of strings, `+=`, `extend`, `append`, `remove`. */
export class ExportStatements {
  readonly #source: ModuleSource;
  #names: string[] = [];
  #from: string[] = [];
  #isComplete = true;
  #seen = false;

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  get result(): Exports | undefined {
    if (!this.#seen) return undefined;
    return { names: [...new Set(this.#names)], from: this.#from, isComplete: this.#isComplete };
  }

  /** A statement `[start, end)` of the module whose first expression begins with the token `[start, firstEnd)`. */
  read(start: number, firstEnd: number, end: number): void {
    if (this.#source.bytes[start] === op.PAREN_OPEN) this.#readInParentheses(start);
    if (firstEnd - start !== ALL.length || this.#source.bytes[start] !== 95) return;
    if (this.#source.name(start, firstEnd) !== ALL) return;
    const lexer = new Lexer(this.#source.bytes, start, this.#source.length);
    lexer.next();
    lexer.next();
    this.#seen = true;
    if (lexer.isOp(op.COLON)) while (!lexer.isOp(op.ASSIGN) && lexer.start < end) lexer.next();
    if (lexer.isOp(op.ASSIGN)) {
      this.#names = [];
      this.#from = [];
      this.#isComplete = true;
      this.#readValue(lexer, end, 'add');
    } else if (lexer.isOp(PLUS_ASSIGN)) this.#readValue(lexer, end, 'add');
    else if (lexer.isOp(op.DOT)) this.#readMethod(lexer, end);
  }

  /** What `(__all__) = …` says is not read. */
  #readInParentheses(start: number): void {
    const lexer = new Lexer(this.#source.bytes, start, this.#source.length);
    while (lexer.next() === OP && lexer.isOp(op.PAREN_OPEN));
    if (!lexer.is(NAME) || this.#source.name(lexer.start, lexer.end) !== ALL) return;
    this.#seen = true;
    this.#isComplete = false;
  }

  #readMethod(lexer: Lexer, end: number): void {
    lexer.next();
    const method = this.#source.name(lexer.start, lexer.end);
    if (method === 'extend' || method === 'append') this.#readValue(lexer, end, 'add');
    else if (method === 'remove') this.#readValue(lexer, end, 'remove');
    else if (method !== 'sort' && method !== 'reverse') this.#isComplete = false;
  }

  #readValue(lexer: Lexer, end: number, how: 'add' | 'remove'): void {
    const names: string[] = [];
    const from: string[] = [];
    let isLiteral = true;
    let continues = false;
    let isComprehension = false;
    lexer.next();
    while (!lexer.is(END_OF_FILE) && lexer.start < end) {
      if (lexer.is(STRING)) {
        const name = LITERAL.exec(this.#source.name(lexer.start, lexer.end))?.[1];
        if (name === undefined) isLiteral = false;
        else if (continues) names.push(`${names.pop() ?? ''}${name}`);
        else names.push(name);
        continues = true;
        lexer.next();
        continue;
      }
      continues = false;
      if (lexer.is(NAME)) {
        // Strings in a comprehension are conditions, not names.
        if (lexer.isWord(FOR)) isComprehension = true;
        const module = this.#readModuleOfAll(lexer, end);
        if (module === undefined) isLiteral = false;
        else if (module !== '') from.push(module);
      } else {
        if (!isPartOfList(lexer.op)) isLiteral = false;
        lexer.next();
      }
    }
    if (isComprehension) names.length = 0;
    if (how === 'remove') this.#names = this.#names.filter(name => !names.includes(name));
    else this.#names.push(...names);
    this.#from.push(...from);
    if (!isLiteral) this.#isComplete = false;
  }

  /** `shapes` for `shapes.__all__`, empty for `__all__` itself, `undefined` for any other expression. */
  #readModuleOfAll(lexer: Lexer, end: number): string | undefined {
    const { start } = lexer;
    let text = this.#source.name(start, lexer.end);
    while (lexer.next() !== END_OF_FILE && lexer.isOp(op.DOT) && lexer.start < end) {
      lexer.next();
      text = this.#source.name(start, lexer.end);
    }
    if (text === ALL) return '';
    return text.endsWith(`.${ALL}`) ? text.slice(0, -ALL.length - 1) : undefined;
  }
}

function isPartOfList(o: number): boolean {
  return (
    o === op.BRACKET_OPEN ||
    o === op.BRACKET_CLOSE ||
    o === op.PAREN_OPEN ||
    o === op.PAREN_CLOSE ||
    o === op.COMMA ||
    o === op.PLUS ||
    o === op.STAR
  );
}

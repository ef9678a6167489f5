import { at, byteAt } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import { Lexer } from '../../python/lexer/lexer.ts';
import * as op from '../../python/lexer/operators.ts';
import { BAD_FIELD } from '../../python/lexer/strings.ts';
import {
  DEDENT,
  END_OF_FILE,
  INDENT,
  NAME,
  NEWLINE,
  NUMBER,
  OP,
  STRING,
} from '../../python/lexer/token-kinds.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { canJoin, joinLiterals, readStringLiteral, type StringLiteral } from './string-literal.ts';
import { codeOf, type TokenTexts } from './token-texts.ts';

/** Where tokens are put, in order. */
export interface TokenList {
  readonly texts: TokenTexts;
  add(code: number, id: number, start: number, end: number): void;
}

/**
 * Writes what a lexer reads in the form in which equal sequences are equal programs. Behind a formatted string come the
 * expressions of its fields, between parentheses and commas, as if it were called with them: they are code like any
 * other, and every rule looks at them.
 */
export class TokenWriter {
  readonly #module: ModuleText;
  readonly #to: TokenList;
  /** Literals side by side that are one value. */
  #literals: StringLiteral[] = [];
  #literalStart = 0;
  #literalEnd = 0;
  /** Of the fields of these. */
  #fields: Tokens | undefined;
  /** Of the fields of the literal that is being read. */
  #newFields: Tokens | undefined;
  /** Where its expressions begin and end, by turns; those that are kept in it are not among them. */
  #expressions: number[] = [];
  #keepsExpressions = false;

  constructor(module: ModuleText, to: TokenList) {
    this.#module = module;
    this.#to = to;
  }

  /** Has the lexer give the fields of its formatted strings too. */
  listen(lexer: Lexer): void {
    lexer.readField = start => this.#readField(lexer, start);
  }

  /** Writes the token that the lexer is at. */
  write(lexer: Lexer): void {
    const { kind, start, end } = lexer;
    if (kind === STRING) {
      this.#addLiteral(start, end);
      return;
    }
    this.finishLiteral();
    const { bytes } = this.#module;
    const { texts } = this.#to;
    const code = codeOf(kind, kind === NAME ? lexer.word : lexer.op);
    // Most tokens are names and operators, and most of these were there before.
    const isPlain =
      kind === OP ||
      (kind === NAME && (lexer.word > 0 || this.#module.isAscii === true)) ||
      (kind === NUMBER && isDigits(bytes, start, end));
    const id = isPlain
      ? texts.idOfBytes(code, bytes, start, end)
      : texts.idOf(code, textOf(lexer, this.#module));
    this.#to.add(code, id, start, end);
  }

  /** Writes a literal to which no other one can be joined any more. */
  finishLiteral(): void {
    if (this.#literals.length === 0) return;
    const text = joinLiterals(this.#literals);
    const end = this.#literalEnd;
    this.#to.add(STRING, this.#to.texts.idOf(STRING, text), this.#literalStart, end);
    const fields = this.#fields;
    this.#literals = [];
    this.#fields = undefined;
    if (fields === undefined) return;
    addOperator(this.#to, '(', op.PAREN_OPEN, fields.at);
    fields.giveTo(this.#to);
    addOperator(this.#to, ')', op.PAREN_CLOSE, end - 1);
  }

  #addLiteral(start: number, end: number): void {
    const written = this.#withoutExpressions(start, end);
    const literal = readStringLiteral(written, this.#keepsExpressions);
    this.#keepsExpressions = false;
    if (!canJoin(this.#literals, literal)) this.finishLiteral();
    if (this.#literals.length === 0) this.#literalStart = start;
    this.#literals.push(literal);
    this.#literalEnd = end;
    const fields = this.#newFields;
    this.#newFields = undefined;
    if (fields === undefined) return;
    if (this.#fields !== undefined) {
      addOperator(this.#fields, ',', op.COMMA, fields.at);
      fields.giveTo(this.#fields);
    } else this.#fields = fields;
  }

  /** The literal as it is written, but for what stands behind it: `f"{ x!r}"` is `f"{!r}"`. */
  #withoutExpressions(start: number, end: number): string {
    let written = '';
    let from = start;
    const { bytes } = this.#module;
    const quote = byteAt(bytes, end - 1);
    for (let i = 0; i < this.#expressions.length; i += 2) {
      const [first, behind] = [at(this.#expressions, i), at(this.#expressions, i + 1)];
      if (!isReadByAll(bytes, first, behind, quote)) {
        this.#keepsExpressions = true;
        continue;
      }
      written += this.#module.text(from, first);
      from = behind;
    }
    this.#expressions = [];
    return written + this.#module.text(from, end);
  }

  /** From behind the `{` of a field; answers the offset behind the `}` or `:` that ends its expression. */
  #readField(outer: Lexer, start: number): number {
    const fields = this.#newFields ?? new Tokens(this.#to.texts, start - 1);
    if (this.#newFields !== undefined) addOperator(fields, ',', op.COMMA, start - 1);
    this.#newFields = fields;
    const lexer = new Lexer(outer.bytes, start, outer.length, 'field');
    const writer = new TokenWriter(this.#module, fields);
    writer.listen(lexer);
    let isConversion = false;
    let isEnded = false;
    let hasComma = false;
    for (;;) {
      if (lexer.next() === END_OF_FILE) return BAD_FIELD;
      const isBehind = lexer.depth < 1 || (lexer.depth === 1 && BEHIND_EXPRESSION.has(lexer.op));
      hasComma ||= lexer.depth === 1 && lexer.op === op.COMMA;
      if (isBehind && !isEnded) {
        isEnded = true;
        // `{x=}` shows its expression as it is written, and a tuple would be taken for several fields.
        if (lexer.op === op.ASSIGN || hasComma) this.#keepsExpressions = true;
        else this.#expressions.push(start, lexer.start);
      }
      // The brace of the field itself counts as one bracket.
      if (lexer.depth < 1) {
        writer.finishLiteral();
        return lexer.end;
      }
      if (lexer.depth === 1) {
        // `{x:=5}` is no walrus but the format `=5`.
        if (lexer.op === op.COLON || lexer.op === op.WALRUS) {
          writer.finishLiteral();
          return lexer.start + 1;
        }
        isConversion ||= lexer.op === op.EXCLAMATION;
        if (isConversion || lexer.op === op.ASSIGN) continue;
      }
      writer.write(lexer);
    }
  }
}

/** Python before 3.12 takes neither the quotes of the string in a field of it nor backslashes, comments and line ends. */
function isReadByAll(bytes: Uint8Array, from: number, to: number, quote: number): boolean {
  let first = from;
  while (byteAt(bytes, first) === SPACE) first++;
  // `{ {1: 2}[1] }` needs its space.
  if (byteAt(bytes, first) === BRACE_OPEN) return false;
  for (let p = from; p < to; p++) {
    const byte = byteAt(bytes, p);
    if (byte === quote || ONLY_NEWER.has(byte)) return false;
  }
  return true;
}

const [SPACE, BRACE_OPEN] = [0x20, 0x7b];
/** `\\`, `#` and line ends. */
const ONLY_NEWER: ReadonlySet<number> = new Set([0x5c, 0x23, 0x0a, 0x0d]);

/** What stands between the expression of a field and its end: `{x!r}`, `{x:>5}`, `{x:=5}`, `{x=}`. */
const BEHIND_EXPRESSION: ReadonlySet<number> = new Set([op.COLON, op.WALRUS, op.EXCLAMATION, op.ASSIGN]);

/** Some tokens that are written later. */
class Tokens implements TokenList {
  readonly texts: TokenTexts;
  /** Byte offset of the brace before the first one. */
  readonly at: number;
  readonly #numbers: number[] = [];

  constructor(texts: TokenTexts, at: number) {
    this.texts = texts;
    this.at = at;
  }

  add(code: number, id: number, start: number, end: number): void {
    this.#numbers.push(code, id, start, end);
  }

  giveTo(other: TokenList): void {
    const numbers = this.#numbers;
    for (let i = 0; i < numbers.length; i += 4)
      other.add(numbers[i] ?? 0, numbers[i + 1] ?? 0, numbers[i + 2] ?? 0, numbers[i + 3] ?? 0);
  }
}

export function addOperator(to: TokenList, text: string, operator: number, start: number): void {
  const code = codeOf(OP, operator);
  to.add(code, to.texts.idOf(code, text), start, start + 1);
}

/** A number that can be written in one way only. */
function isDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (byteAt(bytes, i) < ZERO || byteAt(bytes, i) > NINE) return false;
  return true;
}

const [ZERO, NINE] = [0x30, 0x39];

function textOf({ kind, start, end, word: number }: Lexer, module: ModuleText): string {
  switch (kind) {
    case NUMBER:
      return numberOf(module.text(start, end).toLowerCase().replaceAll('_', ''));
    case NAME:
      return nameOf(module.text(start, end), number);
    case NEWLINE:
    case INDENT:
    case DEDENT:
      return textOfLayout(kind);
    default:
      return module.text(start, end);
  }
}

/** Of the end of a line, and of what begins and ends a block. */
export function textOfLayout(kind: number): string {
  if (kind === NEWLINE) return '\n';
  return kind === INDENT ? '{indent}' : '{dedent}';
}

/** `20.` and `2e1` are `20.0`: both languages read a fraction as the same number. */
function numberOf(text: string): string {
  if (!/^[\d.]/.test(text) || /^0[xob]/.test(text) || !/[.e]/.test(text) || text.endsWith('j')) return text;
  const said = `${Number(text)}`;
  return /^\d+$/.test(said) ? `${said}.0` : said;
}

/** Python takes letters of other shapes for the plain ones, but a word of the language only as it is. */
function nameOf(written: string, wordNumber: number): string {
  const plain = written.normalize('NFKC');
  const isKeyword =
    wordNumber === 0 && plain !== written && (word.WORDS as readonly string[]).includes(plain);
  return isKeyword ? written : plain;
}

import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME } from '../../python/lexer/token-kinds.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** From one token to before another one. */
export type Range = readonly [from: number, to: number];

/** What the function that is read assigns to its names. */
export class Locals {
  readonly #tokens: CodeTokens;
  #depth = 0;
  #own = 0;
  #assign = 0;
  #values = new Map<string, Range>();
  readonly #members = new Map<string, Range>();

  constructor(tokens: CodeTokens) {
    this.#tokens = tokens;
  }

  read(from: number, to: number): void {
    const isFunction = [from, from + 1].some(i => this.#tokens.word(i) === word.DEF);
    // What is in a function sees the names around it.
    if (isFunction && this.#depth <= this.#own) {
      this.#values = new Map();
      this.#own = this.#depth;
    }
    if (this.#depth > 0)
      for (const name of this.#targets(from)) this.#values.set(name, [this.#assign + 1, to]);
    for (let i = from; i < to; i++)
      if (this.#tokens.op(i + 1) === op.WALRUS && this.#tokens.isName(i))
        this.#values.set(this.#tokens.text(i), [i + 2, this.#endOfPart(i + 2)]);
  }

  /** Up to the comma or the bracket that ends what stands there. */
  #endOfPart(from: number): number {
    const tokens = this.#tokens;
    let i = from;
    while (
      i < tokens.length &&
      tokens.kind(i) >= NAME &&
      tokens.op(i) !== op.COMMA &&
      !op.closes(tokens.op(i))
    )
      i = op.opens(tokens.op(i)) ? tokens.closing(i) + 1 : i + 1;
    return i;
  }

  /** The names before the `=`; what is set of `self`, or in the body of a class, is there for all methods. */
  #targets(from: number): readonly string[] {
    const tokens = this.#tokens;
    if (tokens.text(from) === 'self' && tokens.op(from + 3) === op.ASSIGN) {
      this.#members.set(tokens.text(from + 2), [from + 4, this.#endOf(from)]);
      return [];
    }
    const names: string[] = [];
    let i = from;
    for (; tokens.isName(i); i += 2) {
      names.push(tokens.text(i));
      if (tokens.op(i + 1) !== op.COMMA) break;
    }
    this.#assign = names.length === 1 ? this.#assignBehind(i + 1) : i + 1;
    const sign = tokens.op(this.#assign);
    if (names.length === 0 || !op.assigns(sign)) return [];
    if (this.#depth === 1)
      for (const name of names) this.#members.set(name, [this.#assign + 1, this.#endOf(from)]);
    return names;
  }

  /** Behind an annotation. */
  #assignBehind(at: number): number {
    if (this.#tokens.op(at) !== op.COLON) return at;
    const end = this.#endOf(at);
    for (let i = at; i < end; i++) if (this.#tokens.op(i) === op.ASSIGN) return i;
    return at;
  }

  #endOf(from: number): number {
    let end = from;
    while (end < this.#tokens.length && this.#tokens.kind(end) >= NAME) end++;
    return end;
  }

  leave(kind: number): void {
    if (kind === INDENT) this.#depth++;
    if (kind === DEDENT) this.#depth--;
  }

  /** Of the name that stands there, or of the member of `self`. */
  valueAt(i: number): Range | undefined {
    const tokens = this.#tokens;
    if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) return undefined;
    if (tokens.text(i) === 'self' && tokens.op(i + 1) === op.DOT)
      return this.#members.get(tokens.text(i + 2));
    return this.#values.get(tokens.text(i));
  }
}

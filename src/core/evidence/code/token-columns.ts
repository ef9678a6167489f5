import { countUpTo } from '../../kernel/count-up-to.ts';
import { MATCH } from '../../python/lexer/keywords.ts';
import { COMMA, closes, opens } from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { kindOf, opOf, type TokenTexts, wordOf } from './token-texts.ts';

/** Of a token that is as long or longer, the end is kept elsewhere. */
const LONG = 0xffff;

/** The letters of keys, none of which is one that separates them: two for a number. */
const FIRST_LETTER = 0x100;
const LOW_BITS = 2 ** 14 - 1;
/** Tokens whose letters a call may surely have as its arguments. */
const MOST_AT_ONCE = 2048;
const letters = new Uint16Array(2 * MOST_AT_ONCE);
/** The letters of so few tokens are sooner given from a list of their own. */
const FEW = 16;

/** In two bytes each where all numbers are that small, as those of most files are. */
type Column = Int32Array | Uint16Array;

function narrowed(numbers: Int32Array): Column {
  let all = 0;
  for (let i = 0; i < numbers.length; i++) all |= numbers[i] ?? 0;
  return all >>> 16 === 0 ? new Uint16Array(numbers) : numbers.slice();
}

/** Some tokens of a file, by their indices, in order. */
export type Chosen = readonly number[];

export function numbersFrom(from: number, to: number): Chosen {
  const numbers: number[] = [];
  for (let i = from; i < to; i++) numbers.push(i);
  return numbers;
}

/**
 * The tokens of one file as numbers, ten bytes for each, and each as an object only while somebody looks at it: as
 * objects they would take thirty times as much memory as the source, and collecting them more time than everything else.
 */
export class CodeTokens implements Iterable<CodeToken> {
  readonly length: number;
  readonly #texts: TokenTexts;
  /** The number of what each is and says. */
  readonly #ids: Column;
  readonly #starts: Column;
  readonly #lengths: Uint16Array;
  /** Ends of those that are long, by index. */
  readonly #longEnds: ReadonlyMap<number, number>;
  /** What was found last by an offset: the next one is mostly near it. */
  #lastFirst = 0;

  constructor(texts: TokenTexts, ids: Int32Array, starts: Int32Array, ends: Int32Array) {
    this.length = ids.length;
    this.#texts = texts;
    this.#ids = narrowed(ids);
    this.#starts = narrowed(starts);
    const longEnds = new Map<number, number>();
    this.#lengths = new Uint16Array(ids.length);
    for (let i = 0; i < ids.length; i++) {
      const end = ends[i] ?? 0;
      const length = end - (starts[i] ?? 0);
      this.#lengths[i] = Math.min(length, LONG);
      if (length >= LONG) longEnds.set(i, end);
    }
    this.#longEnds = longEnds;
  }

  /** The token at an index; `undefined` before the first and behind the last one. */
  get(index: number): CodeToken | undefined {
    return index >= 0 && index < this.length ? this.#make(index) : undefined;
  }

  /** What the token at the index is; 0 before the first and behind the last one. */
  kind(index: number): number {
    return kindOf(this.#code(index));
  }

  word(index: number): number {
    return wordOf(this.#code(index));
  }

  op(index: number): number {
    return opOf(this.#code(index));
  }

  text(index: number): string {
    const id = this.#ids[index];
    return id === undefined ? '' : this.#texts.text(id);
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    const length = this.#lengths[index] ?? 0;
    return length < LONG ? this.start(index) + length : (this.#longEnds.get(index) ?? 0);
  }

  /** What is asked of the kind and text of the token alone; never `undefined`. */
  asked<T>(index: number, compute: (kind: number, text: string) => T): T {
    return this.#texts.asked(this.#ids[index] ?? -1, compute);
  }

  /** The same, to be asked of many tokens by their indices. */
  asking<T>(compute: (kind: number, text: string) => T): (index: number) => T {
    const ask = this.#texts.asking(compute);
    return index => ask(this.#ids[index] ?? -1);
  }

  /** One number for each text, the same in all files that are open side by side. */
  numberOf(text: string): number {
    return this.#texts.idOf(0, text);
  }

  /** Index of the bracket that closes the one at `from`; the length where none does. */
  closing(from: number): number {
    let depth = 0;
    for (let i = from; i < this.length; i++) {
      if (opens(this.op(i))) depth++;
      else if (closes(this.op(i)) && --depth === 0) return i;
    }
    return this.length;
  }

  /** Index of the bracket that a token stands in on its line; -1 for none. */
  opening(at: number): number {
    let depth = 0;
    for (let i = at - 1; this.kind(i) >= NAME; i--) {
      if (closes(this.op(i))) depth++;
      else if (opens(this.op(i)) && --depth < 0) return i;
    }
    return -1;
  }

  /** Index of the comma or bracket behind an argument, or of the end of its line. */
  argumentEnd(from: number): number {
    let depth = 0;
    for (let i = from; ; i++) {
      const operator = this.op(i);
      if (this.kind(i) < NAME || (depth === 0 && (operator === COMMA || closes(operator)))) return i;
      if (opens(operator)) depth++;
      else if (closes(operator)) depth--;
    }
  }

  slice(from = 0, to: number = this.length): CodeToken[] {
    const end = Math.min(to, this.length);
    const tokens: CodeToken[] = [];
    for (let i = from; i < end; i++) tokens.push(this.#make(i));
    return tokens;
  }

  chosen(numbers: Chosen): CodeToken[] {
    const tokens: CodeToken[] = [];
    for (const i of numbers) tokens.push(this.#make(i));
    return tokens;
  }

  /** Whether it is an ordinary name; soft keywords are names too. */
  isName(index: number): boolean {
    const code = this.#code(index);
    const word = wordOf(code);
    return kindOf(code) === NAME && (word === 0 || word >= MATCH);
  }

  /** Whether both mean the same program; both files are open side by side. */
  isSame(other: CodeTokens): boolean {
    if (this.length !== other.length) return false;
    for (let i = 0; i < this.length; i++) if (this.#ids[i] !== other.#ids[i]) return false;
    return true;
  }

  /** Whether a part of both means the same; both files are open side by side. */
  isSamePart(from: number, to: number, other: CodeTokens, otherFrom: number, otherTo: number): boolean {
    if (to - from !== otherTo - otherFrom) return false;
    for (let i = from, j = otherFrom; i < to; i++, j++) if (this.#ids[i] !== other.#ids[j]) return false;
    return true;
  }

  /** How many tokens of two parts are the same from the first one on; both files are open side by side. */
  sameUntil(from: number, to: number, other: CodeTokens, otherFrom: number, otherTo: number): number {
    const most = Math.min(to - from, otherTo - otherFrom);
    let same = 0;
    while (same < most && this.#ids[from + same] === other.#ids[otherFrom + same]) same++;
    return same;
  }

  /** How many of their last tokens are the same, `most` at most; both files are open side by side. */
  sameAtEnd(other: CodeTokens, most: number): number {
    let same = 0;
    while (same < most && this.#ids[this.length - 1 - same] === other.#ids[other.length - 1 - same]) same++;
    return same;
  }

  /** Whether what is chosen of both means the same; both files are open side by side. */
  isSameChoice(chosen: Chosen, other: CodeTokens, others: Chosen): boolean {
    if (chosen.length !== others.length) return false;
    for (let i = 0; i < chosen.length; i++)
      if (this.#ids[chosen[i] ?? -1] !== other.#ids[others[i] ?? -1]) return false;
    return true;
  }

  /** One text for a sequence: equal texts are equal sequences, so that it can be looked up. */
  key(from: number, to: number): string {
    if (to - from <= FEW) {
      const few: number[] = [];
      for (let i = from; i < to; i++) this.#spellIn(few, i);
      return String.fromCharCode(...few);
    }
    let key = '';
    for (let i = from; i < to; i += MOST_AT_ONCE) {
      const end = Math.min(to, i + MOST_AT_ONCE);
      for (let j = i; j < end; j++) this.#spell(j, j - i);
      key += Reflect.apply(String.fromCharCode, undefined, letters.subarray(0, 2 * (end - i)));
    }
    return key;
  }

  /** As `key`, of chosen tokens. */
  keyOf(chosen: Chosen): string {
    if (chosen.length <= FEW) {
      const few: number[] = [];
      for (const i of chosen) this.#spellIn(few, i);
      return String.fromCharCode(...few);
    }
    let key = '';
    for (let i = 0; i < chosen.length; i += MOST_AT_ONCE) {
      const end = Math.min(chosen.length, i + MOST_AT_ONCE);
      for (let j = i; j < end; j++) this.#spell(chosen[j] ?? -1, j - i);
      key += Reflect.apply(String.fromCharCode, undefined, letters.subarray(0, 2 * (end - i)));
    }
    return key;
  }

  #spellIn(few: number[], index: number): void {
    const id = this.#ids[index] ?? 0;
    few.push(FIRST_LETTER + (id & LOW_BITS), FIRST_LETTER + (id >>> 14));
  }

  #spell(index: number, place: number): void {
    const id = this.#ids[index] ?? 0;
    letters[2 * place] = FIRST_LETTER + (id & LOW_BITS);
    letters[2 * place + 1] = FIRST_LETTER + (id >>> 14);
  }

  /** From an opening bracket to the one that closes it. */
  brackets(open: number): CodeToken[] {
    return this.slice(open, this.closing(open) + 1);
  }

  /** Index of the first token that starts at the offset or behind it. */
  firstFrom(offset: number): number {
    this.#lastFirst = countUpTo(this.#starts, this.length, offset - 1, this.#lastFirst);
    return this.#lastFirst;
  }

  /** Index of a token that is among them. */
  indexOf({ kind, start, end }: Pick<CodeToken, 'kind' | 'start' | 'end'>): number {
    let i = this.firstFrom(start);
    while (this.start(i) === start && (this.kind(i) !== kind || this.end(i) !== end)) i++;
    return i;
  }

  *[Symbol.iterator](): Generator<CodeToken> {
    for (let i = 0; i < this.length; i++) yield this.#make(i);
  }

  some(test: (token: CodeToken, index: number) => boolean): boolean {
    return this.find(test) !== undefined;
  }

  find(test: (token: CodeToken, index: number) => boolean): CodeToken | undefined {
    for (let i = 0; i < this.length; i++) {
      const token = this.#make(i);
      if (test(token, i)) return token;
    }
    return undefined;
  }

  filter(test: (token: CodeToken, index: number) => boolean): CodeToken[] {
    const found: CodeToken[] = [];
    for (let i = 0; i < this.length; i++) {
      const token = this.#make(i);
      if (test(token, i)) found.push(token);
    }
    return found;
  }

  #code(index: number): number {
    const id = this.#ids[index];
    return id === undefined ? 0 : this.#texts.code(id);
  }

  #make(index: number): CodeToken {
    const code = this.#code(index);
    return {
      kind: kindOf(code),
      word: wordOf(code),
      op: opOf(code),
      text: this.text(index),
      start: this.start(index),
      end: this.end(index),
    };
  }
}

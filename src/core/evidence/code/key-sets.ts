import { at } from '../../kernel/at.ts';

const BITS = 32;

/** A number for each of many texts, from 0. */
export class KeyNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #keys: string[] = [];

  /** By number. */
  get keys(): readonly string[] {
    return this.#keys;
  }

  of(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#keys.push(key) - 1;
    this.#numbers.set(key, number);
    return number;
  }

  find(key: string): number | undefined {
    return this.#numbers.get(key);
  }
}

/** Some of many texts that have numbers, as a bit for each of these: two sets are compared by the word. */
export class KeySet {
  readonly #numbers: KeyNumbers;
  #bits: Uint32Array;

  constructor(numbers: KeyNumbers) {
    this.#numbers = numbers;
    this.#bits = new Uint32Array(1 + Math.ceil(numbers.keys.length / BITS));
  }

  add(key: string): void {
    this.addNumber(this.#numbers.of(key));
  }

  /** Whether it was not there yet. */
  addNumber(number: number): boolean {
    const index = number >>> 5;
    if (index >= this.#bits.length) this.#lengthen(2 * index);
    const bit = 1 << (number & (BITS - 1));
    const word = this.#bits[index] ?? 0;
    this.#bits[index] = word | bit;
    return (word & bit) === 0;
  }

  addAll(others: KeySet): void {
    const bits = others.#bits;
    if (bits.length > this.#bits.length) this.#lengthen(bits.length);
    for (let i = 0; i < bits.length; i++) this.#bits[i] = (this.#bits[i] ?? 0) | (bits[i] ?? 0);
  }

  deleteNumber(number: number): void {
    const index = number >>> 5;
    if (index < this.#bits.length)
      this.#bits[index] = (this.#bits[index] ?? 0) & ~(1 << (number & (BITS - 1)));
  }

  has(key: string): boolean {
    const number = this.#numbers.find(key);
    return number !== undefined && this.hasNumber(number);
  }

  hasNumber(number: number): boolean {
    return (((this.#bits[number >>> 5] ?? 0) >>> (number & (BITS - 1))) & 1) === 1;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#but();
  }

  /** Those that another set of the same numbers does not have. */
  without(other: KeySet): Iterable<string> {
    return this.#but(other.#bits);
  }

  *#but(others?: Uint32Array): Generator<string> {
    const { keys } = this.#numbers;
    for (let i = 0; i < this.#bits.length; i++) {
      let word = (this.#bits[i] ?? 0) & ~(others?.[i] ?? 0);
      while (word !== 0) {
        yield at(keys, i * BITS + (BITS - 1 - Math.clz32(word & -word)));
        word &= word - 1;
      }
    }
  }

  #lengthen(length: number): void {
    const longer = new Uint32Array(length);
    longer.set(this.#bits);
    this.#bits = longer;
  }
}

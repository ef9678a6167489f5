/** One place is looked at for this many bytes of text, so that looking costs nothing beside searching. */
const BYTES_PER_PLACE = 4096;
const MAX_PLACES = 256;
const MIN_PLACES = 16;
const GRAM_BITS = 10;

/** A number below 1024 for the four bytes at a place. */
function gramSlot(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  return Math.imul(low | (high << 16), 0x9e3779b1) >>> (32 - GRAM_BITS);
}

/** What is frequent in a text, judged by at most 256 places of it. Knows nothing of short texts. */
export class TextSample {
  readonly #text: Uint8Array;
  readonly #places: number;
  readonly #step: number;
  #grams: Uint16Array | undefined;

  constructor(text: Uint8Array) {
    const places = Math.min(MAX_PLACES, Math.floor(text.length / BYTES_PER_PLACE));
    this.#text = text;
    this.#places = places < MIN_PLACES ? 0 : places;
    this.#step = Math.floor(text.length / Math.max(1, places));
  }

  /** The share of the text, 0 to 1, that is the byte. */
  shareOf(byte: number | undefined): number {
    if (this.#places === 0) return 0;
    let count = 0;
    for (let i = 0; i < this.#places; i++) if (this.#text[this.#placeOf(i)] === byte) count++;
    return count / this.#places;
  }

  /** Index of the first byte of `other` that was met at none of the places, or -1. */
  findUnmet(other: Uint8Array): number {
    if (this.#places === 0) return -1;
    const met = new Uint8Array(256);
    for (let i = 0; i < this.#places; i++) met[this.#text[this.#placeOf(i)] ?? 0] = 1;
    return other.findIndex(byte => met[byte] === 0);
  }

  /** How often the four bytes of `other` at `at` were met; texts that are hashed alike count as one. */
  countOf(other: Uint8Array, at: number): number {
    this.#grams ??= this.#countGrams();
    return this.#grams[gramSlot(other, at)] ?? 0;
  }

  /** The low bits keep the places out of step with the lengths of lines. */
  #placeOf(i: number): number {
    return i * this.#step + (i & 7);
  }

  #countGrams(): Uint16Array {
    const grams = new Uint16Array(1 << GRAM_BITS);
    for (let i = 0; i < this.#places; i++) {
      const slot = gramSlot(this.#text, this.#placeOf(i));
      grams[slot] = (grams[slot] ?? 0) + 1;
    }
    return grams;
  }
}

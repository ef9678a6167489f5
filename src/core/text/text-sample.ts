/** One place is looked at for this many bytes of text, so that looking costs nothing beside searching. */
const BYTES_PER_PLACE = 4096;
const MAX_PLACES = 256;
const MIN_PLACES = 16;
const GRAM_BITS = 10;

/** What is frequent in a text, judged by a few places of it. */
export interface TextSample {
  readonly places: number;
  /** How often each byte was met. */
  readonly bytes: Uint16Array;
  /** How often each four bytes were met, by `gramSlot`. */
  readonly grams: Uint16Array;
}

/** A number below 1024 for the four bytes at a place. */
export function gramSlot(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const high = (bytes[at + 2] ?? 0) | ((bytes[at + 3] ?? 0) << 8);
  return Math.imul(low | (high << 16), 0x9e3779b1) >>> (32 - GRAM_BITS);
}

/** `undefined` for a text so short that nothing can be slow in it. */
export function sampleText(text: Uint8Array): TextSample | undefined {
  const places = Math.min(MAX_PLACES, Math.floor(text.length / BYTES_PER_PLACE));
  if (places < MIN_PLACES) return undefined;
  const bytes = new Uint16Array(256);
  const grams = new Uint16Array(1 << GRAM_BITS);
  const step = Math.floor(text.length / places);
  for (let i = 0; i < places; i++) {
    // The low bits keep the places out of step with the lengths of lines.
    const at = i * step + (i & 7);
    const byte = text[at] ?? 0;
    bytes[byte] = (bytes[byte] ?? 0) + 1;
    const slot = gramSlot(text, at);
    grams[slot] = (grams[slot] ?? 0) + 1;
  }
  return { places, bytes, grams };
}

/** The share of the text, 0 to 1, that is the byte. */
export function shareOf(sample: TextSample | undefined, byte: number | undefined): number {
  return sample === undefined || byte === undefined ? 0 : (sample.bytes[byte] ?? 0) / sample.places;
}

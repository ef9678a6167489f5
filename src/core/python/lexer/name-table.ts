import { byteAt } from '../../kernel/at.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';

/** Longer texts are decorators or strings, which seldom occur twice. */
const LONGEST_SHARED = 40;

/**
 * Turns byte ranges into names, giving the same string for the same name: most names occur many times
 * in a project, and comparing bytes is several times cheaper than making a string.
 */
export class NameTable {
  readonly #byHash = new Map<number, string>();

  /** Text of ASCII bytes. */
  text(bytes: Uint8Array, start: number, end: number): string {
    if (end - start > LONGEST_SHARED) return latin1Text(bytes, start, end);
    let hash = 0;
    for (let p = start; p < end; p++) hash = (Math.imul(hash, 31) + byteAt(bytes, p)) | 0;
    const known = this.#byHash.get(hash);
    if (known !== undefined && isSame(known, bytes, start, end)) return known;
    const made = latin1Text(bytes, start, end);
    if (known === undefined) this.#byHash.set(hash, made);
    return made;
  }

  /** Text with letters outside ASCII, in the normal form in which Python compares names (NFKC). */
  wideText(bytes: Uint8Array, start: number, end: number, encoding: 'latin-1' | 'utf-8'): string {
    if (encoding === 'latin-1') return latin1Text(bytes, start, end).normalize('NFKC');
    return (decodeUtf8(bytes.slice(start, end)) ?? '').normalize('NFKC');
  }
}

/** Arguments that a call may surely have. */
const MOST_ARGUMENTS = 4096;
const of = String.fromCharCode;

/** Each byte as the character of the same number: ASCII and Latin-1. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  const byte = (i: number) => byteAt(bytes, start + i);
  // Most names and numbers are so short; given one by one, their bytes need no list.
  switch (end - start) {
    case 1:
      return of(byte(0));
    case 2:
      return of(byte(0), byte(1));
    case 3:
      return of(byte(0), byte(1), byte(2));
    case 4:
      return of(byte(0), byte(1), byte(2), byte(3));
    case 5:
      return of(byte(0), byte(1), byte(2), byte(3), byte(4));
    case 6:
      return of(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5));
    case 7:
      return of(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6));
    case 8:
      return of(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7));
  }
  let text = '';
  // Several times faster than spreading the bytes into arguments, which goes through an iterator.
  for (let p = start; p < end; p += MOST_ARGUMENTS)
    text += Reflect.apply(of, undefined, bytes.subarray(p, Math.min(end, p + MOST_ARGUMENTS)));
  return text;
}

function isSame(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}

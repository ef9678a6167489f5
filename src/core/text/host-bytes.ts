import { encodeUtf8 } from '../kernel/utf8.ts';

/**
 * What core uses of a host's native byte functions where it has them; Node and Electron do. The prototype is left
 * out on purpose: its methods borrowed for a plain Uint8Array work in some versions of Node and throw in others.
 */
interface NativeBytes {
  compare(a: Uint8Array, b: Uint8Array): number;
  from(text: string): Uint8Array;
  from(memory: ArrayBufferLike, offset: number, length: number): NativeView;
  allocUnsafeSlow(length: number): Uint8Array<ArrayBuffer>;
}

/** The host's own kind of byte array, on which its fast methods are documented to work. */
interface NativeView extends Uint8Array {
  indexOf(needle: number | Uint8Array, from?: number): number;
  toString(encoding?: 'utf8', start?: number, end?: number): string;
}

interface HostGlobals {
  readonly Buffer?: NativeBytes;
  readonly process?: {
    getBuiltinModule?(name: string): { isUtf8?(bytes: Uint8Array): boolean } | undefined;
  };
}

const host = globalThis as HostGlobals;
const native = host.Buffer;

/** The same memory as the host's own kind of array: nothing is copied. */
function viewIn(host: NativeBytes, bytes: Uint8Array): NativeView {
  return host.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

function plainIndexOf(haystack: Uint8Array, needle: Uint8Array, from: number): number {
  const first = needle[0];
  if (first === undefined) return from <= haystack.length ? from : -1;
  const last = haystack.length - needle.length;
  for (let at = haystack.indexOf(first, from); at >= 0 && at <= last; at = haystack.indexOf(first, at + 1)) {
    let i = 1;
    while (i < needle.length && haystack[at + i] === needle[i]) i++;
    if (i === needle.length) return at;
  }
  return -1;
}

function plainEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Offset of the first occurrence of `needle` at or after `from`, or -1. The host's vectorised search when
 * there is one (3-5 GB/s), a plain loop otherwise; both give the same answers.
 */
export const indexOfBytes: (haystack: Uint8Array, needle: Uint8Array, from: number) => number =
  native === undefined
    ? plainIndexOf
    : (haystack, needle, from) => viewIn(native, haystack).indexOf(needle, from);

/** Whether two byte strings are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (a === b) return true;
  return native === undefined ? plainEqual(a, b) : native.compare(a, b) === 0;
}

/** The UTF-8 bytes of a well-formed text. */
export const encodeText: (text: string) => Uint8Array =
  native === undefined ? encodeUtf8 : text => native.from(text);

const lenientDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of `bytes[start, end)` for people to read: what is not UTF-8 is shown as U+FFFD. */
export const readableText: (bytes: Uint8Array, start: number, end: number) => string =
  native === undefined
    ? (bytes, start, end) => lenientDecoder.decode(bytes.subarray(start, end))
    : (bytes, start, end) => viewIn(native, bytes).toString('utf8', start, end);

/** Bytes to be written all over; the host's way saves filling them with zeros first. */
export function bytesToFill(length: number): Uint8Array<ArrayBuffer> {
  if (native === undefined || length < 1024) return new Uint8Array(length);
  const { buffer, byteOffset } = native.allocUnsafeSlow(length);
  return new Uint8Array(buffer, byteOffset, length);
}

/** The host's validator (10-20 GB/s), where it has one. */
export const nativeIsUtf8: ((bytes: Uint8Array) => boolean) | undefined =
  host.process?.getBuiltinModule?.('buffer')?.isUtf8;

const encoder = new TextEncoder();
// ignoreBOM keeps U+FEFF as a character, so that decode and encode are exact inverses.
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const encodeUtf8 = (text: string): Uint8Array => encoder.encode(text);

/** `undefined` when the bytes are not valid UTF-8. A byte order mark stays as U+FEFF. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}

import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { ModuleIndex } from '../grammar/module-index.ts';

/** The text of `bytes[start, end)` in the file's own encoding, exactly as it is. */
export function sourceText(
  bytes: Uint8Array,
  start: number,
  end: number,
  encoding: ModuleIndex['encoding'],
): string {
  const part = bytes.slice(start, end);
  if (encoding === 'utf-8') return decodeUtf8(part) ?? '';
  let text = '';
  for (const byte of part) text += String.fromCharCode(byte);
  return text;
}

/** Offset of the first byte of the line on which `offset` is. */
export function lineStart(bytes: Uint8Array, offset: number): number {
  let start = offset;
  while (start > 0 && bytes[start - 1] !== 10 && bytes[start - 1] !== 13) start--;
  return start;
}

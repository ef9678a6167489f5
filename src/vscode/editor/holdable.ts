import type { FileChange } from '../../core/changes/change-set.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';

/** Above this VS Code turns features off, and at 50 MB it refuses to hand a document to extensions. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * Files that one edit changes at most. VS Code keeps 50 of the documents that extensions open and closes the oldest
 * beyond: an edit of more would be lost from sight half-way. A change of more files is written on the disk.
 */
export const MOST_AS_ONE_EDIT = 50;

const BYTE_ORDER_MARK = '\uFEFF';

/** Both versions of a file in the form an editor's model holds them: without a byte order mark. */
export interface HeldChange {
  readonly change: FileChange;
  readonly before: string;
  readonly after: string;
}

/**
 * The change as text, when an editor can hold both versions exactly: otherwise saving would rewrite bytes
 * no one asked to touch. `undefined`: the change has to go through the disk. Refused are created and
 * deleted files, invalid UTF-8, NUL, more than one kind of line end, a lone CR, U+2028 and U+2029, a byte order
 * mark that comes or goes, and line ends where there were none (the editor would choose their kind).
 */
export function asHeld(change: FileChange): HeldChange | undefined {
  if (change.before === undefined || change.after === undefined) return undefined;
  if (change.before.length > MAX_BYTES || change.after.length > MAX_BYTES) return undefined;
  const before = decodeUtf8(change.before);
  const after = decodeUtf8(change.after);
  if (before === undefined || after === undefined) return undefined;
  if (before.startsWith(BYTE_ORDER_MARK) !== after.startsWith(BYTE_ORDER_MARK)) return undefined;
  const lineEnd = lineEndOf(before);
  const lineEndAfter = lineEndOf(after);
  if (lineEnd === 'unholdable' || lineEnd === 'none') return undefined;
  if (lineEndAfter !== lineEnd && lineEndAfter !== 'none') return undefined;
  return { change, before: withoutMark(before), after: withoutMark(after) };
}

function lineEndOf(text: string): 'none' | '\n' | '\r\n' | 'unholdable' {
  if (/[\0\u2028\u2029]|\r(?!\n)/.test(text)) return 'unholdable';
  const hasCrLf = text.includes('\r\n');
  const hasLf = /(?<!\r)\n/.test(text);
  if (hasCrLf && hasLf) return 'unholdable';
  if (hasCrLf) return '\r\n';
  return hasLf ? '\n' : 'none';
}

/** Bytes as a document shows them; `undefined` when they are no UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decodeUtf8(bytes);
  return text && withoutMark(text);
}

const withoutMark = (text: string): string => (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);

// The ways that bench/edit-engine.ts compares, and the edits they make.
import { Buffer, isUtf8 } from 'node:buffer';
import { findOccurrences } from '../src/core/text/find-occurrences.ts';
import { replace } from '../src/core/text/replace.ts';
import type { Replacement } from '../src/generated/contracts.ts';
import { editsFor } from './edit-engine-inputs.ts';

export const encode = (text: string): Buffer => Buffer.from(text);

export function ours(bytes: Uint8Array, edits: readonly Replacement[]): Uint8Array {
  const outcome = replace('f.py', bytes, edits);
  if (!outcome.ok) throw new Error(outcome.response.validation_errors?.[0]);
  return outcome.bytes;
}

/** The plain strict way on bytes: two searches per edit, sort, copy, and the answer of the specification. */
export function naive(bytes: Uint8Array, edits: readonly Replacement[]) {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const places = edits.map(({ old_string, new_string }) => {
    const old = encode(old_string);
    const start = text.indexOf(old);
    if (start < 0 || text.indexOf(old, start + 1) >= 0) throw new Error('not exactly once');
    return { start, end: start + old.length, next: encode(new_string) };
  });
  places.sort((a, b) => a.start - b.start);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { start, end, next } of places) {
    if (start < from) throw new Error('overlap');
    parts.push(text.subarray(from, start), next);
    from = end;
  }
  parts.push(text.subarray(from));
  const details = edits.map(e => ({
    old_string_preview: `${e.old_string.slice(0, 40)}...`,
    status: 'applied',
  }));
  const response = { path: 'f.py', changed: true, replacements_applied: edits.length, details };
  return { bytes: Buffer.concat(parts), response };
}

/** The least anybody must do in memory: see that it is UTF-8, look at it once, copy it. */
export function floor(bytes: Uint8Array): Uint8Array {
  if (!isUtf8(bytes)) throw new Error('not UTF-8');
  Buffer.prototype.indexOf.call(bytes, encode('text that is nowhere in it'), 0);
  return Buffer.concat([bytes]);
}

/** Edits of which each occurs exactly once; the few others are left out. */
export function uniqueEdits(bytes: Uint8Array, count: number): readonly Replacement[] {
  const edits = editsFor(bytes, count);
  const found = findOccurrences(
    bytes,
    edits.map(e => encode(e.old_string)),
  );
  return edits.filter((_, i) => found[i]?.count === 1);
}

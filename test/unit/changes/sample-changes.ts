import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import type { SimulateResult } from '../../../src/core/changes/simulate.ts';
import { simulate } from '../../../src/core/changes/simulate.ts';
import type { Command } from '../../../src/generated/contracts.ts';

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Files as text by path. */
export type Texts = Readonly<Record<string, string>>;

export const snapshotOf = (files: Texts): ReadonlyMap<string, Uint8Array> =>
  new Map(Object.entries(files).map(([path, text]) => [path, encode(text)]));

export const replaceCommand = (
  file_path: string,
  ...pairs: readonly (readonly [string, string])[]
): Command => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: pairs.map(([old_string, new_string]) => ({ old_string, new_string })) },
  reason: 'because',
});

export const moveCommand = (
  file_path: string,
  source_start: number,
  source_end: number,
  target_line: number,
  target_file?: string,
): Command => ({
  tool: 'move_text',
  args: {
    file_path,
    source_start,
    source_end,
    target_line,
    ...(target_file === undefined ? {} : { target_file }),
  },
  reason: 'because',
});

export const run = (
  files: Texts,
  commands: readonly Command[],
  newFiles: readonly string[] = [],
): SimulateResult => simulate({ commands, newFiles, snapshot: snapshotOf(files), sha256 });

/** The change set of commands that must succeed. */
export function changesOf(
  files: Texts,
  commands: readonly Command[],
  newFiles: readonly string[] = [],
): ChangeSet {
  const result = run(files, commands, newFiles);
  assert.ok(result.ok, JSON.stringify(result));
  return result.changes;
}

/** Hashes fit the bytes, and `after` is `before` with only its spans exchanged. */
export function checkFileChange({ before, after, beforeSha256, afterSha256, spans }: FileChange): void {
  assert.equal(beforeSha256, before === undefined ? undefined : sha256(before));
  assert.equal(afterSha256, after === undefined ? undefined : sha256(after));
  const old = before ?? new Uint8Array(0);
  const now = after ?? new Uint8Array(0);
  const parts: Uint8Array[] = [];
  let from = 0;
  let to = 0;
  for (const span of spans) {
    assert.ok(from <= span.start && span.start <= span.end, 'spans are sorted in before');
    assert.ok(to <= span.afterStart && span.afterStart <= span.afterEnd, 'spans are sorted in after');
    parts.push(old.subarray(from, span.start), now.subarray(span.afterStart, span.afterEnd));
    from = span.end;
    to = span.afterEnd;
  }
  parts.push(old.subarray(from));
  assert.deepEqual(Buffer.concat(parts), Buffer.from(now));
}

import type { Sha256 } from '../kernel/sha256.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { lineNumberAt } from '../text/lines.ts';
import { locateSpans } from '../text/locate-spans.ts';
import type { Edit } from '../text/spans.ts';
import { applyEdits, trimSpans } from '../text/spans.ts';
import type { ChangedSpan, ChangeSet, FileChange } from './change-set.ts';
import { fileChange } from './file-change.ts';

/** A file that cannot be taken back without losing later edits. */
export interface InvertConflict {
  readonly path: string;
  readonly reason: string;
  /** 1-indexed, inclusive, in the file as the change left it; undefined when the whole file is meant. */
  readonly lines: { readonly start: number; readonly end: number } | undefined;
}

export type InvertResult =
  | { readonly ok: true; readonly changes: ChangeSet }
  | { readonly ok: false; readonly conflicts: readonly InvertConflict[] };

type FileInverse =
  | { readonly kind: 'change'; readonly change: FileChange }
  /** The file is already as it was before the change. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly InvertConflict[] };

const wholeFile = (path: string, reason: string): FileInverse => ({
  kind: 'conflicts',
  conflicts: [{ path, reason, lines: undefined }],
});

function lineText({ start, end }: { readonly start: number; readonly end: number }): string {
  return start === end ? `line ${start}` : `lines ${start} to ${end}`;
}

function conflictAt(path: string, after: Uint8Array, span: ChangedSpan): InvertConflict {
  const start = lineNumberAt(after, span.afterStart);
  const end = lineNumberAt(after, Math.max(span.afterStart, span.afterEnd - 1));
  const lines = { start, end };
  const reason = `what the change put at ${lineText(lines)} was edited since, or occurs more than once now`;
  return { path, reason, lines };
}

/** The spans back to front in the file as it is now; later edits elsewhere in it stay. */
function invertSpans(applied: FileChange, after: Uint8Array, now: Uint8Array, sha256: Sha256): FileInverse {
  const { path, before } = applied;
  if (before === undefined) return wholeFile(path, 'the change created it');
  const isAsLeft = equalBytes(now, after);
  const places = isAsLeft
    ? applied.spans.map(span => span.afterStart)
    : locateSpans(after, now, applied.spans);
  const edits: Edit[] = [];
  const conflicts: InvertConflict[] = [];
  for (const [index, span] of applied.spans.entries()) {
    const at = places[index];
    if (at === undefined) conflicts.push(conflictAt(path, after, span));
    else {
      const end = at + span.afterEnd - span.afterStart;
      edits.push({ start: at, end, text: before.subarray(span.start, span.end) });
    }
  }
  if (conflicts.length > 0) return { kind: 'conflicts', conflicts };
  const { after: restored, spans } = applyEdits(now, edits);
  if (equalBytes(now, restored)) return { kind: 'nothing' };
  return {
    kind: 'change',
    change: {
      path,
      before: now,
      after: restored,
      beforeSha256: sha256(now),
      afterSha256: sha256(restored),
      spans: trimSpans(now, restored, spans),
    },
  };
}

const asInverse = (change: FileChange | undefined): FileInverse =>
  change === undefined ? { kind: 'nothing' } : { kind: 'change', change };

/** A file that the change created or deleted, back to `to` as a whole; `known`: what may be there now, beside nothing. */
function invertWhole(
  {
    path,
    to,
    known,
  }: { readonly path: string; readonly to: Uint8Array | undefined; readonly known: Uint8Array },
  now: Uint8Array | undefined,
  sha256: Sha256,
  conflict: string,
): FileInverse {
  if (now === undefined || equalBytes(now, known)) return asInverse(fileChange(path, now, to, sha256));
  return wholeFile(path, conflict);
}

const EDITED_SINCE = 'the change created this file and it was edited since; delete it yourself';
const ANOTHER_NOW = 'the change deleted this file and there is another one now';

function invertFile(applied: FileChange, now: Uint8Array | undefined, sha256: Sha256): FileInverse {
  const { path, before, after } = applied;
  if (after === undefined) {
    return before === undefined
      ? { kind: 'nothing' }
      : invertWhole({ path, to: before, known: before }, now, sha256, ANOTHER_NOW);
  }
  if (before === undefined)
    return invertWhole({ path, to: undefined, known: after }, now, sha256, EDITED_SINCE);
  if (now === undefined) return wholeFile(path, 'this file was deleted or renamed since the change');
  if (equalBytes(now, before)) return { kind: 'nothing' };
  return invertSpans(applied, after, now, sha256);
}

/**
 * The change set that takes `applied` back in the files as they are now: only the bytes it changed, so that
 * later edits elsewhere in the same files stay. All of it or nothing: with one conflict there is no change set.
 *
 * @param current content by path; a path without an entry is no file
 */
export function invertChanges(
  applied: ChangeSet,
  current: ReadonlyMap<string, Uint8Array>,
  sha256: Sha256,
): InvertResult {
  const files: FileChange[] = [];
  const conflicts: InvertConflict[] = [];
  for (const file of applied.files) {
    const inverse = invertFile(file, current.get(file.path), sha256);
    if (inverse.kind === 'change') files.push(inverse.change);
    if (inverse.kind === 'conflicts') conflicts.push(...inverse.conflicts);
  }
  if (conflicts.length > 0) return { ok: false, conflicts };
  return { ok: true, changes: { files, receipts: [] } };
}

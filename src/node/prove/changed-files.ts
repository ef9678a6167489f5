import type { FileChange } from '../../core/changes/change-set.ts';
import { fileChange } from '../../core/changes/file-change.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type { ChangedPath } from '../../core/prove/given-change.ts';
import { isRegular, type Mode } from '../git/raw-diff.ts';
import { sha256 } from '../system.ts';

/** One side of a path: what is there, and its bytes where they were read. */
export interface FoundSide {
  readonly mode: Mode;
  readonly bytes?: Uint8Array | undefined;
  /** Why there are no bytes. */
  readonly missing?: string | undefined;
}

export interface FoundPath {
  readonly path: string;
  readonly from?: string | undefined;
  readonly before: FoundSide;
  readonly after: FoundSide;
}

/** Larger files are named and not looked into. */
export const MOST_FILE_BYTES = 16 * 1024 * 1024;
/** Of all contents of one change, before and after. */
export const MOST_CHANGE_BYTES = 768 * 1024 * 1024;

/** Paths as the checks see them, and as people are told of them; what is the same on both sides is left out. */
export function describePaths(found: readonly FoundPath[]): {
  readonly files: readonly FileChange[];
  readonly paths: readonly ChangedPath[];
} {
  const files: FileChange[] = [];
  const paths: ChangedPath[] = [];
  for (const one of [...found].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const reason = reasonNotToLook(one);
    if (reason !== undefined) {
      paths.push({ ...named(one), notLookedAt: reason });
      continue;
    }
    const changed = changesOf(one);
    if (changed.length === 0 && one.from === undefined && one.before.mode === one.after.mode) continue;
    files.push(...changed);
    paths.push(named(one));
  }
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), paths };
}

/** A rename is a deletion and a new file. */
function changesOf({ path, from, before, after }: FoundPath): readonly FileChange[] {
  const parts =
    from === undefined
      ? [fileChange(path, before.bytes, after.bytes, sha256)]
      : [fileChange(from, before.bytes, undefined, sha256), fileChange(path, undefined, after.bytes, sha256)];
  return parts.filter(part => part !== undefined);
}

function reasonNotToLook({ path, from, before, after }: FoundPath): string | undefined {
  if (`${path}${from ?? ''}`.includes('\uFFFD')) return 'its name is not UTF-8';
  for (const side of [after, before]) {
    if (side.mode === 'none') continue;
    if (!isRegular(side.mode)) return `it is a ${side.mode}`;
    if (side.bytes === undefined) return side.missing ?? 'its content is not here';
  }
  return undefined;
}

function named({ path, from, before, after }: FoundPath): ChangedPath {
  const change =
    before.mode === 'none'
      ? 'added'
      : after.mode === 'none'
        ? 'deleted'
        : from === undefined
          ? 'modified'
          : 'renamed';
  const bytes = after.bytes ?? before.bytes;
  const notes = [
    ...[before.mode, after.mode].filter(mode => mode === 'symbolic link' || mode === 'submodule'),
    ...(before.mode === 'file' && after.mode === 'executable' ? ['now executable'] : []),
    ...(before.mode === 'executable' && after.mode === 'file' ? ['no longer executable'] : []),
    ...(bytes === undefined ? [] : textNotes(bytes)),
  ];
  return { path, change, ...(from === undefined ? {} : { from }), notes: [...new Set(notes)] };
}

/** As git decides it: a zero byte among the first 8,000. */
function textNotes(bytes: Uint8Array): readonly string[] {
  if (bytes.subarray(0, 8000).includes(0)) return ['binary'];
  return decodeUtf8(bytes) === undefined ? ['not UTF-8'] : [];
}

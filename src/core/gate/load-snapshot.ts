import type { ChangeSet } from '../changes/change-set.ts';
import type { Files } from '../ports/files.ts';

export interface LoadedSnapshot {
  /** Bytes by path; a path without an entry does not exist. */
  readonly snapshot: ReadonlyMap<string, Uint8Array>;
  /** Where the files really lie, for those that a link leads to. */
  readonly real: ReadonlyMap<string, string>;
  readonly hashes: ReadonlyMap<string, string>;
  /** Why a file must not be used, with its path in it. */
  readonly problems: readonly string[];
}

/** A change with the places that links of its files led to. */
export function withPlaces(changes: ChangeSet, real: ReadonlyMap<string, string>): ChangeSet {
  if (real.size === 0) return changes;
  const files = changes.files.map(change => {
    const realPath = real.get(change.path);
    return realPath === undefined ? change : { ...change, realPath };
  });
  return { ...changes, files };
}

/** Reads the files of a change together, so that it is simulated on one moment's bytes. */
export async function loadSnapshot(paths: Iterable<string>, files: Files): Promise<LoadedSnapshot> {
  const snapshot = new Map<string, Uint8Array>();
  const hashes = new Map<string, string>();
  const real = new Map<string, string>();
  const problems: string[] = [];
  for (const result of await Promise.all([...new Set(paths)].map(path => files.read(path)))) {
    if (result.kind === 'file') {
      snapshot.set(result.file.path, result.file.bytes);
      hashes.set(result.file.path, result.file.sha256);
      if (result.file.realPath !== undefined) real.set(result.file.path, result.file.realPath);
    } else if (result.kind === 'refused') {
      problems.push(`${result.path}: ${result.reason}`);
    }
  }
  return { snapshot, hashes, real, problems };
}

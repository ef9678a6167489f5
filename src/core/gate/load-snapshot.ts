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

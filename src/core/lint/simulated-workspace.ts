import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { hasEnding } from '../kernel/file-endings.ts';
import { Semaphore } from '../kernel/semaphore.ts';
import type { DirectoryEntry, Files, ReadResult } from '../ports/files.ts';
import type { Git } from '../ports/git.ts';
import { compareText } from './compare.ts';

/** Where tools that want files find the content a change set would write. All of it lies outside the workspace. */
export interface SimulatedPlaces {
  /** Whether a file already lies in the workspace as the change set would leave it, so that tools can look at it there. */
  isThere(change: FileChange): Promise<boolean>;
  /** Absolute path of a file with the future content of a changed file. */
  contentOf(path: string): Promise<string>;
  /** Absolute folder with a copy of the workspace's Python files and configuration as they would be. */
  copy(): Promise<string>;
  dispose(): Promise<void>;
}

/** The workspace's files as they would be after the change. Nothing can be applied to them. */
export function filesAfter(files: Files, changes: ChangeSet): Files {
  const byPath = new Map(changes.files.map(change => [change.path, change]));
  return {
    async read(path): Promise<ReadResult> {
      const change = byPath.get(path);
      if (!change) return files.read(path);
      if (change.after === undefined) return { kind: 'missing', path };
      return { kind: 'file', file: { path, bytes: change.after, sha256: change.afterSha256 ?? '' } };
    },
    async list(path): Promise<readonly DirectoryEntry[] | undefined> {
      const entries = await files.list(path);
      const added = createdEntries(folderOf(path), changes.files);
      if (entries === undefined) return added.size === 0 ? undefined : sorted(added);
      const kept = new Map(entries.map(entry => [entry.name, entry.type]));
      for (const { path: gone } of changes.files.filter(isDeleted)) {
        const name = nameIn(folderOf(path), gone);
        if (name !== undefined && !name.includes('/')) kept.delete(name);
      }
      return sorted(new Map([...kept, ...added]));
    },
    async walk(path, options): Promise<readonly string[]> {
      const found = new Set(await files.walk(path, options));
      for (const change of changes.files) {
        if (isDeleted(change)) found.delete(change.path);
        else if (
          change.before === undefined &&
          isBelow(folderOf(path), change.path) &&
          hasEnding(change.path, options?.extensions)
        ) {
          found.add(change.path);
        }
      }
      return [...found].sort(compareText);
    },
    apply: async () => ({
      kind: 'not_applied',
      reason: 'these files are simulated; apply the change set to the real ones',
      rolledBack: false,
    }),
  };
}

/** A change may be of more files than a process may have open. */
const COMPARED_AT_ONCE = 16;

/** A change with those of its files that do not lie in the workspace as it would leave them. */
export interface SimulatedChanges extends ChangeSet {
  readonly missing: readonly FileChange[];
}

/** Of those that compare before and after, mostly one of the two is there. */
export async function findMissing(changes: ChangeSet, places: SimulatedPlaces): Promise<SimulatedChanges> {
  const turns = new Semaphore(COMPARED_AT_ONCE);
  const isThere = await Promise.all(changes.files.map(change => turns.run(() => places.isThere(change))));
  return { ...changes, missing: changes.files.filter((_, i) => isThere[i] !== true) };
}

/** Git as it would answer after the change: what is changed is modified, what is deleted is gone. */
export const gitAfter = (git: Git, changes: ChangeSet): Git => ({
  async modifiedFiles(signal) {
    const now = await git.modifiedFiles(signal);
    if (now.kind === 'not_a_repository') return now;
    const paths = new Set(now.paths);
    for (const change of changes.files) {
      if (isDeleted(change)) paths.delete(change.path);
      else paths.add(change.path);
    }
    return { ...now, paths: [...paths].sort(compareText) };
  },
});

export const isDeleted = (change: FileChange): boolean => change.after === undefined;

const folderOf = (path: string): string =>
  path === '.' ? '' : path.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');

const isBelow = (folder: string, path: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The path inside the folder; `undefined` when it lies elsewhere. */
const nameIn = (folder: string, path: string): string | undefined => {
  if (folder === '') return path;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
};

function createdEntries(folder: string, changes: readonly FileChange[]): Map<string, DirectoryEntry['type']> {
  const entries = new Map<string, DirectoryEntry['type']>();
  for (const change of changes) {
    const inside =
      change.before === undefined && !isDeleted(change) ? nameIn(folder, change.path) : undefined;
    const [name = '', ...rest] = inside?.split('/') ?? [];
    if (name !== '') entries.set(name, rest.length > 0 ? 'directory' : 'file');
  }
  return entries;
}

const sorted = (entries: ReadonlyMap<string, DirectoryEntry['type']>): readonly DirectoryEntry[] =>
  [...entries].map(([name, type]) => ({ name, type })).sort((a, b) => compareText(a.name, b.name));

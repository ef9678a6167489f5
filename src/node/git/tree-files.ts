import { hasEnding } from '../../core/kernel/file-endings.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { DirectoryEntry, Files, ReadResult } from '../../core/ports/files.ts';
import { sha256 } from '../system.ts';
import { HISTORY_TIMEOUT_MS, readBlobs } from './objects.ts';
import { isRegular, type Mode, modeOf } from './raw-diff.ts';
import type { RunGit } from './run-git.ts';

export interface TreeEntry {
  readonly mode: Mode;
  readonly oid: string;
}

/** The files of one commit or tree: nothing can be applied to them. */
export interface TreeFiles extends Files {
  readonly entries: ReadonlyMap<string, TreeEntry>;
}

/** Neighbours that are read with a file: an index asks for all of them, one after the other. */
const READ_AHEAD = 256;

/** Reads the list of a tree's files, of a folder of a repository those below it; their contents are read when they are asked for, many at a time. */
export async function openTree(git: RunGit, tree: string, signal: AbortSignal): Promise<Result<TreeFiles>> {
  const listed = await git({ args: ['ls-tree', '-r', '-z', tree], timeoutMs: HISTORY_TIMEOUT_MS }, signal);
  return listed.ok ? ok(treeFiles(git, readTree(listed.value), signal)) : listed;
}

/** `100644 blob OID\tpath`. */
function readTree(printed: string): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const record of printed.split('\0')) {
    const tab = record.indexOf('\t');
    const [mode = '', , oid = ''] = record.slice(0, tab).split(' ');
    if (tab > 0) entries.set(record.slice(tab + 1), { mode: modeOf(mode), oid });
  }
  return entries;
}

function treeFiles(git: RunGit, entries: ReadonlyMap<string, TreeEntry>, signal: AbortSignal): TreeFiles {
  const ahead = new ReadAhead(git, entries, signal);
  return {
    entries,
    async read(path): Promise<ReadResult> {
      const entry = entries.get(path);
      if (entry === undefined) return { kind: 'missing', path };
      if (!isRegular(entry.mode)) return { kind: 'refused', path, reason: `is a ${entry.mode}` };
      const bytes = await ahead.read(path, entry.oid);
      if (!bytes.ok) return { kind: 'refused', path, reason: bytes.error };
      if (bytes.value === undefined) return { kind: 'refused', path, reason: 'is not in this clone' };
      return { kind: 'file', file: { path, bytes: bytes.value, sha256: sha256(bytes.value) } };
    },
    async list(path): Promise<readonly DirectoryEntry[] | undefined> {
      const below = [...entries.keys()].filter(isBelow(path));
      if (below.length === 0) return undefined;
      const from = folderOf(path).length;
      const found = new Map<string, DirectoryEntry>();
      for (const file of below) {
        const [name = '', ...rest] = file.slice(from).split('/');
        found.set(name, { name, type: rest.length > 0 ? 'directory' : 'file' });
      }
      return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async walk(path, options) {
      const found = [...entries]
        .filter(([file, { mode }]) => isRegular(mode) && (file === path || isBelow(path)(file)))
        .flatMap(([file]) => (hasEnding(file, options?.extensions) ? [file] : []))
        .sort();
      // Of a list of all files not all are read.
      if (options?.extensions !== undefined) ahead.expect(found);
      return found;
    },
    apply: async () => ({
      kind: 'not_applied',
      reason: 'these are the files of a commit; nothing is written there',
      rolledBack: false,
    }),
  };
}

const folderOf = (path: string): string =>
  path === '.' || path === '' ? '' : path.endsWith('/') ? path : `${path}/`;
const isBelow =
  (path: string) =>
  (file: string): boolean =>
    file.startsWith(folderOf(path));

interface Listing {
  readonly paths: readonly string[];
  readonly places: ReadonlyMap<string, number>;
  batch: { readonly oids: ReadonlySet<string>; readonly read: ReturnType<typeof readBlobs> } | undefined;
}

/** The Python files, and others of some endings. */
const MOST_LISTINGS = 6;

/**
 * Reads files in the order in which they were listed, many in one call of git; of each list only what was read last is
 * kept, so that memory stays bounded.
 */
class ReadAhead {
  readonly #git: RunGit;
  readonly #signal: AbortSignal;
  readonly #entries: ReadonlyMap<string, TreeEntry>;
  /** The one that was read last comes first. */
  #listings: readonly Listing[] = [];

  constructor(git: RunGit, entries: ReadonlyMap<string, TreeEntry>, signal: AbortSignal) {
    this.#git = git;
    this.#signal = signal;
    this.#entries = entries;
  }

  /** Of these others will be asked for, too. */
  expect(paths: readonly string[]): void {
    if (paths.length === 0) return;
    const isSame = ({ paths: known }: Listing) =>
      known.length === paths.length && known.every((path, i) => path === paths[i]);
    const places = () => new Map(paths.map((path, i) => [path, i]));
    this.#putFirst(this.#listings.find(isSame) ?? { paths, places: places(), batch: undefined });
  }

  #putFirst(listing: Listing): void {
    this.#listings = [listing, ...this.#listings.filter(each => each !== listing)].slice(0, MOST_LISTINGS);
  }

  async read(path: string, oid: string): Promise<Result<Uint8Array | undefined>> {
    const listing = this.#listings.find(({ places }) => places.has(path));
    if (listing === undefined) return blobOf(await readBlobs(this.#git, [oid], this.#signal), oid);
    if (listing !== this.#listings[0]) this.#putFirst(listing);
    if (listing.batch?.oids.has(oid) !== true) {
      const oids = this.#from(listing, path);
      listing.batch = { oids: new Set(oids), read: readBlobs(this.#git, oids, this.#signal) };
    }
    return blobOf(await listing.batch.read, oid);
  }

  /** It, and what lies behind it in the list. */
  #from({ paths, places }: Listing, path: string): readonly string[] {
    const at = places.get(path) ?? 0;
    return paths.slice(at, at + READ_AHEAD).flatMap(each => this.#entries.get(each)?.oid ?? []);
  }
}

type Blobs = Awaited<ReturnType<typeof readBlobs>>;

const blobOf = (read: Blobs, oid: string): Result<Uint8Array | undefined> =>
  read.ok ? ok(read.value.get(oid)) : read;

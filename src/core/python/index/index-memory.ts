import type { ModuleIndex, SkippedModule } from '../grammar/module-index.ts';
import { type ArchivedFile, decodeArchive, encodeArchive } from './index-archive.ts';
import { decodeIndex, encodeIndex } from './index-text.ts';

/** Where a host keeps the index between sessions, and how it tells cheaply that a file is the same. */
export interface IndexStore {
  /** `undefined` when there is none, or none that is whole and this user's own. */
  load(): Promise<string | undefined>;
  /** Lines without their ends. Does not reject: what cannot be kept is found again by reading the files. */
  save(lines: Iterable<string>): Promise<void>;
  /** A text that changes whenever the file's bytes do; `undefined` when the file has to be read to be sure. */
  stamp(path: string): Promise<string | undefined>;
}

export interface RememberedFile {
  readonly sha256: string;
  readonly index: ModuleIndex | SkippedModule;
}

type Known = ArchivedFile | (RememberedFile & { readonly stamp: string });

/** Files learned anew before the archive is written again. */
const CHANGES_PER_SAVE = 32;

/** What is known of files by their stamps, from this session and the ones before. */
export class IndexMemory {
  readonly #store: IndexStore;
  #files: Map<string, Known> | undefined;
  #unsaved = 0;
  #saved: 'never' | 'once' = 'never';

  constructor(store: IndexStore) {
    this.#store = store;
  }

  /** Reads the archive of the sessions before, the first time it is called. */
  async load(): Promise<void> {
    if (this.#files !== undefined) return;
    const text = await this.#store.load();
    this.#files = new Map(text === undefined ? undefined : decodeArchive(text));
  }

  stamp(path: string): Promise<string | undefined> {
    return this.#store.stamp(path);
  }

  /** The file's index, when it was made of the file that still has this stamp. */
  recall(path: string, stamp: string): RememberedFile | undefined {
    const known = this.#files?.get(path);
    if (known?.stamp !== stamp) return undefined;
    if ('index' in known) return known;
    const index = decodeIndex(known.archived);
    if (index === undefined) return undefined;
    const remembered = { stamp, sha256: known.sha256, index };
    this.#files?.set(path, remembered);
    return remembered;
  }

  learn(path: string, stamp: string, file: RememberedFile): void {
    this.#files?.set(path, { ...file, stamp });
    this.#unsaved++;
  }

  /** Writes the archive after the first look that found something new, then now and again. */
  async save(paths: ReadonlySet<string>): Promise<void> {
    const files = this.#files;
    if (files === undefined || this.#unsaved === 0) return;
    if (this.#saved === 'once' && this.#unsaved < CHANGES_PER_SAVE) return;
    this.#unsaved = 0;
    this.#saved = 'once';
    for (const path of files.keys()) if (!paths.has(path)) files.delete(path);
    await this.#store.save(encodeArchive(archivedOf([...files])));
  }
}

/** One after the other, so that whoever writes them can let other work run in between. */
function* archivedOf(
  files: readonly (readonly [string, Known])[],
): Generator<readonly [string, ArchivedFile]> {
  for (const [path, known] of files) {
    if (!('index' in known)) yield [path, known];
    else yield [path, { ...known, archived: encodeIndex(known.index) }];
  }
}

import type { Files } from '../ports/files.ts';
import { type ArchivedFile, decodeArchive, encodeArchive } from './index-archive.ts';
import type { IndexCache, IndexStore } from './index-cache.ts';
import { isSkipped, type ModuleIndex, type SkippedModule } from './module-index.ts';
import { type ModuleName, moduleNameOf } from './module-name.ts';
import { SymbolTable } from './symbol-table.ts';
import type { SkippedFile, WorkspaceModule } from './workspace-module.ts';

export { IndexCache, type IndexStore } from './index-cache.ts';

/**
 * Files as they would be after a change: new bytes by path, `undefined` for a deleted file. It is looked at
 * again for every question, so a host may keep unsaved editors in it.
 */
export type Overlay = ReadonlyMap<string, Uint8Array | undefined>;

/** What is known of the workspace's Python files at one moment. */
export interface WorkspaceSnapshot {
  readonly table: SymbolTable;
  readonly modules: ReadonlyMap<string, WorkspaceModule>;
  /** Sorted by path. */
  readonly skipped: readonly SkippedFile[];
  /** The bytes that a module was indexed from; `undefined` when the file has changed since. */
  readBytes(module: WorkspaceModule): Promise<Uint8Array | undefined>;
}

/** Files indexed anew before the archive is written again. */
const CHANGES_PER_SAVE = 32;

interface Stamped {
  readonly stamp: string;
  readonly sha256: string;
  readonly index: ModuleIndex | SkippedModule;
}

interface Entry {
  /** Hash of a file, or the overlay's bytes themselves: equal when nothing changed. */
  readonly version: string | Uint8Array;
  readonly content: { readonly module: WorkspaceModule } | { readonly skipped: string };
}

type Content =
  | { readonly version: string | Uint8Array; readonly index: ModuleIndex | SkippedModule }
  | { readonly version: string; readonly refused: string };

const PYTHON_FILES = ['.py', '.pyi'];
/** Files read at the same time. */
const BATCH = 32;

/** The Python files of a workspace, indexed again only where their bytes have changed. */
export class WorkspaceIndex {
  readonly #files: Files;
  readonly #overlay: Overlay;
  readonly #cache: IndexCache;
  readonly #store: IndexStore | undefined;
  /** What is known of files by their stamps; loaded from the store before the first look. */
  #stamped: Map<string, Stamped> | undefined;
  #unsaved = 0;
  #lastSave: 'none' | 'done' = 'none';
  readonly #entries = new Map<string, Entry>();
  readonly #table = new SymbolTable();
  #packageFolders: ReadonlySet<string> = new Set();
  #nextId = 1;
  #refreshing: Promise<WorkspaceSnapshot> | undefined;

  constructor(files: Files, overlay: Overlay, cache: IndexCache, store?: IndexStore) {
    this.#files = files;
    this.#overlay = overlay;
    this.#cache = cache;
    this.#store = store;
  }

  /** Looks at every file and indexes those that changed. Calls at the same time share one look. */
  refresh(): Promise<WorkspaceSnapshot> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<WorkspaceSnapshot> {
    if (this.#store !== undefined) this.#stamped ??= await this.#load(this.#store);
    const paths = await this.#listPaths();
    const contents = await this.#readAll(paths);
    const packageFolders = foldersOfPackages(paths);
    // A folder that becomes a package, or is none any more, gives all modules below other names.
    if (!isSameSet(packageFolders, this.#packageFolders))
      for (const path of [...this.#entries.keys()]) this.#drop(path);
    this.#packageFolders = packageFolders;
    for (const path of [...this.#entries.keys()]) if (!contents.has(path)) this.#drop(path);
    for (const [path, content] of contents) {
      if (this.#entries.get(path)?.version === content.version) continue;
      this.#drop(path);
      this.#take(path, content);
    }
    if (this.#overlay.size === 0) this.#cache.keepOnly(new Set([...contents.values()].map(hashOf)));
    await this.#save(contents);
    return this.#snapshot();
  }

  async #load(store: IndexStore): Promise<Map<string, Stamped>> {
    const bytes = await store.load();
    const files = bytes === undefined ? undefined : decodeArchive(bytes);
    for (const { sha256, index } of files ?? []) this.#cache.remember(sha256, index);
    return new Map(files?.map(({ path, ...stamped }) => [path, stamped]));
  }

  /** Writes the archive after the first look that found something new, then now and again. */
  async #save(contents: ReadonlyMap<string, Content>): Promise<void> {
    const stamped = this.#stamped;
    if (this.#store === undefined || stamped === undefined || this.#unsaved === 0) return;
    const isFirst = this.#lastSave === 'none';
    if (!isFirst && this.#unsaved < CHANGES_PER_SAVE) return;
    this.#unsaved = 0;
    this.#lastSave = 'done';
    for (const path of stamped.keys()) if (!contents.has(path)) stamped.delete(path);
    const files = [...stamped].map(([path, known]): ArchivedFile => ({ path, ...known }));
    await this.#store.save(encodeArchive(files));
  }

  async #listPaths(): Promise<readonly string[]> {
    const paths = new Set(await this.#files.walk('.', { extensions: PYTHON_FILES }));
    for (const [path, bytes] of this.#overlay) {
      if (!PYTHON_FILES.some(extension => path.endsWith(extension))) continue;
      if (bytes === undefined) paths.delete(path);
      else paths.add(path);
    }
    return [...paths].sort();
  }

  async #readAll(paths: readonly string[]): Promise<ReadonlyMap<string, Content>> {
    const contents = new Map<string, Content>();
    for (let i = 0; i < paths.length; i += BATCH) {
      const batch = paths.slice(i, i + BATCH);
      const read = await Promise.all(batch.map(path => this.#readOne(path)));
      for (const [j, content] of read.entries()) {
        if (content !== undefined) contents.set(batch[j] as string, content);
      }
    }
    return contents;
  }

  async #readOne(path: string): Promise<Content | undefined> {
    const planned = this.#overlay.get(path);
    if (planned !== undefined) return { version: planned, index: this.#cache.indexBytes(planned) };
    const stamp = await this.#store?.stamp(path);
    const known = this.#stamped?.get(path);
    if (stamp !== undefined && known?.stamp === stamp) return { version: known.sha256, index: known.index };
    const result = await this.#files.read(path);
    if (result.kind === 'missing') return undefined;
    if (result.kind === 'refused') return { version: `refused ${result.reason}`, refused: result.reason };
    const { sha256, bytes } = result.file;
    const index = this.#cache.indexFile(sha256, bytes);
    if (stamp !== undefined) {
      this.#stamped?.set(path, { stamp, sha256, index });
      this.#unsaved++;
    }
    return { version: sha256, index };
  }

  #take(path: string, content: Content): void {
    const { version } = content;
    if ('refused' in content) {
      this.#entries.set(path, { version, content: { skipped: content.refused } });
      return;
    }
    if (isSkipped(content.index)) {
      this.#entries.set(path, { version, content: content.index });
      return;
    }
    const name: ModuleName = moduleNameOf(path, folder => this.#packageFolders.has(folder));
    const module: WorkspaceModule = { ...name, path, id: this.#nextId++, index: content.index };
    this.#entries.set(path, { version, content: { module } });
    this.#table.add(module);
  }

  #drop(path: string): void {
    const entry = this.#entries.get(path);
    if (entry === undefined) return;
    if ('module' in entry.content) this.#table.remove(entry.content.module);
    this.#entries.delete(path);
  }

  #snapshot(): WorkspaceSnapshot {
    const modules = new Map<string, WorkspaceModule>();
    const skipped: SkippedFile[] = [];
    const versions = new Map<string, string | Uint8Array>();
    for (const path of [...this.#entries.keys()].sort()) {
      const { version, content } = this.#entries.get(path) as Entry;
      versions.set(path, version);
      if ('module' in content) modules.set(path, content.module);
      else skipped.push({ file: path, reason: content.skipped });
    }
    const readBytes = async ({ path }: WorkspaceModule) => {
      const version = versions.get(path);
      if (version instanceof Uint8Array) return version;
      const result = await this.#files.read(path);
      return result.kind === 'file' && result.file.sha256 === version ? result.file.bytes : undefined;
    };
    return { table: this.#table, modules, skipped, readBytes };
  }
}

function hashOf(content: Content): string {
  return typeof content.version === 'string' ? content.version : '';
}

function foldersOfPackages(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const folder = /^(.*)\/__init__\.pyi?$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const value of a) if (!b.has(value)) return false;
  return true;
}

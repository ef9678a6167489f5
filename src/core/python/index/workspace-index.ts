import { at } from '../../kernel/at.ts';
import type { Files } from '../../ports/files.ts';
import type { WatchedChanges, WorkspaceWatch } from '../../ports/workspace-watch.ts';
import { isSkipped, type ModuleIndex, type SkippedModule } from '../grammar/module-index.ts';
import { IndexCache } from './index-cache.ts';
import { IndexMemory, type IndexStore } from './index-memory.ts';
import { moduleNameOf } from './module-name.ts';
import { SymbolTable } from './symbol-table.ts';
import type { SkippedFile, WorkspaceModule } from './workspace-module.ts';

/** What editors hold of the workspace's files and have not saved, by path. The same array is the same content. */
export type UnsavedFiles = ReadonlyMap<string, Uint8Array>;

export interface WorkspaceIndexOptions {
  /** Shared with others who index the same files, so that each version is indexed once. */
  readonly cache?: IndexCache;
  /** Keeps the index between sessions, so that a start reads only what has changed. */
  readonly store?: IndexStore;
  /** Asked at each look: an editor's buffer is the file's content. */
  readonly unsaved?: () => UnsavedFiles;
  /** For a session of many questions: a look then reads what was changed, and nothing else. */
  readonly watch?: WorkspaceWatch;
}

/** What is known of the workspace's Python files at one moment; it stays as it is. */
export interface WorkspaceSnapshot {
  readonly table: SymbolTable;
  readonly modules: ReadonlyMap<string, WorkspaceModule>;
  /** Sorted by path. */
  readonly skipped: readonly SkippedFile[];
  /** The bytes that a module was indexed from; `undefined` when the file has changed since. */
  readBytes(module: WorkspaceModule): Promise<Uint8Array | undefined>;
}

/** The Python files of a workspace, looked at again for each question and indexed again only where they changed. */
export interface PythonWorkspace {
  look(): Promise<WorkspaceSnapshot>;
  readonly cache: IndexCache;
}

interface Content {
  /** Hash of a file, or an editor's bytes themselves: equal when nothing changed. */
  readonly version: string | Uint8Array;
  readonly index: ModuleIndex | SkippedModule;
}

const PYTHON_FILES = ['.py', '.pyi'];
/** Files read at the same time. */
const BATCH = 32;

export class WorkspaceIndex implements PythonWorkspace {
  readonly cache: IndexCache;
  readonly #files: Files;
  readonly #memory: IndexMemory | undefined;
  readonly #unsaved: () => UnsavedFiles;
  readonly #watch: WorkspaceWatch | undefined;
  #contents: ReadonlyMap<string, Content> = new Map();
  #snapshot: WorkspaceSnapshot | undefined;
  #looking: Promise<WorkspaceSnapshot> | undefined;
  #next: Promise<WorkspaceSnapshot> | undefined;
  #nextId = 1;

  constructor(files: Files, options: WorkspaceIndexOptions = {}) {
    this.#files = files;
    this.cache = options.cache ?? new IndexCache();
    this.#memory = options.store && new IndexMemory(options.store);
    this.#unsaved = options.unsaved ?? (() => new Map());
    this.#watch = options.watch;
  }

  /** Sees everything written before the call: who comes while a look is on shares the one after it. */
  look(): Promise<WorkspaceSnapshot> {
    const looking = this.#looking;
    if (looking === undefined) return this.#begin();
    this.#next ??= looking
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<WorkspaceSnapshot> {
    const looking = this.#look().finally(() => {
      this.#looking = undefined;
    });
    this.#looking = looking;
    return looking;
  }

  async #look(): Promise<WorkspaceSnapshot> {
    await this.#memory?.load();
    const unsaved = this.#unsaved();
    const changes = this.#snapshot === undefined ? undefined : await this.#watch?.changes();
    const contents =
      changes === undefined ? await this.#readAll(unsaved) : await this.#readChanged(changes, unsaved);
    if (this.#snapshot !== undefined && isSame(contents, this.#contents)) return this.#snapshot;
    // Not waited for: the answer does not depend on it, and it does not reject.
    void this.#memory?.save(new Set(contents.keys()));
    this.cache.keepOnly(new Set([...contents.values()].map(hashOf)));
    this.#snapshot = this.#describeAgain(contents) ?? this.#describe(contents);
    this.#contents = contents;
    return this.#snapshot;
  }

  async #readAll(unsaved: UnsavedFiles): Promise<ReadonlyMap<string, Content>> {
    await this.#watch?.begin();
    const paths = [...(await this.#files.walk('.', { extensions: PYTHON_FILES }))].sort();
    this.#watch?.found(paths);
    return this.#readPaths(paths, unsaved);
  }

  /** What is known, but for the files that may have another content. The same map when nothing is different. */
  async #readChanged(
    { paths, isListKnown }: WatchedChanges,
    unsaved: UnsavedFiles,
  ): Promise<ReadonlyMap<string, Content>> {
    const known = this.#contents;
    const again = new Set([...paths].filter(path => PYTHON_FILES.some(end => path.endsWith(end))));
    const isNew = [...again].some(path => !known.has(path));
    const listed =
      isListKnown && !isNew ? known : new Set(await this.#files.walk('.', { extensions: PYTHON_FILES }));
    for (const path of listed.keys()) if (!known.has(path)) again.add(path);
    for (const [path, { version }] of known)
      if (version instanceof Uint8Array || !listed.has(path)) again.add(path);
    for (const path of unsaved.keys()) if (known.has(path)) again.add(path);
    if (again.size === 0) return known;
    const reading = [...again].filter(path => listed.has(path));
    const read = await this.#readPaths(reading, unsaved);
    this.#watch?.found(reading.filter(path => !known.has(path)));
    const contents = new Map(known);
    for (const path of again) {
      const content = read.get(path);
      // A file that is known keeps its place in the order.
      if (content === undefined) contents.delete(path);
      else contents.set(path, content);
    }
    const isLonger = reading.some(path => !known.has(path));
    return isLonger ? new Map([...contents].sort(([a], [b]) => (a < b ? -1 : 1))) : contents;
  }

  async #readPaths(paths: readonly string[], unsaved: UnsavedFiles): Promise<ReadonlyMap<string, Content>> {
    const contents = new Map<string, Content>();
    for (let i = 0; i < paths.length; i += BATCH) {
      const batch = paths.slice(i, i + BATCH);
      const read = await Promise.all(batch.map(path => this.#readOne(path, unsaved.get(path))));
      for (const [j, content] of read.entries()) {
        if (content !== undefined) contents.set(at(batch, j), content);
      }
    }
    return contents;
  }

  async #readOne(path: string, unsaved: Uint8Array | undefined): Promise<Content | undefined> {
    if (unsaved !== undefined) return { version: unsaved, index: this.cache.indexBytes(unsaved) };
    const stamp = await this.#memory?.stamp(path);
    const known = stamp === undefined ? undefined : this.#memory?.recall(path, stamp);
    if (known !== undefined) {
      this.cache.remember(known.sha256, known.index);
      return { version: known.sha256, index: known.index };
    }
    const result = await this.#files.read(path);
    if (result.kind === 'missing') return undefined;
    if (result.kind === 'refused')
      return { version: `refused ${result.reason}`, index: { skipped: result.reason } };
    const { sha256, bytes, realPath } = result.file;
    // A link by now: what it leads to is found under its own name.
    if (realPath !== undefined) return undefined;
    const index = this.cache.indexFile(sha256, bytes);
    if (stamp !== undefined) this.#memory?.learn(path, stamp, { sha256, index });
    return { version: sha256, index };
  }

  /** The snapshot before with some modules in another version; `undefined` when more than that is different. */
  #describeAgain(contents: ReadonlyMap<string, Content>): WorkspaceSnapshot | undefined {
    const before = this.#snapshot;
    if (before === undefined || contents.size !== this.#contents.size) return undefined;
    const versions = new Map<WorkspaceModule, WorkspaceModule>();
    for (const [path, { index }] of contents) {
      const known = this.#contents.get(path);
      if (known?.index === index) continue;
      const module = before.modules.get(path);
      // Its name and its packages are as they were only where the files are the same.
      if (known === undefined || module === undefined || isSkipped(index)) return undefined;
      versions.set(module, { ...module, id: this.#nextId++, index });
    }
    const modules = new Map(before.modules);
    for (const [{ path }, module] of versions) modules.set(path, module);
    const table = before.table.replacing(versions);
    return table && { table, modules, skipped: before.skipped, readBytes: this.#reader(contents) };
  }

  #describe(contents: ReadonlyMap<string, Content>): WorkspaceSnapshot {
    const packages = foldersOfPackages(contents.keys());
    const table = new SymbolTable();
    const modules = new Map<string, WorkspaceModule>();
    const skipped: SkippedFile[] = [];
    for (const [path, { index }] of contents) {
      if (isSkipped(index)) {
        skipped.push({ file: path, reason: index.skipped });
        continue;
      }
      const module = this.#moduleOf(path, index, packages);
      modules.set(path, module);
      table.add(module);
    }
    return { table, modules, skipped, readBytes: this.#reader(contents) };
  }

  #reader(contents: ReadonlyMap<string, Content>): WorkspaceSnapshot['readBytes'] {
    return async ({ path }) => {
      const version = contents.get(path)?.version;
      if (typeof version !== 'string') return version;
      if (this.#files.readSame !== undefined) return this.#files.readSame(path, version);
      const result = await this.#files.read(path);
      return result.kind === 'file' && result.file.sha256 === version ? result.file.bytes : undefined;
    };
  }

  /** The one of the snapshot before, when it is the same. */
  #moduleOf(path: string, index: ModuleIndex, packages: ReadonlySet<string>): WorkspaceModule {
    const name = moduleNameOf(path, folder => packages.has(folder));
    const known = this.#snapshot?.modules.get(path);
    if (known?.index === index && known.name === name.name) return known;
    return { ...name, path, id: this.#nextId++, index };
  }
}

const hashOf = ({ version }: Content): string => (typeof version === 'string' ? version : '');

function foldersOfPackages(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const folder = /^(.*)\/__init__\.pyi?$/.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

function isSame(a: ReadonlyMap<string, Content>, b: ReadonlyMap<string, Content>): boolean {
  if (a.size !== b.size) return false;
  for (const [path, { version }] of a) if (b.get(path)?.version !== version) return false;
  return true;
}

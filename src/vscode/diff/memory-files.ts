import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { ThreeVersions } from '../../core/changes/three-versions.ts';

/** The two sides of a diff: the bytes the simulation began with, and the bytes it would write. */
export const BEFORE = 'workorder-before';
export const AFTER = 'workorder-after';
/** What a run wrote where someone changed the file since. */
const WRITTEN = 'workorder-written';

interface MemoryFile {
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** A proposed file that a person edited and saved. */
export interface EditedFile {
  readonly runId: string;
  readonly path: string;
  readonly text: Uint8Array;
}

/**
 * Files in memory, read-only but for the proposal that waits. Both sides of a file have the same path, or the diff's header would show a
 * rename; the authority tells runs apart, so that an editor of an older run never shows newer bytes.
 */
export class MemoryFiles implements vscode.FileSystemProvider {
  readonly #files = new Map<string, MemoryFile>();
  readonly #versions = new Map<string, MemoryFile>();
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #edited = new vscode.EventEmitter<EditedFile>();
  readonly onDidEdit = this.#edited.event;
  /** The run whose proposed side can be edited. */
  #editable: string | undefined;

  letEdit(runId: string | undefined): void {
    this.#editable = runId;
  }

  /** Makes both sides of every change readable until `forget`. */
  show(runId: string, changes: readonly FileChange[], now: number): void {
    for (const change of changes) {
      const { before, after } = sidesOf(runId, change);
      if (before !== undefined && change.before !== undefined)
        this.#files.set(before.toString(), { bytes: change.before, at: now });
      if (after !== undefined && change.after !== undefined)
        this.#files.set(after.toString(), { bytes: change.after, at: now });
    }
  }

  /** Other results of files that are shown; editors that are open follow. */
  update(runId: string, changes: readonly FileChange[], now: number): void {
    // A file that is written anew while someone types into it could not be saved.
    const others = changes.filter(change => {
      const { after } = sidesOf(runId, change);
      const known = after && this.#files.get(after.toString());
      return !(known && change.after && isSame(known.bytes, change.after));
    });
    this.show(runId, others, now);
    const type = vscode.FileChangeType.Changed;
    this.#changed.fire(
      others.flatMap(change => {
        const { after } = sidesOf(runId, change);
        return after === undefined ? [] : [{ type, uri: after }];
      }),
    );
  }

  /** The bytes of a run are no longer needed. */
  forget(runId: string): void {
    for (const key of [...this.#files.keys()])
      if (vscode.Uri.parse(key).authority === authorityOf(runId)) this.#files.delete(key);
  }

  /** Makes the two earlier versions of these files readable, as long as the window lives. */
  keepVersions(key: string, folder: vscode.Uri, files: readonly ThreeVersions[], now: number): void {
    for (const file of files) {
      const { before, ours } = versionsOf(key, folder, file);
      if (before !== undefined && file.before !== undefined)
        this.#versions.set(before.toString(), { bytes: file.before, at: now });
      if (ours !== undefined && file.ours !== undefined)
        this.#versions.set(ours.toString(), { bytes: file.ours, at: now });
    }
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, at } = this.#get(uri);
    const stat = { type: vscode.FileType.File, ctime: at, mtime: at, size: bytes.length };
    return this.#isEditable(uri) || hasUnsavedText(uri)
      ? stat
      : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#get(uri).bytes;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  /** Save in the proposed side of a diff: nothing of it is on the disk. */
  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    const isEditable = this.#isEditable(uri);
    if (!isEditable && !hasUnsavedText(uri)) throw vscode.FileSystemError.NoPermissions(uri);
    if (isEditable) this.#get(uri);
    const bytes = content.slice();
    this.#files.set(uri.toString(), { bytes, at: Date.now() });
    // What was typed when it was decided already is no edit of anything.
    if (isEditable) this.#edited.fire({ runId: uri.authority, path: uri.path.slice(1), text: bytes });
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  #isEditable({ scheme, authority }: vscode.Uri): boolean {
    return scheme === AFTER && this.#editable !== undefined && authority === authorityOf(this.#editable);
  }

  #get(uri: vscode.Uri): MemoryFile {
    const file = this.#files.get(uri.toString()) ?? this.#versions.get(uri.toString());
    if (file === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return file;
  }
}

/**
 * Text in a proposal that someone typed while it was decided. It must be possible to save: VS Code saves everything
 * before it begins a task, and waits with the task where that fails.
 */
const hasUnsavedText = (uri: vscode.Uri): boolean =>
  uri.scheme === AFTER &&
  vscode.workspace.textDocuments.some(each => each.isDirty && each.uri.toString() === uri.toString());

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Authorities are compared without case. */
const authorityOf = (runId: string): string => runId.toLowerCase();

/** The addresses of a change's two sides; a side that does not exist (created, deleted) is left out. */
export function sidesOf(runId: string, change: FileChange): { before?: vscode.Uri; after?: vscode.Uri } {
  const address = (scheme: string): vscode.Uri =>
    vscode.Uri.from({ scheme, authority: authorityOf(runId), path: `/${change.path}` });
  return {
    ...(change.before === undefined ? {} : { before: address(BEFORE) }),
    ...(change.after === undefined ? {} : { after: address(AFTER) }),
  };
}

/** The same for a file in three versions; `key` tells runs apart. The third, the file itself, has the same path. */
export function versionsOf(
  key: string,
  folder: vscode.Uri,
  file: ThreeVersions,
): { before?: vscode.Uri; ours?: vscode.Uri; current?: vscode.Uri } {
  const current = vscode.Uri.joinPath(folder, file.path);
  const address = (scheme: string): vscode.Uri =>
    vscode.Uri.from({ scheme, authority: key.toLowerCase(), path: current.path });
  return {
    ...(file.before === undefined ? {} : { before: address(BEFORE) }),
    ...(file.ours === undefined ? {} : { ours: address(WRITTEN) }),
    ...(file.current === undefined ? {} : { current }),
  };
}

export function registerMemoryFiles(files: MemoryFiles): vscode.Disposable {
  const register = (scheme: string, message?: string) =>
    vscode.workspace.registerFileSystemProvider(scheme, files, {
      isCaseSensitive: true,
      ...(message === undefined ? {} : { isReadonly: new vscode.MarkdownString(message) }),
    });
  return vscode.Disposable.from(
    register(BEFORE, 'The file as the work order found it.'),
    // Each file says itself whether it can be edited.
    register(AFTER),
    register(WRITTEN, 'The file as the run wrote it.'),
  );
}

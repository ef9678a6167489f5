import { createHash } from 'node:crypto';
import type { ChangeSet, FileChange } from '../../src/core/changes/change-set.ts';
import { throwIfCancelled } from '../../src/core/kernel/cancel.ts';
import type {
  ApplyOptions,
  ApplyResult,
  DirectoryEntry,
  Files,
  ReadResult,
} from '../../src/core/ports/files.ts';

/** What a test writes down for a file: text is stored as UTF-8. */
export type Content = string | Uint8Array;

const toBytes = (content: Content): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);
const toFolder = (path: string): string =>
  path === '.' ? '' : path.replace(/^\.\//, '').replace(/\/+$/, '');

/** `undefined` for a relative path with `/` that stays inside; otherwise the reason it is refused. */
function refusal(path: string): string | undefined {
  if (path === '' || path.includes('\0') || path.includes('\\'))
    return `${path}: not a workspace-relative path`;
  if (path.startsWith('/')) return `${path}: an absolute path; name it relative to the workspace`;
  if (path.split('/').includes('..')) return `${path}: leads out of the workspace`;
  if (path.split('/').some(segment => segment.toLowerCase() === '.git')) return `${path}: inside .git`;
  return undefined;
}

/**
 * The workspace's files in memory, for tests of everything above the port.
 * Faults are switched on by assigning the two hooks.
 */
export class MemoryFiles implements Files {
  /** When set, the next `apply` fails with this reason after it began, and rolls back. */
  failApply: string | undefined;
  /** When set, called once at the start of the next `apply`: what another program does meanwhile. */
  changeBeforeApply: ((files: MemoryFiles) => void) | undefined;
  /** Change sets that were applied, oldest first. */
  readonly applied: ChangeSet[] = [];
  readonly #contents = new Map<string, Uint8Array>();
  readonly #refused = new Map<string, string>();

  constructor(initial: Readonly<Record<string, Content>> = {}) {
    for (const [path, content] of Object.entries(initial)) this.set(path, content);
  }

  /** Writes a file as another program would, outside any change set. */
  set(path: string, content: Content): void {
    this.#contents.set(path, toBytes(content));
  }

  remove(path: string): void {
    this.#contents.delete(path);
  }

  /** Makes `read` and `apply` refuse the path, as for unsaved changes or a link out of the workspace. */
  refuse(path: string, reason: string): void {
    this.#refused.set(path, reason);
  }

  bytes(path: string): Uint8Array | undefined {
    return this.#contents.get(path);
  }

  /** The content as text; `undefined` when there is no such file. */
  text(path: string): string | undefined {
    const bytes = this.#contents.get(path);
    return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  /** Every path with its text: the whole workspace in one value to compare. */
  snapshot(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.paths().map(path => [path, this.text(path) ?? '']));
  }

  paths(): readonly string[] {
    return [...this.#contents.keys()].sort(byCodeUnits);
  }

  async read(path: string): Promise<ReadResult> {
    const reason = this.#refusal(path);
    if (reason !== undefined) return { kind: 'refused', path, reason };
    const bytes = this.#contents.get(path);
    if (bytes) return { kind: 'file', file: { path, bytes, sha256: sha256Of(bytes) } };
    if (this.#isFolder(path)) return { kind: 'refused', path, reason: `${path} is a folder` };
    return { kind: 'missing', path };
  }

  async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
    const folder = toFolder(path);
    if (folder !== '' && (refusal(folder) || !this.#isFolder(folder))) return undefined;
    const types = new Map<string, 'file' | 'directory'>();
    for (const file of this.#contents.keys()) {
      if (!isBelow(file, folder)) continue;
      const [name = '', ...rest] = (folder === '' ? file : file.slice(folder.length + 1)).split('/');
      types.set(name, rest.length > 0 ? 'directory' : 'file');
    }
    return [...types].map(([name, type]) => ({ name, type })).sort((a, b) => byCodeUnits(a.name, b.name));
  }

  async walk(
    path: string,
    options?: { readonly extensions?: readonly string[] },
  ): Promise<readonly string[]> {
    const folder = toFolder(path);
    if (folder !== '' && refusal(folder)) return [];
    const extensions = options?.extensions;
    return this.paths().filter(
      file =>
        (file === folder || isBelow(file, folder)) &&
        !file.split('/').includes('.git') &&
        (!extensions || extensions.some(extension => file.endsWith(extension))),
    );
  }

  async apply(changes: ChangeSet, options: ApplyOptions): Promise<ApplyResult> {
    throwIfCancelled(options.signal);
    const change = this.changeBeforeApply;
    this.changeBeforeApply = undefined;
    change?.(this);
    for (const file of changes.files) {
      const reason = this.#refusal(file.path) ?? this.#preimageFault(file);
      if (reason !== undefined) return { kind: 'not_applied', reason, path: file.path, rolledBack: false };
    }
    const failure = this.failApply;
    this.failApply = undefined;
    if (failure !== undefined) return { kind: 'not_applied', reason: failure, rolledBack: true };
    for (const file of changes.files) {
      if (file.after) this.#contents.set(file.path, file.after);
      else this.#contents.delete(file.path);
    }
    this.applied.push(changes);
    return { kind: 'applied' };
  }

  #preimageFault(file: FileChange): string | undefined {
    const now = this.#contents.get(file.path);
    const sha256 = now && sha256Of(now);
    if (sha256 === file.beforeSha256) return undefined;
    if (file.beforeSha256 === undefined) return `${file.path} exists already`;
    return sha256 === undefined
      ? `${file.path} no longer exists`
      : `${file.path} was changed by another program`;
  }

  #refusal(path: string): string | undefined {
    return this.#refused.get(path) ?? refusal(path);
  }

  #isFolder(path: string): boolean {
    for (const file of this.#contents.keys()) if (isBelow(file, path)) return true;
    return false;
  }
}

import { createHash } from 'node:crypto';
import type { ChangeSet, FileChange } from '../../src/core/changes/change-set.ts';
import { checkReadPath, checkWritePath } from '../../src/core/changes/path-policy.ts';
import { throwIfCancelled } from '../../src/core/kernel/cancel.ts';
import { hasEnding } from '../../src/core/kernel/file-endings.ts';
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

/** The canonical folder of a path to list or walk, `''` for the workspace; `undefined` when it is refused. */
function folderOf(path: string): string | undefined {
  if (path === '' || path === '.') return '';
  const verdict = checkReadPath(path);
  if (verdict.kind === 'refused') return undefined;
  return verdict.path === '.' ? '' : verdict.path;
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
    const verdict = checkReadPath(path);
    const reason = verdict.kind === 'refused' ? verdict.reason : this.#refused.get(verdict.path);
    if (verdict.kind === 'refused' || reason !== undefined)
      return { kind: 'refused', path, reason: reason ?? '' };
    const bytes = this.#contents.get(verdict.path);
    if (bytes) return { kind: 'file', file: { path: verdict.path, bytes, sha256: sha256Of(bytes) } };
    if (verdict.path === '.' || this.#isFolder(verdict.path))
      return { kind: 'refused', path, reason: 'is a folder' };
    return { kind: 'missing', path: verdict.path };
  }

  async readSame(path: string, sha256: string): Promise<Uint8Array | undefined> {
    const result = await this.read(path);
    return result.kind === 'file' && result.file.sha256 === sha256 ? result.file.bytes : undefined;
  }

  async list(path: string): Promise<readonly DirectoryEntry[] | undefined> {
    const folder = folderOf(path);
    if (folder === undefined || (folder !== '' && !this.#isFolder(folder))) return undefined;
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
    const folder = folderOf(path);
    if (folder === undefined) return [];
    return this.paths().filter(
      file =>
        (file === folder || isBelow(file, folder)) &&
        !file.split('/').includes('.git') &&
        hasEnding(file, options?.extensions),
    );
  }

  async apply(changes: ChangeSet, options: ApplyOptions): Promise<ApplyResult> {
    throwIfCancelled(options.signal);
    const change = this.changeBeforeApply;
    this.changeBeforeApply = undefined;
    change?.(this);
    for (const file of changes.files) {
      const fault = this.#fault(file);
      if (fault !== undefined) {
        return { kind: 'not_applied', reason: `${file.path}${fault}`, path: file.path, rolledBack: false };
      }
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

  /** Continues a sentence that begins with the path. */
  #fault(file: FileChange): string | undefined {
    const verdict = checkWritePath(file.path);
    if (verdict.kind === 'refused') return `: ${verdict.reason}`;
    const refused = this.#refused.get(file.path);
    if (refused !== undefined) return `: ${refused}`;
    const now = this.#contents.get(file.path);
    const sha256 = now && sha256Of(now);
    if (sha256 === file.beforeSha256) return undefined;
    if (file.beforeSha256 === undefined) return ' exists already';
    return sha256 === undefined ? ' no longer exists' : ' was changed by another program after it was read';
  }

  #isFolder(path: string): boolean {
    for (const file of this.#contents.keys()) if (isBelow(file, path)) return true;
    return false;
  }
}

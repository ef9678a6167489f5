import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { checkReadPath, checkWritePath, newNameProblem } from '../changes/path-policy.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { DirectoryEntry, Files } from '../ports/files.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { trimSpans } from '../text/spans.ts';

/** One path as the workspace had it when it was first touched, and as the run has it now. */
interface StagedFile {
  readonly before: Uint8Array | undefined;
  readonly now: Uint8Array | undefined;
}

/**
 * The change gate's overlay for agents: their writes are collected here and seen by their later reads, and
 * reach the workspace only as one reviewed change set. Every verb goes through the path policy (C37).
 */
export class Staging {
  readonly #files: Files;
  readonly #sha256: Sha256;
  readonly #staged = new Map<string, StagedFile>();

  constructor(files: Files, sha256: Sha256) {
    this.#files = files;
    this.#sha256 = sha256;
  }

  /** Paths touched so far that differ from the workspace, sorted. */
  get changedPaths(): readonly string[] {
    return this.changes().files.map(f => f.path);
  }

  /** Bytes through the overlay; `undefined` when there is no such file. */
  async read(path: string): Promise<Result<Uint8Array | undefined>> {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
    const staged = this.#staged.get(verdict.path);
    if (staged) return ok(staged.now);
    const result = await this.#files.read(verdict.path);
    if (result.kind === 'refused') return fail(`${path}: ${result.reason}`);
    return ok(result.kind === 'file' ? result.file.bytes : undefined);
  }

  /** Entries of a folder through the overlay; `undefined` when there is no such folder. */
  async list(path: string): Promise<Result<readonly DirectoryEntry[] | undefined>> {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
    const entries = new Map<string, DirectoryEntry>();
    const onDisk = await this.#files.list(verdict.path);
    for (const entry of onDisk ?? []) entries.set(entry.name, entry);
    const prefix = verdict.path === '.' ? '' : `${verdict.path}/`;
    let isStagedFolder = false;
    for (const [staged, { now }] of this.#staged) {
      if (!staged.startsWith(prefix)) continue;
      const [name = '', ...deeper] = staged.slice(prefix.length).split('/');
      if (now) {
        isStagedFolder = true;
        entries.set(name, { name, type: deeper.length > 0 ? 'directory' : 'file' });
      } else if (deeper.length === 0) entries.delete(name);
    }
    if (!onDisk && !isStagedFolder) return ok(undefined);
    return ok([...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)));
  }

  /** Files at or below a path through the overlay, sorted. */
  async filesBelow(path: string): Promise<Result<readonly string[]>> {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
    const found = new Set(await this.#files.walk(verdict.path));
    const prefix = verdict.path === '.' ? '' : `${verdict.path}/`;
    for (const [staged, { now }] of this.#staged) {
      if (staged !== verdict.path && !staged.startsWith(prefix)) continue;
      if (now) found.add(staged);
      else found.delete(staged);
    }
    return ok([...found].sort());
  }

  /** Writes the whole file; tells whether it existed. */
  async put(path: string, bytes: Uint8Array): Promise<Result<{ readonly existed: boolean }>> {
    return this.#stage(path, bytes);
  }

  /** Removes the file; an absent one is no fault (C7). */
  async remove(path: string): Promise<Result<{ readonly existed: boolean }>> {
    return this.#stage(path, undefined);
  }

  /** The same overlay, to rehearse on. */
  copy(): Staging {
    const copy = new Staging(this.#files, this.#sha256);
    for (const [path, file] of this.#staged) copy.#staged.set(path, file);
    return copy;
  }

  /** Back to what the workspace has. */
  discard(): void {
    this.#staged.clear();
  }

  /** Everything staged as one change set, on the bytes each file had when it was first touched. */
  changes(): ChangeSet {
    const files: FileChange[] = [];
    for (const [path, { before, now }] of this.#staged) {
      if (before === now || (before && now && equalBytes(before, now))) continue;
      files.push({
        path,
        before,
        after: now,
        beforeSha256: before && this.#sha256(before),
        afterSha256: now && this.#sha256(now),
        spans: wholeFileSpan(before ?? EMPTY, now ?? EMPTY),
      });
    }
    return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), receipts: [] };
  }

  async #stage(path: string, now: Uint8Array | undefined): Promise<Result<{ readonly existed: boolean }>> {
    const verdict = checkWritePath(path);
    if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
    const current = await this.read(verdict.path);
    if (!current.ok) return current;
    const problem = current.value || !now ? undefined : newNameProblem(verdict.path);
    if (problem !== undefined) return fail(`${path} is refused: ${problem}`);
    const before =
      this.#staged.get(verdict.path)?.before ?? (this.#staged.has(verdict.path) ? undefined : current.value);
    this.#staged.set(verdict.path, { before, now });
    return ok({ existed: current.value !== undefined });
  }
}

const EMPTY = new Uint8Array();

/** Where a whole-file write really differs: equal beginnings and ends are left out. */
function wholeFileSpan(before: Uint8Array, after: Uint8Array) {
  return trimSpans(before, after, [{ start: 0, end: before.length, afterStart: 0, afterEnd: after.length }]);
}

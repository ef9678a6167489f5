import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { canonicalPath, checkReadPath, checkWritePath, newNameProblem } from '../changes/path-policy.ts';
import { reasonNotToShow } from '../changes/secret-looking.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { DirectoryEntry, Files } from '../ports/files.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { trimSpans } from '../text/spans.ts';
import { withPlaces } from './load-snapshot.ts';
import { ShownFiles, type TextRange } from './shown-files.ts';

/** One path as the workspace had it when it was first touched, and as the run has it now. */
interface StagedFile {
  readonly before: Uint8Array | undefined;
  readonly now: Uint8Array | undefined;
}

/** One file as a call leaves it; `bytes` undefined: it is gone. */
export interface StagedEdit {
  readonly path: string;
  readonly bytes: Uint8Array | undefined;
  /** Where the content was before, when it is moved. */
  readonly from?: string;
}

/**
 * The change gate's overlay for agents: their writes are collected here and seen by their later reads, and
 * reach the workspace only as one reviewed change set. Every verb goes through the path policy.
 */
export class Staging {
  readonly #files: Files;
  readonly #sha256: Sha256;
  #staged = new Map<string, StagedFile>();
  /** Where links led to that were read. */
  readonly #places: Map<string, string>;
  /** What the agent saw of the files. */
  readonly shown: ShownFiles;

  constructor(
    files: Files,
    sha256: Sha256,
    shown = new ShownFiles(),
    places: Map<string, string> = new Map(),
  ) {
    this.#places = places;
    this.#files = files;
    this.#sha256 = sha256;
    this.shown = shown;
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
    if (result.kind === 'file' && result.file.realPath !== undefined)
      this.#places.set(verdict.path, result.file.realPath);
    return ok(result.kind === 'file' ? result.file.bytes : undefined);
  }

  /** The file that a path leads to by a link; `undefined`: the file is where its name says, or is not there. */
  async linkTarget(path: string): Promise<string | undefined> {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return undefined;
    const result = await this.#files.read(verdict.path);
    const real = result.kind === 'file' ? result.file.realPath : undefined;
    return real === verdict.path ? undefined : real;
  }

  /** Why an agent may not read the file, also when another name leads to it. */
  async reasonNotToShow(path: string): Promise<string | undefined> {
    const verdict = checkReadPath(path);
    if (verdict.kind === 'refused') return undefined;
    const { secretsAllowed } = this.#files;
    const result = this.#staged.has(verdict.path) ? undefined : await this.#files.read(verdict.path);
    const real = result?.kind === 'file' ? (result.file.realPath ?? result.file.path) : verdict.path;
    return reasonNotToShow(verdict.path, secretsAllowed) ?? reasonNotToShow(real, secretsAllowed);
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

  /** The agent was shown this range of a file that `read` gave. */
  noteShown(path: string, bytes: Uint8Array, range: TextRange): void {
    const canonical = canonicalPath(path);
    this.shown.noteShown(canonical, this.#sha256(bytes), range, !this.#staged.has(canonical));
  }

  /** What the agent was shown of this content of the file. */
  shownOf(path: string, bytes: Uint8Array): readonly TextRange[] {
    return this.shown.shownOf(canonicalPath(path), this.#sha256(bytes));
  }

  /** Writes the whole file; tells whether it existed. */
  async put(path: string, bytes: Uint8Array): Promise<Result<{ readonly existed: boolean }>> {
    return this.#changeOne({ path, bytes });
  }

  /** Removes the file; an absent one is no fault, because a rename may have moved it. */
  async remove(path: string): Promise<Result<{ readonly existed: boolean }>> {
    return this.#changeOne({ path, bytes: undefined });
  }

  async #changeOne(edit: StagedEdit): Promise<Result<{ readonly existed: boolean }>> {
    const changed = await this.change([edit]);
    return changed.ok ? ok({ existed: changed.value[0] === true }) : changed;
  }

  /**
   * All of the edits in order, or none of them: the error names the first that cannot be made, and the overlay is as
   * it was. The value tells of each file whether it existed.
   */
  async change(edits: readonly StagedEdit[]): Promise<Result<readonly boolean[]>> {
    const rehearsal = this.copy();
    const existed: boolean[] = [];
    for (const { path, bytes } of edits) {
      const staged = await rehearsal.#stage(path, bytes);
      if (!staged.ok) return staged;
      existed.push(staged.value);
    }
    this.adopt(rehearsal);
    for (const { path, from } of edits)
      if (from !== undefined) this.shown.noteMoved(canonicalPath(from), canonicalPath(path));
    return ok(existed);
  }

  /** The same overlay, to rehearse on. */
  copy(): Staging {
    const copy = new Staging(this.#files, this.#sha256, this.shown, this.#places);
    copy.#staged = new Map(this.#staged);
    return copy;
  }

  /** Takes over what was rehearsed on a copy. */
  adopt(rehearsal: Staging): void {
    this.#staged = new Map(rehearsal.#staged);
  }

  /** Back to what the workspace has. */
  discard(): void {
    this.#staged.clear();
    this.#places.clear();
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
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return withPlaces({ files, receipts: [] }, this.#places);
  }

  /** The value: whether the file existed. */
  async #stage(path: string, now: Uint8Array | undefined): Promise<Result<boolean>> {
    const verdict = checkWritePath(path);
    if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
    const current = await this.read(verdict.path);
    if (!current.ok) return current;
    const known = this.#staged.get(verdict.path);
    if (now !== undefined && current.value === undefined) {
      const blocked = await this.#whyNotCreate(verdict.path);
      if (blocked !== undefined) return fail(blocked);
    }
    this.#staged.set(verdict.path, { before: known ? known.before : current.value, now });
    return ok(current.value !== undefined);
  }

  /** A name no disk takes, a folder of that name, or a file where a folder would have to be. */
  async #whyNotCreate(path: string): Promise<string | undefined> {
    const problem = newNameProblem(path);
    if (problem !== undefined) return `${path} is refused: ${problem}`;
    if (await this.#isFolder(path)) return `${path} is a folder`;
    const segments = path.split('/');
    for (let n = 1; n < segments.length; n++) {
      const folder = segments.slice(0, n).join('/');
      if (await this.#isFolder(folder)) continue;
      const above = await this.read(folder);
      if (!above.ok) return above.error;
      // Nothing is there, so nothing is below it.
      return above.value === undefined ? undefined : `${path} lies below ${folder}, which is a file`;
    }
    return undefined;
  }

  async #isFolder(path: string): Promise<boolean> {
    const listed = await this.list(path);
    return listed.ok && listed.value !== undefined;
  }
}

const EMPTY = new Uint8Array();

/** Where a whole-file write really differs: equal beginnings and ends are left out. */
function wholeFileSpan(before: Uint8Array, after: Uint8Array) {
  return trimSpans(before, after, [{ start: 0, end: before.length, afterStart: 0, afterEnd: after.length }]);
}

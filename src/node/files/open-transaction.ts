import { join } from 'node:path';
import { NEVER } from '../../core/kernel/cancel.ts';
import type { ApplyResult } from '../../core/ports/files.ts';
import { type EntryJob, lookAt } from './entry-job.ts';
import { flush, jobsOf, type Since } from './flush.ts';
import { meaningOf, moveFileWithoutReplacing, writeNewFile } from './fs-acts.ts';
import { errorCode, type FsPort } from './fs-port.ts';
import { holdOriginal } from './late-saves.ts';
import { shows } from './look.ts';
import { breather } from './pause.ts';
import type { Refusal } from './prepare-entries.ts';
import { takeBack } from './take-back.ts';
import { recordName } from './transaction-names.ts';
import type { TransactionRecord } from './transaction-record.ts';
import type { WorkspaceFolders } from './workspace-folders.ts';
import type { WorkspaceLock } from './workspace-lock.ts';

/** How far a file's change got: what rolling back has to look at. */
type Progress = 'untouched' | 'touched';

interface OpenOptions {
  readonly fs: FsPort;
  readonly folders: WorkspaceFolders;
  readonly stateDir: string;
  readonly record: TransactionRecord;
  readonly lock: WorkspaceLock;
  readonly signal: AbortSignal;
}

/**
 * A transaction whose record is durable and whose lock is held (see beginTransaction). It ends with exactly
 * one of `commit` and `rollBack`.
 *
 * How a file is changed: the new version is written under a temporary name in the same folder, the
 * original is renamed aside, and the new version gets the name with a hard link. Chosen over writing
 * in place, because the name then never shows half a file: whatever a kill leaves is the version before, ours,
 * or nothing at all with the original beside it, so a third content can only be someone else's. Chosen over a plain
 * rename on top, because that would silently destroy what another program saved in the last
 * microseconds; here its version is what gets moved aside, and is found there. Rolling back gives the very
 * original its name again, so it needs no space on the disk and keeps inode, owner and mode.
 */
export class Transaction {
  readonly record: TransactionRecord;
  readonly #fs: FsPort;
  readonly #folders: WorkspaceFolders;
  readonly #stateDir: string;
  readonly #lock: WorkspaceLock;
  readonly #signal: AbortSignal;
  readonly #pause = breather();
  readonly #jobs: readonly EntryJob[];
  readonly #progress: Progress[];
  readonly #createdFolders: string[] = [];
  #since: Since = 'as usual';

  constructor(options: OpenOptions) {
    this.record = options.record;
    this.#fs = options.fs;
    this.#folders = options.folders;
    this.#stateDir = options.stateDir;
    this.#lock = options.lock;
    this.#signal = options.signal;
    this.#jobs = jobsOf(options.fs, options.folders, options.record, false);
    // A file that an editor writes may be changed at any moment from now on.
    this.#progress = options.record.entries.map(({ writer }) =>
      writer === 'in_place' ? 'touched' : 'untouched',
    );
  }

  /** Writes every file that is ours to write; gives what is in the way, after which it has to be rolled back. */
  async write(): Promise<Refusal | undefined> {
    return (await this.#createFolders()) ?? (await this.#stageAll()) ?? (await this.#swapAll());
  }

  /**
   * Reads every file again and compares it with the prediction. Cancelling comes too late from here on: a change whose
   * every file is written was seen by others, and stays.
   */
  async verify(): Promise<Refusal | undefined> {
    return this.#forEach(
      async job =>
        shows(lookAt(job, job.names.target), job.entry.after?.bytes)
          ? undefined
          : 'does not have the predicted content after it was written',
      NEVER,
    );
  }

  /**
   * Makes the change final for every program that runs. A power cut in the moments before `flush` is done
   * can still take all of it back, but never a part.
   */
  async commit(): Promise<ApplyResult> {
    const { id } = this.record;
    const fault = this.#originalsFault() ?? this.#foldersFault();
    if (fault) return this.rollBack(fault.reason, fault.path);
    try {
      this.#fs.rename(this.#recordPath('journal'), this.#recordPath('committed'));
    } catch (error) {
      return this.rollBack(
        `The change could not be committed: ${meaningOf(error)} for ${this.#recordPath('journal')}`,
      );
    }
    // From here the change counts as applied. What fails now is done again by flush, or by recovery.
    for (const [i, job] of this.#jobs.entries()) {
      if (job.entry.writer !== 'rename' || !job.entry.before) continue;
      if (!quietly(() => holdOriginal(job, this.#stateDir, id, i))) this.#since = 'interrupted';
    }
    quietly(() => this.#lock.release());
    return { kind: 'applied' };
  }

  /** Waits until a committed transaction needs no record any more; see flush. */
  async flush(): Promise<void> {
    try {
      await flush(this.#fs, this.#folders, this.#stateDir, this.record, this.#since);
    } finally {
      quietly(() => this.#folders.close());
    }
  }

  /**
   * Takes everything back. `alsoOurs` names contents, by path, that the caller knows to have written itself
   * although they are not the predicted ones: what an editor's save participants made of a file.
   */
  async rollBack(
    reason: string,
    path?: string,
    alsoOurs?: ReadonlyMap<string, Uint8Array>,
  ): Promise<ApplyResult> {
    const named = path === undefined ? {} : { path };
    const left = await takeBack({
      fs: this.#fs,
      folders: this.#folders,
      record: this.record,
      recordPath: this.#recordPath('journal'),
      jobs: this.#jobs.map(job => ({ ...job, alsoOurs: alsoOurs?.get(job.entry.path) })),
      isTouched: i => this.#progress[i] === 'touched',
      createdFolders: this.#createdFolders,
    });
    quietly(() => this.#folders.close());
    quietly(() => this.#lock.release());
    if (left === undefined) return { kind: 'not_applied', reason, ...named, rolledBack: true };
    return {
      kind: 'needs_recovery',
      reason: `${reason}. Not everything could be taken back: ${left}`,
      ...named,
    };
  }

  async #createFolders(): Promise<Refusal | undefined> {
    for (const folder of this.record.folders) {
      try {
        this.#fs.mkdir(this.#folders.entry(folder), 0o777);
        this.#createdFolders.push(folder);
      } catch (error) {
        if (
          errorCode(error) !== 'EEXIST' ||
          this.#fs.lstat(this.#folders.entry(folder))?.type !== 'directory'
        ) {
          return { path: folder, reason: `The folder ${folder} could not be created: ${meaningOf(error)}` };
        }
      }
    }
    return undefined;
  }

  /** Most errors show here, before any file of the workspace has been touched: a full disk above all. */
  async #stageAll(): Promise<Refusal | undefined> {
    return this.#forEach(async ({ entry, names }) => {
      if (entry.writer === 'rename' && entry.after) {
        await writeNewFile(this.#fs, names.staged, entry.after.bytes, entry.before, 'cached');
      }
      return undefined;
    });
  }

  async #swapAll(): Promise<Refusal | undefined> {
    return this.#forEach(async (job, i) => (job.entry.writer === 'rename' ? this.#swap(job, i) : undefined));
  }

  #swap(job: EntryJob, i: number): string | undefined {
    const { entry, names } = job;
    if (entry.before) {
      const fault = this.#moveAside(job, i);
      if (fault !== undefined) return fault;
      const seen = lookAt(job, names.aside);
      const sameFile = shows(seen, entry.before.bytes) && seen.kind === 'file';
      if (!sameFile || seen.stat.links > 1 || seen.stat.mode !== entry.before.mode) return CHANGED_MEANWHILE;
    }
    if (!entry.after) return undefined;
    this.#progress[i] = 'touched';
    if (moveFileWithoutReplacing(this.#fs, names.staged, names.target) === 'moved') return undefined;
    if (!entry.before) this.#progress[i] = 'untouched';
    return entry.before ? CHANGED_MEANWHILE : 'exists already: another program created it meanwhile';
  }

  #moveAside({ names }: EntryJob, i: number): string | undefined {
    this.#progress[i] = 'touched';
    try {
      this.#fs.rename(names.target, names.aside);
      return undefined;
    } catch (error) {
      if (!this.#fs.lstat(names.aside)) this.#progress[i] = 'untouched';
      if (errorCode(error) === 'ENOENT') return 'no longer exists: another program removed it meanwhile';
      throw error;
    }
  }

  /** The last look before the originals are given up: without a pause, so that no one gets in between. */
  #originalsFault(): Refusal | undefined {
    for (const job of this.#jobs) {
      const { path, writer, before } = job.entry;
      if (writer === 'in_place' || !before) continue;
      try {
        if (!shows(lookAt(job, job.names.aside), before.bytes)) {
          return { path, reason: `${path} ${CHANGED_MEANWHILE}` };
        }
      } catch (error) {
        return { path, reason: `${path}: ${meaningOf(error)}` };
      }
    }
    return undefined;
  }

  /** What was written lies in the folders that were meant; this says whether they still have their names. */
  #foldersFault(): Refusal | undefined {
    try {
      const folder = this.#folders.replaced();
      if (folder === undefined) return undefined;
      const name = folder === '' ? 'The workspace folder' : `The folder ${folder}`;
      return {
        path: folder,
        reason: `${name} was replaced by another program while the change was being applied`,
      };
    } catch (error) {
      return { path: '', reason: `The folders could not be looked at again: ${meaningOf(error)}` };
    }
  }

  /** Runs one piece of work per file; its fault continues a sentence that begins with the path. */
  async #forEach(
    work: (job: EntryJob, index: number) => Promise<string | undefined>,
    signal = this.#signal,
  ): Promise<Refusal | undefined> {
    for (const [i, job] of this.#jobs.entries()) {
      const { path } = job.entry;
      if (signal.aborted) return { path, reason: 'Cancelled while the files were being written' };
      try {
        const fault = await work(job, i);
        if (fault !== undefined) return { path, reason: `${path} ${fault}` };
      } catch (error) {
        return { path, reason: `${path}: ${meaningOf(error)}` };
      }
      await this.#pause();
    }
    return undefined;
  }

  #recordPath(state: 'journal' | 'committed'): string {
    return join(this.#stateDir, recordName(this.record.id, state));
  }
}

const CHANGED_MEANWHILE = 'was changed by another program while the change was being applied';

/** Says whether it worked; why not does not matter where this is called. */
function quietly(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

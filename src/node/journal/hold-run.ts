import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, ok } from '../../core/kernel/result.ts';
import type { Hold } from '../../core/ports/hold.ts';
import { nodeFs } from '../files/fs-port.ts';
import { hostIdentity } from '../files/host-identity.ts';
import { type LockOptions, lockWorkspace, type OtherHolder } from '../files/workspace-lock.ts';
import { makeFolder } from '../make-folder.ts';
import { stateName } from '../workspace-state.ts';
import { recording } from './recording.ts';
import { isRunId } from './run-id.ts';
import { underWay } from './under-way.ts';

export interface HoldPlaces {
  /** The user's folder (absolute). */
  readonly root: string;
  /** The folder's state. */
  readonly stateDir: string;
  /** Where the runs of this kind are kept, below it. */
  readonly runsDir: string;
  /** The kind of run, for sentences: `ticket run`. */
  readonly what: string;
}

/**
 * One process at a time works with a run, and one run at a time works in a checkout, whatever its kind. A lock that a
 * dead process left counts for nothing.
 */
export const createHold = ({ root, stateDir, runsDir, what }: HoldPlaces): Hold => ({
  async run(runId) {
    const folder = join(runsDir, 'runs', runId);
    if (!isRunId(runId) || !existsSync(folder)) return fail(`there is no ${what} ${runId}`);
    try {
      const lock = await takeLock(folder, {});
      return lock.ok ? ok(lock.value.release) : fail(`${what} ${runId} is at work elsewhere: ${lock.error}`);
    } catch (error) {
      return fail(`${what} ${runId} cannot be locked: ${error instanceof Error ? error.message : error}`);
    }
  },
  isTaken: runId => (isRunId(runId) ? underWay(join(runsDir, 'runs', runId)) : undefined),
  checkout: words =>
    recording(stateDir, async () => {
      const folder = join(stateOfCheckout(root, stateDir), 'at-work');
      makeFolder(folder);
      const lock = await takeLock(folder, { words: shorten(words), describe: describeOther });
      return lock.ok ? ok(lock.value.release) : lock;
    }),
});

const takeLock = (stateDir: string, more: Pick<LockOptions, 'words' | 'describe'>) =>
  lockWorkspace({
    fs: nodeFs,
    stateDir,
    host: hostIdentity(),
    signal: new AbortController().signal,
    waitMs: 0,
    ...more,
  });

/** The state of the whole checkout: two folders of one repository share its branch and its files. */
function stateOfCheckout(root: string, stateDir: string): string {
  const name = stateName(root);
  // Where a caller chose another place for the state, the folder is all there is to go by.
  if (basename(stateDir) !== name) return stateDir;
  return join(dirname(stateDir), stateName(topOfCheckout(root)));
}

/** The folder that has `.git`, from here upwards; without one the folder itself. */
function topOfCheckout(root: string): string {
  for (let folder = realpathSync.native(root); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return root;
  }
}

function describeOther({ words, pid, path, isCertain }: OtherHolder): string {
  const who = words === '' ? 'another run' : words;
  return isCertain
    ? `${who} is at work in this checkout (process ${pid}), and only one agent, ticket, ROUTA workspace or plan works in a checkout at a time; wait until it has ended, or stop it, then start again`
    : `${who} may be at work in this checkout (process ${pid} in another container); if it is gone, delete ${path}`;
}

/** One line that fits into a sentence. */
function shorten(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

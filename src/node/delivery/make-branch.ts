import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunGit } from '../git/run-git.ts';
import { ALWAYS } from './checkout-places.ts';

/** Where git keeps whose a branch is: in its section of the branch, which goes when the branch is deleted. */
export const ownerKey = (branch: string): string => `branch.${branch}.workorder`;

interface NewBranch {
  readonly wanted: string;
  readonly owner: string;
  /** What git is called with to make it. */
  readonly make: (name: string) => readonly string[];
  /** Its own branch at this commit is taken as it is: a process may have died when it had just made it. */
  readonly mayExist?: string;
}

/** A branch under a free name: `wanted`, or that with a number. Cancelled, it is made or there is nothing of it. */
export async function makeOwnedBranch(
  git: RunGit,
  { wanted, owner, make, mayExist }: NewBranch,
  signal: AbortSignal,
): Promise<Result<string>> {
  for (let n = 1; n <= 100; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    const exists = await git({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`] }, signal);
    if (exists.ok) {
      if (exists.value.trim() !== mayExist) continue;
      const whose = await git({ args: ['config', '--get', ownerKey(name)] }, signal);
      if (whose.ok && whose.value.trim() === owner) return ok(name);
      continue;
    }
    throwIfCancelled(signal);
    // Whole from here on: who is cancelled in the middle of it would not know what there is to undo.
    // Before the branch: one that is there always says whose it is.
    const owned = await git({ args: ['config', ownerKey(name), owner] }, ALWAYS);
    if (!owned.ok) return fail(`the branch ${name} could not be made: ${owned.error}`);
    const made = await git({ args: make(name) }, ALWAYS);
    if (made.ok) return ok(name);
    // Not that of a branch which another process made meanwhile.
    const others = await git({ args: ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`] }, ALWAYS);
    if (!others.ok) await git({ args: ['config', '--unset', ownerKey(name)] }, ALWAYS);
    return fail(`the branch ${name} could not be made: ${made.error}`);
  }
  return fail(`there are a hundred branches named like ${wanted}; delete some`);
}

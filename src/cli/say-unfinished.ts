import { hasUnfinishedApply } from '../node/files/unfinished-apply.ts';
import { workspaceStateDir } from '../node/workspace-state.ts';
import type { Io } from './io.ts';
import type { CommandLine } from './options.ts';

/** For commands that only read: what they say of the files may be of half a change. */
export function sayUnfinished({ root }: CommandLine, io: Io): void {
  if (hasUnfinishedApply(workspaceStateDir(root))) io.stderr(`${UNFINISHED}\n`);
}

const UNFINISHED =
  'A change was interrupted while it was applied, and files may be half of it: workorder recover finishes or undoes it.';

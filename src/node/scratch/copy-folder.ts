import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, readlink, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { LEFT_OUT } from '../files/walk-files.ts';

export interface CopyRules {
  /** Whether a file, by its absolute path, is copied. */
  readonly wants: (path: string) => boolean;
  /** Names of folders that are not copied, besides those of tools and dependencies. */
  readonly leftOut?: ReadonlySet<string>;
  /** `kept`: a link stays a link, wherever it leads. */
  readonly links?: 'kept' | 'followed';
  readonly signal?: AbortSignal;
  /** Called before each file with its size; throws to end the copy. */
  readonly count?: (bytes: number) => void;
}

/**
 * Copies a folder without version control, dependencies and virtual environments, whatever these are called. Links to
 * files become files and links to folders are passed over, because they could lead anywhere, also back up; or all stay.
 */
export async function copyFolder(source: string, target: string, rules: CopyRules): Promise<void> {
  if (rules.signal) throwIfCancelled(rules.signal);
  const entries = await readdir(source, { withFileTypes: true });
  if (entries.some(entry => entry.name === 'pyvenv.cfg')) return;
  await mkdir(target, { recursive: true });
  await Promise.all(
    entries.map(async entry => {
      // Also as a file, as in a linked worktree: it leads into the real repository.
      if (entry.name === '.git') return;
      const from = join(source, entry.name);
      const to = join(target, entry.name);
      if (entry.isSymbolicLink() && rules.links === 'kept') return symlink(await readlink(from), to);
      const kind = entry.isSymbolicLink() ? await stat(from).catch(() => undefined) : entry;
      if (kind?.isFile() && rules.wants(from)) await copyWithTimes(from, to, rules);
      else if (entry.isDirectory() && !LEFT_OUT.has(entry.name) && !rules.leftOut?.has(entry.name))
        await copyFolder(from, to, rules);
    }),
  );
}

/** With the same modification time, so that tools take what they remember of unchanged files. */
async function copyWithTimes(from: string, to: string, { count }: CopyRules): Promise<void> {
  const { atime, mtime, size } = await stat(from);
  count?.(size);
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await utimes(to, atime, mtime);
}

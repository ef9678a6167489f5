import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, ModifiedFiles } from '../../core/ports/git.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { createRunGit } from './run-git.ts';
import { readStatus, STATUS } from './status.ts';
import { unseenFiles } from './unseen-files.ts';

/** Git over the workspace `root` (absolute), which may be a folder inside a larger repository. */
export function createGit(root: string, processes: Processes): Git {
  const git = createRunGit(root, processes);
  return {
    async modifiedFiles(signal): Promise<ModifiedFiles> {
      const [place, status] = await Promise.all([
        git({ args: ['rev-parse', '--show-prefix'] }, signal),
        git({ args: STATUS }, signal),
      ]);
      if (!place.ok) return { kind: 'not_a_repository', reason: place.error };
      if (!status.ok) return { kind: 'not_a_repository', reason: status.error };
      const prefix = place.value.replace(/\n$/, '');
      // An ignored workspace shows no change at all, which must not be taken for "nothing is modified".
      const ask = { args: ['check-ignore', '--quiet', '--', '.'], ownPathsOnly: true };
      if (prefix !== '' && (await git(ask, signal)).ok) {
        return { kind: 'not_a_repository', reason: 'the folder is ignored by the git repository around it' };
      }
      const paths = readStatus(status.value, prefix).map(entry => entry.path);
      const seen = { status: status.value, prefix };
      const unseen = await unseenFiles({ root, git, processes }, seen, signal);
      return {
        kind: 'files',
        paths: await existingFiles(root, paths),
        ...(unseen.length > 0 ? { unseen } : {}),
      };
    },
  };
}

/** Those that are files now (a deleted path is named by git too), sorted and each once. */
async function existingFiles(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const kept = await Promise.all(
    [...new Set(paths)].map(async path => ((await isFile(join(root, path))) ? [path] : [])),
  );
  return kept.flat().sort();
}

async function isFile(path: string): Promise<boolean> {
  const entry = await lstat(path).catch(() => undefined);
  if (entry?.isSymbolicLink()) return (await stat(path).catch(() => undefined))?.isFile() ?? false;
  return entry?.isFile() ?? false;
}

import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { foldersPaths } from '../prove/folders-change.ts';
import { copyFolder } from '../scratch/copy-folder.ts';
import type { CopyFiles } from './copy-files.ts';

/**
 * Takes what changed in the workspace into a copy that an agent works on, and makes the other copy what the workspace
 * is now, so that its next change is compared with that. Where both changed a file the workspace's counts.
 * @param workspace where the agent finds the workspace
 * @returns a sentence for the agent for each file it loses or does not get
 */
export async function refreshCopy(
  root: string,
  copies: ScratchCopies,
  workspace: string,
  files: CopyFiles,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { folder, before, after } = copies;
  const fresh = join(folder, 'fresh');
  await rm(fresh, { recursive: true, force: true });
  await copyFolder(root, fresh, { wants: () => true, links: 'kept', signal });
  const all = { all: true };
  const told: string[] = [];
  const changed = await foldersPaths(before, fresh, all);
  if (changed.length > 0) {
    const own = pathsOf(await foldersPaths(before, after, all));
    const differing = pathsOf(await foldersPaths(fresh, after, all));
    for (const { path, after: now } of changed.filter(one => differing.has(one.path))) {
      const done =
        now.mode === 'none'
          ? await files.remove(join(workspace, path), signal)
          : now.bytes === undefined
            ? undefined
            : await files.write(join(workspace, path), now.bytes, signal);
      if (done === undefined || !done.ok)
        told.push(`${path} changed in the workspace meanwhile, and your copy of it did not.`);
      else if (own.has(path))
        told.push(`${path} changed in the workspace meanwhile: your version of it was replaced by that.`);
    }
  }
  await rm(before, { recursive: true, force: true });
  await rename(fresh, before);
  return told;
}

const pathsOf = (found: readonly { readonly path: string }[]): ReadonlySet<string> =>
  new Set(found.map(({ path }) => path));

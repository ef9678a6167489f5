import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, ok } from '../../core/kernel/result.ts';
import type { Scratch } from '../../core/ports/scratch.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import { copyFolder } from './copy-folder.ts';

const MOST_BYTES = 2 * 1024 ** 3;
const MOST_FILES = 200_000;

/** Copies of the folder `root` (absolute), in a temporary folder. */
export function createScratch(root: string): Scratch {
  return {
    async open(changes, signal, { links } = { links: 'followed' }) {
      let made: string | undefined;
      const dispose = async () => {
        if (made !== undefined) await rm(made, { recursive: true, force: true, maxRetries: 5 });
      };
      try {
        const folder = await makeTemporaryFolder({ kind: 'copies', outside: root });
        made = folder;
        const [before, after] = [join(folder, 'before'), join(folder, 'after')];
        await copyWorkspace(root, before, links, signal);
        // The second from the first: the workspace may change meanwhile, and both have to agree.
        await copyFolder(before, after, { wants: () => true, links, signal });
        await overlay(before, changes, 'before');
        await overlay(after, changes, 'after');
        return ok({ folder, before, after, dispose });
      } catch (error) {
        await dispose();
        if (error instanceof Cancelled) throw error;
        return fail(
          `the workspace cannot be copied: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}

async function copyWorkspace(
  root: string,
  target: string,
  links: 'kept' | 'followed',
  signal: AbortSignal,
): Promise<void> {
  let [bytes, files] = [0, 0];
  const count = (size: number) => {
    bytes += size;
    files += 1;
    if (bytes > MOST_BYTES) throw new Error('it is larger than 2 GB');
    if (files > MOST_FILES) throw new Error(`it has more than ${MOST_FILES} files`);
  };
  await copyFolder(root, target, { wants: () => true, links, signal, count });
}

async function overlay(copy: string, changes: ChangeSet, side: 'before' | 'after'): Promise<void> {
  for (const change of changes.files) {
    const file = resolve(copy, change.path);
    const bytes = change[side];
    if (bytes === undefined) await rm(file, { force: true });
    else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
  }
}

import { lstat, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The nearest folder from `root` upwards that has a `.git`. */
export async function workTreeOf(root: string): Promise<string | undefined> {
  let folder = await realpath(root).catch(() => root);
  for (;;) {
    const found = await lstat(join(folder, '.git')).catch(() => undefined);
    if (found !== undefined) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

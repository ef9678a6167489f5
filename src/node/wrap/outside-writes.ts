import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT } from '../files/walk-files.ts';

/** A change of a file shows in these. */
type Stamps = ReadonlyMap<string, string>;

/** Too many to look at twice, and no one's own. */
const PASSED_OVER = new Set([...LEFT_OUT].filter(name => !['.git', '.hg', '.svn'].includes(name)));

/** When and where every file of the workspace was written last, repository included. */
export async function stampsOf(root: string): Promise<Stamps> {
  const stamps = new Map<string, string>();
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await readdir(join(root, at), { withFileTypes: true }).catch(() => [])) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!PASSED_OVER.has(entry.name)) open.push(path);
        continue;
      }
      const stat = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
      if (stat) stamps.set(path, `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`);
    }
  }
  return stamps;
}

/** Files that differ between two looks. */
export const differing = (before: Stamps, after: Stamps): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path) !== after.get(path))
    .sort();

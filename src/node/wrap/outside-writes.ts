import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A change of a file shows in these. */
type Stamps = ReadonlyMap<string, string>;

/** Programs that are run from an environment write into these as they start. */
const CACHES = new Set([
  '__pycache__',
  '.mypy_cache',
  '.ruff_cache',
  '.pytest_cache',
  '.import_linter_cache',
  '.pytype',
]);

/** When and where every file of the workspace was written last: repository and environments included, caches not. */
export async function stampsOf(root: string): Promise<Stamps> {
  const stamps = new Map<string, string>();
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const folder = at;
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    await Promise.all(
      entries.map(async entry => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
          if (!CACHES.has(entry.name)) open.push(path);
          return;
        }
        const stat = await lstat(join(root, path), { bigint: true }).catch(() => undefined);
        if (stat) stamps.set(path, `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`);
      }),
    );
  }
  return stamps;
}

/** Files that differ between two looks. */
export const differing = (before: Stamps, after: Stamps): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter(path => before.get(path) !== after.get(path))
    .sort();

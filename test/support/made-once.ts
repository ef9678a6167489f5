import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder at `place`, which `make` fills where it is not there yet. Suites that run at once may ask for the same one:
 * each fills a folder of its own, and the first that is whole gets the name. So nobody reads a half-made one.
 */
export async function madeOnce(place: string, make: (folder: string) => Promise<void>): Promise<string> {
  if (existsSync(place)) return place;
  mkdirSync(path.dirname(place), { recursive: true });
  const draft = mkdtempSync(`${place}.`);
  try {
    await make(draft);
    renameSync(draft, place);
  } catch (error) {
    // Another one was first.
    if (!/^(EEXIST|ENOTEMPTY)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return place;
}

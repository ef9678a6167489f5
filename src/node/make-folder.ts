import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder for us alone, with all above it that is missing. Throws the error of the file system. Not Node's own
 * `recursive`: where a system refuses a folder with ENOENT although all above it is there (/proc), that never ends and
 * hears no signal.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !isFolder(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process may make it at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
    }
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

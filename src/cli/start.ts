import { lstatSync } from 'node:fs';
import module from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { makeFolder } from '../node/make-folder.ts';

// Most of the time until a command begins is compiling it; Node keeps the result where it can (from 22.1 on).
const folder = cacheFolder();
if (folder !== undefined && process.env['NODE_COMPILE_CACHE'] === undefined)
  (module as { readonly enableCompileCache?: (folder: string) => unknown }).enableCompileCache?.(folder);
await import('./main.ts');

/** A folder of this user alone: what is in it is run. `undefined` where none can be made. */
function cacheFolder(): string | undefined {
  const made = path.join(cacheHome(), 'work-order', 'compiled');
  try {
    makeFolder(made);
    return isOursAlone(made) ? made : undefined;
  } catch {
    return undefined;
  }
}

/** What others can write there would be run as us. */
function isOursAlone(made: string): boolean {
  const { uid, mode } = lstatSync(made);
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o022) === 0);
}

function cacheHome(): string {
  const chosen = process.env['XDG_CACHE_HOME'];
  if (chosen !== undefined && path.isAbsolute(chosen)) return chosen;
  if (process.platform === 'win32')
    return process.env['LOCALAPPDATA'] ?? path.join(homedir(), 'AppData', 'Local');
  return path.join(homedir(), ...(process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache']));
}

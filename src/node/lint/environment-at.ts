import { join } from 'node:path';
import { executable, programName } from '../find-on-path.ts';

/** A Python environment that exists. */
export interface Environment {
  /** Absolute folder of its programs. */
  readonly bin: string;
  /** Absolute path of its Python. */
  readonly python: string;
  /** For a person: how it was found. */
  readonly place: string;
}

export const BIN = process.platform === 'win32' ? 'Scripts' : 'bin';

/** The environment in a folder; `undefined` when there is no Python in it. */
export async function environmentAt(folder: string, place: string): Promise<Environment | undefined> {
  const bin = join(folder, BIN);
  // On Windows, conda keeps Python beside the folder of programs.
  for (const python of [join(bin, programName('python')), join(folder, 'python.exe')]) {
    if ((await executable(python)) !== undefined) return { bin, python, place };
  }
  return undefined;
}

import { join } from 'node:path';
import { findOnPath } from '../find-on-path.ts';
import { BIN } from './environment-at.ts';
import { pythonsIn } from './environments.ts';

/** A program and its arguments, to be run without a shell in the workspace. */
export type InstallCommand = readonly [program: string, ...args: string[]];

/**
 * What installs these packages into the workspace's environment, which is made where there is none; `undefined` without a
 * Python. Nothing is run.
 */
export async function installCommands(
  root: string,
  packages: readonly string[],
): Promise<readonly InstallCommand[] | undefined> {
  const install = (python: string): InstallCommand => [python, '-m', 'pip', 'install', ...packages];
  const [own] = await pythonsIn(root);
  if (own !== undefined) return [install(own)];
  for (const name of ['python3', 'python', 'py']) {
    const python = await findOnPath(name, { outside: root });
    if (python === undefined) continue;
    const made = join(root, '.venv', BIN, process.platform === 'win32' ? 'python.exe' : 'python');
    return [[python, '-m', 'venv', '.venv'], install(made)];
  }
  return undefined;
}

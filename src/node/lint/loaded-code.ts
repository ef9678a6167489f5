import { readFile, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { parse } from 'smol-toml';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import { type ConfigurationFile, findLoadedCode, type LoadedCode } from '../../core/lint/loaded-code.ts';
import { codeConfigurationFiles } from './surroundings.ts';

/** What the linters load, by every file they might take their configuration from in the workspace `root`. */
export async function readLoadedCode(root: string): Promise<LoadedCode> {
  const realRoot = await realpath(root);
  const files = await Promise.all(
    codeConfigurationFiles(root).map(path => readConfiguration(path, root, realRoot)),
  );
  return findLoadedCode(
    files.filter(file => file !== undefined),
    parse,
    LINTERS,
  );
}

async function readConfiguration(
  file: string,
  root: string,
  realRoot: string,
): Promise<ConfigurationFile | undefined> {
  const path = inside(root, file) ?? file;
  try {
    const bytes = await readFile(file);
    const liesAt = inside(realRoot, await realpath(file));
    return { path, bytes, ...(liesAt === undefined ? {} : { liesAt }) };
  } catch (error) {
    // No file, or no folder it could be in. Anything else is a file with an unknown content.
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' ? undefined : { path };
  }
}

/** The path below the folder with `/`; `undefined` when it lies elsewhere. */
function inside(folder: string, file: string): string | undefined {
  const path = relative(folder, file);
  return path.startsWith('..') || isAbsolute(path) ? undefined : path.split(sep).join('/');
}

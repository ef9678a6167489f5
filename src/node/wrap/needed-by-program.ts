import { existsSync, statSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { executable, findOnPath } from '../find-on-path.ts';
import { isBelow } from './named-in-hidden.ts';

/** A program that is to be started. */
export interface StartedProgram {
  readonly root: string;
  readonly copies: ScratchCopies;
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** Programs that run the first file that they are given. */
const INTERPRETER = /^(?:node|deno|bun|tsx|python[\d.]*)$/;

/**
 * The program, what its first line starts, and the script that it is there to run: where these lie in a hidden folder,
 * they are to be shown with what belongs to them. Also where a link leads to: an interpreter looks beside the file
 * itself.
 */
export async function neededBy(
  { root, copies, program, args, cwd }: StartedProgram,
  hiddenFolders: readonly string[],
): Promise<readonly string[]> {
  const started = await withInterpreters(program, copies.folder);
  const files = [...started, ...(INTERPRETER.test(basename(program)) ? firstFile(args, cwd) : [])];
  const real = await Promise.all(files.map(file => realpath(file).catch(() => file)));
  const needed = [...files, ...real].flatMap(file => {
    const hidden = isBelow(file, root) ? undefined : hiddenFolders.find(folder => isBelow(file, folder));
    return hidden === undefined ? [] : [withItsOwn(file, hidden)];
  });
  return [...new Set(needed)].filter(one => !needed.some(other => isBelow(one, other)));
}

/** A script is started by the program of its first line, which may be a script itself. */
async function withInterpreters(program: string, scratch: string): Promise<readonly string[]> {
  const found = [program];
  for (let depth = 0; depth < MOST_INTERPRETERS; depth += 1) {
    const next = await interpreterOf(found.at(-1) ?? program, scratch);
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

/** As many as Linux follows. */
const MOST_INTERPRETERS = 4;

/** `#!/path/of/program`, or `#!/usr/bin/env name`, which looks on PATH. */
async function interpreterOf(file: string, scratch: string): Promise<string | undefined> {
  const [, program, rest = ''] = /^#![ \t]*(\S+)([^\r\n]*)/.exec(await startOf(file)) ?? [];
  if (program === undefined) return undefined;
  if (basename(program) !== 'env') return executable(program);
  const name = rest.split(/[ \t]+/).find(word => word !== '' && !/^-|=/.test(word));
  return name === undefined ? undefined : findOnPath(name, { outside: scratch });
}

/** As much of it as Linux reads to find an interpreter. */
async function startOf(file: string): Promise<string> {
  const opened = await open(file).catch(() => undefined);
  try {
    const { buffer, bytesRead } = (await opened?.read(Buffer.alloc(256), 0, 256, 0)) ?? NOTHING;
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await opened?.close();
  }
}

const NOTHING = { buffer: Buffer.alloc(0), bytesRead: 0 };

function firstFile(args: readonly string[], cwd: string): readonly string[] {
  const paths = args.map(word => resolve(cwd, word));
  return paths.filter(path => statSync(path, { throwIfNoEntry: false })?.isFile() === true).slice(0, 1);
}

/**
 * Its environment, the packages that it is one of, or its project; the file alone where it has none. Never the hidden
 * folder itself, whatever lies in it.
 */
function withItsOwn(file: string, hidden: string): string {
  const environment = dirname(dirname(file));
  if (existsSync(join(environment, 'pyvenv.cfg'))) return environment;
  const packages = file.indexOf(`${sep}${PACKAGES}${sep}`, hidden.length + 1);
  if (packages > 0) return file.slice(0, packages + 1 + PACKAGES.length);
  const around: string[] = [];
  for (let folder = dirname(file); isBelow(folder, hidden); folder = dirname(folder)) around.push(folder);
  const has = (name: string) => around.find(folder => existsSync(join(folder, name)));
  return has(PACKAGES) ?? has('package.json') ?? has('pyproject.toml') ?? file;
}

const PACKAGES = 'node_modules';

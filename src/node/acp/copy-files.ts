import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { isInside } from '../find-on-path.ts';
import { MOST_FILE_BYTES } from '../prove/changed-files.ts';
import type { PlacedProgram } from '../wrap/placed-program.ts';
import { belowOf } from './workspace-paths.ts';

/** Files of a copy of the workspace, read and written for the agent that works on it. */
export interface CopyFiles {
  /** `undefined`: there is no such file. */
  read(path: string, signal: AbortSignal): Promise<Result<Uint8Array | undefined>>;
  write(path: string, bytes: Uint8Array, signal: AbortSignal): Promise<Result<void>>;
  remove(path: string, signal: AbortSignal): Promise<Result<void>>;
}

const NO_FILE = 44;
const SHELL = '/bin/sh';
const TIMEOUT_MS = 30_000;
/** Each is a program in its sandbox. */
const MOST_AT_A_TIME = 4;
const MOST_WAITING = 64;

/**
 * With no more rights than the agent has itself: a link that it makes leads our process nowhere, because a program in its
 * sandbox does the work. Where there is no sandbox it has our rights, and names that lead out of the copy are refused.
 * @param folder where the copy is on the disk
 */
export const copyFiles = (placed: PlacedProgram, folder: string, processes: Processes): CopyFiles =>
  inTurn(placed.sandbox === undefined ? directly(placed, folder) : inSandbox(placed, processes));

/** However many an agent asks for at the same moment. */
function inTurn(files: CopyFiles): CopyFiles {
  const turns = new Semaphore(MOST_AT_A_TIME);
  let asked = 0;
  const run = async <T>(path: string, signal: AbortSignal, act: () => Promise<Result<T>>) => {
    if (asked >= MOST_WAITING) return fail(`${path}: ${MOST_WAITING} files are asked for already`);
    asked++;
    return turns.run(act, signal).finally(() => {
      asked--;
    });
  };
  return {
    read: (path, signal) => run(path, signal, () => files.read(path, signal)),
    write: (path, bytes, signal) => run(path, signal, () => files.write(path, bytes, signal)),
    remove: (path, signal) => run(path, signal, () => files.remove(path, signal)),
  };
}

const outside = (path: string): Result<never> => fail(`${path} is not in the workspace`);

function inSandbox(placed: PlacedProgram, processes: Processes): CopyFiles {
  const run = async (script: string, path: string, signal: AbortSignal, stdin?: Uint8Array) => {
    const below = belowOf(placed.workspace, path);
    if (below === undefined || below === '.') return outside(path);
    const chunks: Uint8Array[] = [];
    let size = 0;
    const request = await placed.start({
      program: SHELL,
      args: ['-c', script, 'sh', join(placed.workspace, below)],
      cwd: placed.workspace,
      timeoutMs: TIMEOUT_MS,
      signal,
      ...(stdin ? { stdin } : {}),
      onBytes: bytes => {
        size += bytes.length;
        if (size <= MOST_FILE_BYTES) chunks.push(Uint8Array.from(bytes));
      },
    });
    const result = await processes.run(request);
    if (result.kind === 'exited' && result.code === NO_FILE) return ok(undefined);
    if (result.kind !== 'exited' || result.code !== 0) {
      const said = result.kind === 'exited' ? result.stderr.trim().split('\n').at(-1) : result.kind;
      return fail(`${below}: ${said ?? 'it did not work'}`);
    }
    return size > MOST_FILE_BYTES ? fail(`${below} is too large to be read`) : ok(Buffer.concat(chunks));
  };
  const done = async (result: Promise<Result<unknown>>): Promise<Result<void>> => {
    const ended = await result;
    return ended.ok ? ok(undefined) : ended;
  };
  return {
    read: (path, signal) => run(`[ -f "$1" ] || exit ${NO_FILE}; exec cat -- "$1"`, path, signal),
    write: (path, bytes, signal) =>
      done(run('mkdir -p -- "$(dirname -- "$1")" && exec cat > "$1"', path, signal, bytes)),
    remove: (path, signal) => done(run('exec rm -f -- "$1"', path, signal)),
  };
}

function directly({ workspace }: PlacedProgram, folder: string): CopyFiles {
  const at = async (path: string): Promise<Result<string>> => {
    const below = belowOf(workspace, path);
    if (below === undefined || below === '.') return outside(path);
    const file = resolve(folder, below);
    const top = await realpath(folder);
    let parent = dirname(file);
    while ((await lstat(parent).catch(() => undefined)) === undefined) parent = dirname(parent);
    const isLink = (await lstat(file).catch(() => undefined))?.isSymbolicLink() === true;
    return isLink || !isInside(top, await realpath(parent)) ? outside(path) : ok(file);
  };
  const trying = async <T>(path: string, act: (file: string) => Promise<T>): Promise<Result<T>> => {
    const file = await at(path);
    if (!file.ok) return file;
    try {
      return ok(await act(file.value));
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    read: path =>
      trying(path, async file => {
        const stat = await lstat(file).catch(() => undefined);
        if (!stat?.isFile()) return undefined;
        if (stat.size > MOST_FILE_BYTES) throw new Error(`${path} is too large to be read`);
        return readFile(file);
      }),
    write: (path, bytes) =>
      trying(path, async file => {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, bytes);
      }),
    remove: path => trying(path, file => rm(file, { force: true })),
  };
}

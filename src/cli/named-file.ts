import { accessSync, constants, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { meaningOf } from '../node/files/fs-acts.ts';
import { errorCode, isAbsent } from '../node/files/fs-port.ts';
import { type Io, UsageError } from './io.ts';

/** A file that the command line names and that cannot be read is wrong use; `what` is how it was named. */
export async function readNamedBytes(name: string, io: Pick<Io, 'cwd'>, what = name): Promise<Uint8Array> {
  try {
    return await readFile(path.resolve(io.cwd, name));
  } catch (error) {
    throw new UsageError(`${what} cannot be read: ${meaningOf(error)}`);
  }
}

/** The same as text. */
export const readNamedText = async (name: string, io: Pick<Io, 'cwd'>, what = name): Promise<string> =>
  Buffer.from(await readNamedBytes(name, io, what)).toString();

/** The same of an option; `-` is standard input. */
export const readOptionInput = async (option: string, name: string, io: Io): Promise<Uint8Array> =>
  name === '-' ? io.readInputBytes() : readNamedBytes(name, io, `--${option} ${name}`);

interface WriteOptions {
  /** Who may read it. */
  readonly mode?: number;
  /** What is there already is kept, and that is wrong use. */
  readonly isNew?: boolean;
}

/** Writes a file that the command line names; where it cannot be, that is wrong use. */
export async function writeNamedFile(
  name: string,
  text: string,
  io: Pick<Io, 'cwd'>,
  { mode = 0o666, isNew = false }: WriteOptions = {},
): Promise<void> {
  try {
    await writeFile(path.resolve(io.cwd, name), text, { mode, flag: isNew ? 'wx' : 'w' });
  } catch (error) {
    throw new UsageError(`${name} cannot be written: ${whyNotWritten(error)}`);
  }
}

/**
 * The same before long work whose result goes there: what can be seen now is said now. `makesFolders`: whoever writes it
 * makes its folder.
 */
export function checkCanWrite(name: string, io: Pick<Io, 'cwd'>, { makesFolders = false } = {}): void {
  const file = path.resolve(io.cwd, name);
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    accessSync(found === undefined ? folderOf(file, makesFolders) : file, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${name} cannot be written: ${whyNotWritten(error)}`);
  }
}

/** The folder of a file, or the one in which its folders would be made. */
function folderOf(file: string, makesFolders: boolean): string {
  const folder = path.dirname(file);
  const found = statSync(folder, { throwIfNoEntry: !makesFolders });
  if (found === undefined) return folderOf(folder, makesFolders);
  if (!found.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
  return folder;
}

function whyNotWritten(error: unknown): string {
  if (isAbsent(error)) return 'its folder is not there';
  return errorCode(error) === 'EEXIST' ? 'it exists already' : meaningOf(error);
}

import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ClientScope, ConfigFile } from '../../core/clients/client.ts';
import { type ClientName, clientOf } from '../../core/clients/client-table.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type { Files } from '../../core/ports/files.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { workspaceStateDir } from '../workspace-state.ts';
import { baseFolder, type Machine } from './base-folder.ts';

/** A file of a client, in the folder that it is read and changed by. */
export interface ClientFile {
  /** Absolute; it exists. */
  readonly base: string;
  /** Relative to the base, with `/`. */
  readonly path: string;
  readonly full: string;
  /** Undefined: there is no such file. */
  readonly text: string | undefined;
  readonly files: Files;
  /** Where what we know of the base is kept. */
  readonly stateDir: string;
}

/** The settings of a client and where in them our entry goes; nothing where the client has none of this scope. */
export function configOf(name: ClientName, scope: ClientScope): ConfigFile | undefined {
  return clientOf(name)[scope];
}

/** Reads the file that a client reads. The error is a sentence that names it. */
export async function openConfig(
  { base, path: usual, orElse = [] }: Pick<ConfigFile, 'base' | 'path' | 'orElse'>,
  root: string,
  machine: Machine,
): Promise<Result<ClientFile>> {
  const wanted = baseFolder(base, root, machine);
  // The folder of the client itself may not be there yet: it is then made, below one that is.
  const folder = nearestFolder(wanted);
  const below = path.relative(folder, wanted).split(path.sep).join('/');
  const inBase = (file: string) => (below === '' ? file : `${below}/${file}`);
  const isThere = (file: string) => existsSync(path.join(wanted, file));
  const chosen = isThere(usual) ? usual : (orElse.find(isThere) ?? usual);
  return openFile(folder, inBase(chosen));
}

export async function openFile(folder: string, file: string): Promise<Result<ClientFile>> {
  const stateDir = workspaceStateDir(folder);
  const files = createDiskFiles({ root: folder, stateDir });
  const full = path.join(folder, file);
  const read = await files.read(file);
  const found = { base: folder, path: file, full, files, stateDir };
  if (read.kind === 'refused') return fail(whyRefused(folder, full, read.reason));
  if (read.kind === 'missing') return ok({ ...found, text: undefined });
  const text = decodeUtf8(read.file.bytes);
  return text === undefined ? fail(`${full} is not UTF-8 text`) : ok({ ...found, text });
}

/** Settings are often links into a folder of the person's own; a link could also be anybody's, in a cloned repository. */
function whyRefused(folder: string, full: string, reason: string): string {
  const real = realFile(full);
  const way = real === undefined ? '' : path.relative(realpathSync(folder), real);
  const leadsOut = way === '..' || way.startsWith(`..${path.sep}`) || path.isAbsolute(way);
  if (real === undefined || !leadsOut) return `${full} was left as it is: ${reason}`;
  return `${full} was left as it is: a link leads from there to ${real}, and links are not followed out of ${folder}; put the entry into that file by hand (docs/mcp.md shows it), or put a file in place of the link`;
}

function realFile(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

function nearestFolder(folder: string): string {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  const parent = path.dirname(folder);
  return isFolder || parent === folder ? folder : nearestFolder(parent);
}

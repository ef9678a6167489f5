import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { python, root } from '../../../scripts/setup/places.mjs';
import { madeOnce } from '../made-once.ts';

const execute = promisify(execFile);

/** One source distribution of the Python Package Index, pinned to the byte. */
export interface Sdist {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/**
 * The archive's absolute path; downloaded once with pip and kept under `.vscode-test/packages`. Every use
 * compares the hash again. Nothing of the package is installed.
 */
export async function downloadSdist({ name, version, sha256 }: Sdist): Promise<string> {
  const place = path.join(root, '.vscode-test/packages', `${name}-${version}-sdist`);
  const folder = await madeOnce(place, async draft => {
    const quiet = ['--quiet', '--no-input', '--disable-pip-version-check'];
    const what = ['--no-deps', '--no-binary', ':all:', '--dest', draft, `${name}==${version}`];
    await execute(python.executable, ['-m', 'pip', 'download', ...quiet, ...what]).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${name} ${version} cannot be downloaded; is the package index reachable? ${reason}`);
    });
    pinnedArchiveIn(draft, sha256);
  });
  return pinnedArchiveIn(folder, sha256);
}

/** Unpacks the archive below `into`; the absolute path of the package's own folder. */
export async function unpackSdist(archive: string, into: string): Promise<string> {
  await execute(python.executable, ['-m', 'tarfile', '-e', archive, into]);
  return path.join(into, path.basename(archive, '.tar.gz'));
}

function pinnedArchiveIn(folder: string, pinned: string): string {
  const name = readdirSync(folder).find(file => file.endsWith('.tar.gz'));
  if (name === undefined) throw new Error(`${folder} holds no source distribution`);
  const archive = path.join(folder, name);
  const actual = createHash('sha256').update(readFileSync(archive)).digest('hex');
  if (actual !== pinned)
    throw new Error(`${archive} has the SHA-256 ${actual}, but ${pinned} is pinned; delete the folder`);
  return archive;
}

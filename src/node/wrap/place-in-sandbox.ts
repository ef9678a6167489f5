import { existsSync, lstatSync, statSync } from 'node:fs';
import { mkdir, readdir, realpath, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Processes } from '../../core/ports/processes.ts';
import type { SandboxRules, ShownFolder } from '../../core/ports/sandbox.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { createRepository } from './copy-repository.ts';
import { copyNamed, isBelow } from './named-in-hidden.ts';
import { neededBy } from './needed-by-program.ts';

/** What is known before a place is made. */
export interface PlaceOptions {
  readonly root: string;
  readonly copies: ScratchCopies;
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  /** The folder the person is in. */
  readonly cwd: string;
  /** The copy is shown where the workspace is, so that every path in it means what it means to a person. */
  readonly isMounted: boolean;
  readonly network: boolean;
  /** Absolute folders that the person lets it write. */
  readonly writable: readonly string[];
  readonly processes: Processes;
  /** Where it says which names are looked up where, `/etc/resolv.conf`: a link into `/run` on some systems. */
  readonly resolver?: string;
}

/** Where a program runs, and what is there. */
export interface Place {
  /** Where it finds the workspace. */
  readonly workspace: string;
  readonly rules: SandboxRules;
  readonly environment: Readonly<Record<string, string>>;
  /** Folders on the disk that it fills. */
  readonly filled: readonly [string, ...string[]];
  /** Sentences about what its command names and it does not see. */
  readonly notSeen: readonly string[];
  /** Files of hidden folders that it sees without what lies beside them. */
  readonly seenAlone: readonly string[];
}

/** Where other programs of the machine wait to be spoken to: a way out of a sandbox that shows them. */
const OF_OTHERS = ['/tmp', '/var/tmp', '/dev/shm'];
const SOCKETS = '/run';

/** Folders that programs there find empty. */
export const HIDDEN = [...OF_OTHERS, SOCKETS];
const RESOLVER = '/etc/resolv.conf';

/** Left out of copies, and needed to run the tools of the workspace. */
const ENVIRONMENTS = ['.venv', 'venv', 'node_modules', '.tox', '.nox', '__pypackages__'];

export async function preparePlace(options: PlaceOptions, signal: AbortSignal): Promise<Place> {
  const { root, copies, isMounted, network, writable, processes, resolver: names = RESOLVER } = options;
  const temporary = join(copies.folder, 'temporary');
  const own = OF_OTHERS.filter(folder => existsSync(folder)).map(at => ({
    from: join(temporary, at.replaceAll('/', '-')),
    at,
  }));
  const empty = join(copies.folder, 'empty');
  for (const folder of [temporary, empty, ...own.map(({ from }) => from)])
    await mkdir(folder, { recursive: true });
  const at = (objects: string) => (isMounted ? join(copies.folder, 'objects') : objects);
  const objects = await createRepository(root, copies.after, at, processes, signal);
  const filled = [copies.after, temporary] as const;
  if (!isMounted)
    return {
      workspace: copies.after,
      rules: { writable: [copies.after, temporary, ...writable], network },
      environment: { TMPDIR: temporary, XDG_CACHE_HOME: join(temporary, 'cache') },
      filled,
      notSeen: [],
      seenAlone: [],
    };
  const readable = (folder: string): ShownFolder => ({ from: folder, at: folder, writable: false });
  const resolver = network ? await realpath(names).catch(() => names) : names;
  const named = await neededBy(options, HIDDEN);
  const links = await linkAgain(named, own);
  const needed = named.filter(path => !links.includes(path));
  const inside: readonly ShownFolder[] = [
    ...(isBelow(resolver, SOCKETS) ? [readable(resolver)] : []),
    ...(objects ? [{ ...objects, writable: false }] : []),
    ...needed.map(readable),
    { from: copies.after, at: root, writable: true },
    ...(await environmentsIn(root)).map(readable),
    ...writable.map(folder => ({ from: folder, at: folder, writable: true })),
  ];
  await makePlaces(empty, inside);
  const seen = inside.map(one => one.at);
  const { copied, notSeen } = await copyNamed({ ...options, seen }, [...own, { at: SOCKETS }]);
  const shown: readonly ShownFolder[] = [
    ...own.map(one => ({ ...one, writable: true })),
    { from: empty, at: SOCKETS, writable: false },
    ...inside,
  ];
  return {
    workspace: root,
    rules: { writable: [], network, shown },
    environment: { TMPDIR: '/tmp', XDG_CACHE_HOME: '/tmp/cache' },
    filled,
    notSeen,
    seenAlone: [...needed.filter(path => !isFolder(path)), ...copied],
  };
}

/** In the folder that stands for `SOCKETS`, and cannot be written: something is shown only where there is a place for it. */
async function makePlaces(empty: string, shown: readonly ShownFolder[]): Promise<void> {
  for (const { from, at } of shown.filter(one => isBelow(one.at, SOCKETS))) {
    const place = join(empty, relative(SOCKETS, at));
    await mkdir(dirname(place), { recursive: true });
    if ((await stat(from)).isDirectory()) await mkdir(place, { recursive: true });
    else await writeFile(place, '');
  }
}

/** Links of their own stay links: what they lead to is shown in its place, with what lies beside it. Gives these. */
async function linkAgain(paths: readonly string[], hidden: readonly { from: string; at: string }[]) {
  const links: string[] = [];
  for (const path of paths) {
    const folder = hidden.find(({ at }) => isBelow(path, at));
    if (folder === undefined || !lstatSync(path).isSymbolicLink()) continue;
    const place = join(folder.from, relative(folder.at, path));
    await mkdir(dirname(place), { recursive: true });
    await symlink(await realpath(path), place);
    links.push(path);
  }
  return links;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

async function environmentsIn(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries
    .filter(entry => entry.isDirectory())
    .filter(({ name }) => ENVIRONMENTS.includes(name) || existsSync(join(root, name, 'pyvenv.cfg')))
    .map(({ name }) => join(root, name));
}

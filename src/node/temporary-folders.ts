import { mkdirSync, realpathSync } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { hostIdentity, type ProcessIdentity } from './files/host-identity.ts';
import { workspaceStateDir } from './workspace-state.ts';

const PREFIX = 'work-order';
const KINDS = ['copies', 'scratch', 'lint', 'signature', 'pull-request', 'edit', 'eval', 'campaign'] as const;

export interface TemporaryOptions {
  /** What it is for: part of its name. */
  readonly kind: (typeof KINDS)[number];
  /** A workspace in which it must not be: a copy of that would hold itself. */
  readonly outside?: string;
}

/**
 * A new folder for this process alone, with real names all the way. Its name says whose it is: a process that was killed
 * removes nothing, so the next one does.
 */
export async function makeTemporaryFolder({ kind, outside }: TemporaryOptions): Promise<string> {
  const place = temporaryPlace(outside);
  cleaned.set(place, cleaned.get(place) ?? removeLeftBehind(place));
  await cleaned.get(place);
  return realpath(await mkdtemp(join(place, `${PREFIX}-${kind}-${OWNER}-`)));
}

/** The folder that temporary ones are made in: that of the system, when it is not inside of `workspace`. */
export function temporaryPlace(workspace: string | undefined): string {
  if (workspace === undefined || !isInside(tmpdir(), workspace)) return tmpdir();
  const other = join(workspaceStateDir(workspace), 'temporary');
  if (isInside(workspaceStateDir(workspace), workspace))
    throw new Error(`the temporary folder ${tmpdir()} is inside of the workspace: set TMPDIR to another one`);
  mkdirSync(other, { recursive: true, mode: 0o700 });
  return other;
}

/** Through every link; what does not exist yet is compared as it is written. */
function isInside(folder: string, workspace: string): boolean {
  const [place, root] = [folder, workspace].map(one => {
    try {
      return realpathSync.native(one);
    } catch {
      return one;
    }
  });
  if (place === undefined || root === undefined) return false;
  const below = relative(root, place);
  return below !== '..' && !below.startsWith(`..${sep}`) && below !== place;
}

const host = hostIdentity();
/** Enough of the name of this start of the machine to tell it from another. */
const shortened = (boot: string): string => (boot.startsWith('at') ? boot : boot.slice(0, 8));
const OWNER = `${shortened(host.self.boot)}-${host.self.namespace}-${host.self.pid}-${host.self.started}`;

/** Looked through once in the life of a process. */
const cleaned = new Map<string, Promise<void>>();

/** Removes folders of this user whose process is gone. One that cannot be removed stays, and stops nothing. */
async function removeLeftBehind(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const owner = ownerIn(name);
    if (owner === undefined || host.whereabouts(owner) !== 'gone') continue;
    const folder = join(place, name);
    const stat = await lstat(folder).catch(() => undefined);
    if (stat?.isDirectory() !== true || (process.getuid !== undefined && stat.uid !== process.getuid()))
      continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Whose a folder is; `undefined`: its name is not exactly one of ours, so that it may be anybody's. */
function ownerIn(name: string): ProcessIdentity | undefined {
  const kind = KINDS.find(one => name.startsWith(`${PREFIX}-${one}-`));
  const parts = kind === undefined ? [] : name.slice(`${PREFIX}-${kind}-`.length).split('-');
  const [boot = '', namespace = '', pid = '', started = '', chance = ''] = parts;
  const isOurs =
    parts.length === 5 &&
    /^(?:[0-9a-f]{8}|at\d+)$/.test(boot) &&
    [namespace, pid, started].every(part => /^\d+$/.test(part)) &&
    chance.length === 6;
  if (!isOurs) return undefined;
  const isThisBoot = boot === shortened(host.self.boot);
  return { boot: isThisBoot ? host.self.boot : boot, namespace, pid: Number(pid), started };
}

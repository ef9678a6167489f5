import { mkdirSync, realpathSync } from 'node:fs';
import { lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { hostIdentity } from './files/host-identity.ts';
import { workspaceStateDir } from './workspace-state.ts';

const PREFIX = 'work-order';

export interface TemporaryOptions {
  /** What it is for: part of its name. */
  readonly kind: 'copies' | 'scratch' | 'lint' | 'signature' | 'pull-request' | 'edit';
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
const OWNED = new RegExp(`^${PREFIX}-[a-z-]+-(\\w+)-(\\d+)-(\\d+)-(\\d+)-\\w{6}$`);

/** Looked through once in the life of a process. */
const cleaned = new Map<string, Promise<void>>();

/** Removes folders of this user whose process is gone. One that cannot be removed stays, and stops nothing. */
async function removeLeftBehind(place: string): Promise<void> {
  for (const name of await readdir(place).catch(() => [])) {
    const [, boot, namespace, pid, started] = OWNED.exec(name) ?? [];
    if (boot === undefined || namespace === undefined || pid === undefined || started === undefined) continue;
    const isThisBoot = boot === shortened(host.self.boot);
    const other = { boot: isThisBoot ? host.self.boot : boot, namespace, pid: Number(pid), started };
    if (host.whereabouts(other) !== 'gone') continue;
    const folder = join(place, name);
    const stat = await lstat(folder).catch(() => undefined);
    if (stat?.isDirectory() !== true || (process.getuid !== undefined && stat.uid !== process.getuid()))
      continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

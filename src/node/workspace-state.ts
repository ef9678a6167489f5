import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder outside the workspace that keeps its journals, locks and interrupted transactions. The
 * editor and the command line share it, so that each recovers what the other left.
 * `WORKORDER_STATE_DIR` (absolute) replaces the platform's place for state. Creates nothing.
 */
export function workspaceStateDir(
  root: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(allStateDir(environment, platform), stateName(root));
}

/** What has the state of every workspace. */
export function allStateDir(
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  return join(stateHome(environment, platform), 'work-order');
}

/** What a folder's state is called, whichever way the folder was named. */
export const stateName = (root: string): string =>
  createHash('sha256').update(realpathSync.native(root)).digest('hex').slice(0, 16);

/** A relative value would make the place depend on the current folder, so it counts as unset. */
const absolute = (value: string | undefined): string | undefined =>
  value !== undefined && isAbsolute(value) ? value : undefined;

function stateHome(environment: Readonly<NodeJS.ProcessEnv>, platform: NodeJS.Platform): string {
  const chosen = absolute(environment['WORKORDER_STATE_DIR']) ?? absolute(environment['XDG_STATE_HOME']);
  if (chosen !== undefined) return chosen;
  const home = absolute(environment['HOME']) ?? homedir();
  if (platform === 'win32') return absolute(environment['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return join(home, '.local', 'state');
}

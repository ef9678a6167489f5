import type { Command } from '../../generated/contracts.ts';
import { checkWritePath, newNameProblem } from '../changes/path-policy.ts';
import { isInScope } from '../changes/scope.ts';
import { pathsOf } from '../changes/simulate.ts';

export interface CommandsCheck {
  /** Sentences; empty when every command may be simulated. */
  readonly problems: readonly string[];
  /** Canonical paths the commands name, sorted. */
  readonly paths: readonly string[];
  /** Those of them that need an approval by name. */
  readonly controlPlane: readonly string[];
}

/**
 * Path policy and scope for every path that commands and new_files name: decided on the path alone,
 * whether or not the file exists.
 */
export function checkCommands(
  commands: readonly Command[],
  newFiles: readonly string[],
  scope: readonly string[],
): CommandsCheck {
  const created = newFiles.map(path => checkNewPath(path, scope));
  const changed = commands.flatMap((command, i) => checkCommand(command, i, scope));
  const all = [...created, ...changed];
  // new_files that no command fills are not "touched"; their approval stays in controlPlane.
  return {
    problems: all.flatMap(({ problem }) => problem ?? []),
    paths: sortedSet(changed.flatMap(({ path }) => path ?? [])),
    controlPlane: sortedSet(all.flatMap(({ path, isControlPlane }) => (path && isControlPlane ? path : []))),
  };
}

export interface PathCheck {
  /** Canonical; left out when the policy refuses it. */
  readonly path?: string;
  readonly isControlPlane: boolean;
  /** A sentence; left out when the path may be changed. */
  readonly problem?: string;
}

/** The paths of one command, `index` counted from 0 in the list it is in. */
export function checkCommand(
  command: Command,
  index: number,
  scope: readonly string[],
): readonly PathCheck[] {
  return pathsOf(command).map(path => checkPath(path, `command ${index} (${command.tool})`, scope));
}

function checkNewPath(path: string, scope: readonly string[]): PathCheck {
  const checked = checkPath(path, 'new_files', scope);
  const problem = checked.problem === undefined ? newNameProblem(path) : undefined;
  return problem === undefined
    ? checked
    : { ...checked, problem: `new_files: ${JSON.stringify(path)} is refused: ${problem}` };
}

function checkPath(path: string, who: string, scope: readonly string[]): PathCheck {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused') {
    const problem = `${who}: ${JSON.stringify(path)} is refused: ${verdict.reason}`;
    return { isControlPlane: false, problem };
  }
  const checked = { path: verdict.path, isControlPlane: verdict.kind === 'control_plane' };
  if (isInScope(verdict.path, scope)) return checked;
  return { ...checked, problem: `${who}: ${verdict.path} is outside the scope (${scope.join(', ')})` };
}

const sortedSet = (paths: readonly string[]): readonly string[] => [...new Set(paths)].sort();

/** `touched_files` must equal the set of paths in the commands: reviewers read it as the extent of the change. */
export function compareTouchedFiles(touchedFiles: readonly string[], paths: readonly string[]): string[] {
  const touched = new Set(
    // A refused path is reported by checkCommands; reported here too, it would look like a second fault.
    touchedFiles.flatMap(path => {
      const verdict = checkWritePath(path);
      return verdict.kind === 'refused' ? [] : [verdict.path];
    }),
  );
  const changed = new Set(paths);
  return [
    ...[...touched]
      .filter(p => !changed.has(p))
      .map(p => `touched_files names ${p}, but no command changes it`),
    ...[...changed]
      .filter(p => !touched.has(p))
      .map(p => `a command changes ${p}, but touched_files does not name it`),
  ];
}

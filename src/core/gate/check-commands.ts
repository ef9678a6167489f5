import type { Command } from '../../generated/contracts.ts';
import { checkWritePath } from '../changes/path-policy.ts';
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
 * whether or not the file exists. Rows 001-062, 001-066, decisions C37, C38.
 */
export function checkCommands(
  commands: readonly Command[],
  newFiles: readonly string[],
  scope: readonly string[],
): CommandsCheck {
  const problems: string[] = [];
  const paths = new Set<string>();
  const controlPlane = new Set<string>();

  const check = (path: string, who: string) => {
    const verdict = checkWritePath(path);
    if (verdict.kind === 'refused') {
      problems.push(`${who}: ${JSON.stringify(path)} is refused: ${verdict.reason}`);
      return;
    }
    if (!isInScope(verdict.path, scope)) {
      problems.push(`${who}: ${verdict.path} is outside the scope (${scope.join(', ')})`);
    }
    if (verdict.kind === 'control_plane') controlPlane.add(verdict.path);
    paths.add(verdict.path);
  };

  for (const path of newFiles) check(path, 'new_files');
  paths.clear(); // new_files that no command fills are not "touched"; their approval stays in controlPlane
  commands.forEach((command, i) => {
    for (const path of pathsOf(command)) check(path, `command ${i} (${command.tool})`);
  });
  return { problems, paths: [...paths].sort(), controlPlane: [...controlPlane].sort() };
}

/** `touched_files` must equal the set of paths in the commands (C15, row 001-033). */
export function compareTouchedFiles(touchedFiles: readonly string[], paths: readonly string[]): string[] {
  const touched = new Set(
    // A refused path is told by checkCommands; told here too, it would look like a second fault.
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

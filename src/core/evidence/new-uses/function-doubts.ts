import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { changedScopes } from './changed-scopes.ts';
import type { ClassLines } from './class-lines.ts';
import { whyNotSet } from './lost-settings.ts';
import { readersOfCallers, whyOtherLocals } from './read-locals.ts';
import { whyOtherResult } from './special-results.ts';

/** What is asked of the functions of a changed file, beside the names that they use. */
export interface AboutFunctions {
  readonly classes: ClassLines;
  /** Functions of the workspace that may read the local names of whoever calls them. */
  readonly readers: ReadonlySet<string>;
}

/** Why what a changed function does may not suit those who call it, though it is declared as before. */
export async function* functionDoubts(
  before: PythonFile | undefined,
  after: PythonFile,
  { classes, readers }: AboutFunctions,
): AsyncGenerator<{ readonly start: number; readonly reason: string }> {
  for (const scope of changedScopes(before, after)) {
    const reason =
      whyOtherResult(scope) ?? whyOtherLocals(scope, readers) ?? (await whyNotSet(scope, classes));
    if (reason !== undefined) yield { start: scope.now.definition.head, reason: `${scope.name}: ${reason}` };
  }
}

/** Read once for a change: every file may have such a function. */
export async function findReadersOfCallers(
  versions: TwoVersions,
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const module of versions.after.snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file !== undefined) for (const name of readersOfCallers(file)) found.add(name);
  }
  return found;
}

import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { whyOtherStars } from './asked-keys.ts';
import { type ChangedScope, changedScopes, changedTops } from './changed-scopes.ts';
import type { ClassLines } from './class-lines.ts';
import { whyOtherFields } from './format-fields.ts';
import { whyNotSet } from './lost-settings.ts';
import { readersOfCallers, whyOtherLocals } from './read-locals.ts';
import { whyOtherResult } from './special-results.ts';
import { forgetStatements } from './statements.ts';
import { type Naming, namingIn, whyOtherName } from './texts-as-names.ts';

/** What is asked of the functions of a changed file, beside the names that they use. */
export interface AboutFunctions {
  readonly classes: ClassLines;
  /** Functions of the workspace that may read the local names of whoever calls them. */
  readonly readers: ReadonlySet<string>;
  readonly naming: Naming;
}

/** Statements of each side that stand nowhere in the other one. */
const onOneSide = ({ gone, fresh }: Pick<ChangedScope, 'gone' | 'fresh'>) => {
  const [old, now] = [gone, fresh].map(all => new Set(all.map(({ text }) => text)));
  return {
    gone: gone.filter(({ text }) => now?.has(text) === false),
    fresh: fresh.filter(({ text }) => old?.has(text) === false),
  };
};

/** Signs without which there is no text, and nothing is put into one. */
const FORMATTING = ['"', "'", '%'];

/** Why what a changed function does may not suit those who call it, though it is declared as before. */
export async function* functionDoubts(
  before: PythonFile | undefined,
  after: PythonFile,
  { classes, readers, naming }: AboutFunctions,
): AsyncGenerator<{ readonly start: number; readonly reason: string }> {
  const tops = FORMATTING.some(sign => after.mentions(sign)) ? changedTops(before, after) : [];
  for (const { old, ...sides } of tops) {
    if (!sides.fresh.some(({ mayFormat }) => mayFormat)) continue;
    const { gone, fresh } = onOneSide(sides);
    const reason = whyOtherFields(old, gone, fresh) ?? whyOtherName(after, gone, fresh, naming);
    if (reason !== undefined) yield { start: fresh[0]?.start ?? 0, reason };
  }
  for (const scope of changedScopes(before, after)) {
    const { gone, fresh } = onOneSide(scope);
    const reason =
      whyOtherResult(scope) ??
      whyOtherLocals(scope, readers) ??
      whyOtherFields(scope.known.statements, gone, fresh) ??
      whyOtherName(after, gone, fresh, naming) ??
      (gone.length === 0 ? undefined : whyOtherStars(scope.now.statements, fresh)) ??
      (await whyNotSet(scope, classes));
    if (reason !== undefined) yield { start: scope.now.definition.head, reason: `${scope.name}: ${reason}` };
  }
}

/** Read once for a change: every file may have such functions. */
export async function readAboutFunctions(
  versions: TwoVersions,
  classes: ClassLines,
  pause: () => Promise<void>,
): Promise<AboutFunctions> {
  const readers = new Set<string>();
  const naming = { values: new Set<string>(), functions: new Set<string>() };
  for (const module of versions.after.snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    for (const name of readersOfCallers(file)) readers.add(name);
    const { values, functions } = namingIn(file);
    for (const name of values) naming.values.add(name);
    for (const name of functions) naming.functions.add(name);
    if (!versions.changedPaths.has(module.path)) forgetStatements(file);
  }
  return { classes, readers, naming };
}

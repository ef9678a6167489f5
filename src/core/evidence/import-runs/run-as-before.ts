import { type Import, qualifiedName } from '../../python/grammar/module-index.ts';
import { entriesOf } from '../code/import-entries.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import { closureOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, Side } from '../code/two-versions.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import type { ImportStep, ImportSteps } from './import-steps.ts';

/**
 * How a changed module runs: `same`, where it imports the same ones of the workspace in the same order as before, and
 * who finds it half imported finds what it found; `offers less`, where that does not; `for nobody`, where it is new, no
 * module imports it, and none lies in it. Where all are the same or for nobody, all others run as they did.
 */
export function compareRuns(
  { before, after }: Pick<ChangedModule, 'before' | 'after'>,
  steps: Readonly<Record<Side, ImportSteps>>,
): 'same' | 'offers less' | 'for nobody' | 'other' {
  if (before === undefined && after !== undefined && isForNobody(after, steps.after)) return 'for nobody';
  if (before === undefined || after === undefined) return 'other';
  const [old, now] = [running(before, steps.before), running(after, steps.after)];
  const isSame = old.length === now.length && old.every(({ runs }, i) => runs === now[i]?.runs);
  if (!isSame) return 'other';
  const isInCircle = comesBack(before, steps.before) || comesBack(after, steps.after);
  const isEarly = !isInCircle || offersAsEarly({ file: before, steps: old }, { file: after, steps: now });
  return isEarly ? 'same' : 'offers less';
}

const isForNobody = ({ module }: PythonFile, { version }: ImportSteps): boolean =>
  !module.isPackage && neighboursIn(version).importing(module.path).length === 0;

interface RunningStep {
  readonly statement: Import;
  /** What it runs, and for whom; equal texts are the same. */
  readonly runs: string;
}

/** The imports of a file that run something, at its top and in its functions. */
function running({ module }: PythonFile, steps: ImportSteps): readonly RunningStep[] {
  const { definitions } = module.index;
  return steps
    .stepsOf(module, () => true)
    .flatMap(step => {
      const numbers = numbersOf(step, steps);
      if (numbers.length === 0) return [];
      const { statement } = step;
      return { statement, runs: `${qualifiedName(definitions, statement.parent)}:${numbers.join()}` };
    });
}

const numbersOf = ({ modules, outside, parts }: ImportStep, steps: ImportSteps): readonly number[] => [
  ...modules,
  ...outside.filter(each => steps.isSubmodule(each)),
  ...parts.flatMap(part => part ?? []),
];

/** Whether it imports, in however many steps, a module that imports it, if only in a function. */
function comesBack({ module }: PythonFile, { version }: ImportSteps): boolean {
  const closure = closureOf(module, version);
  return neighboursIn(version)
    .importing(module.path)
    .some(({ path }) => closure.has(path));
}

interface StepsOfFile {
  readonly file: PythonFile;
  readonly steps: readonly RunningStep[];
}

/**
 * Whether the imports ask for the same names, and whoever one of them runs finds each name that the file had bound by
 * then.
 */
function offersAsEarly(old: StepsOfFile, now: StepsOfFile): boolean {
  const asked = ({ file, steps }: StepsOfFile) =>
    steps.flatMap(({ statement }) => entriesOf(statement, file.module).map(({ text }) => text)).join('\n');
  if (asked(old) !== asked(now)) return false;
  const bound = stepsBefore(now);
  for (const [name, count] of stepsBefore(old))
    if ((bound.get(name) ?? now.steps.length) > count) return false;
  return true;
}

/** By name: how many of the imports run before it is bound. */
function stepsBefore({ file, steps }: StepsOfFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [name, [first]] of bindingsOf(file.module)) {
    const from = steps.findIndex(({ statement }) => statement.start > (first?.start ?? 0));
    found.set(name, from < 0 ? steps.length : from);
  }
  return found;
}

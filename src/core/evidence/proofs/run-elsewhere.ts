import { once } from '../../kernel/once.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isOfTestsAlone } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import {
  type DefinitionGroup,
  type DefinitionMatch,
  differenceOf,
  isSameGroup,
} from '../facts/definition-changes.ts';
import { mayBeAsked, modulesAsking } from './asked-on-import.ts';
import { doesOtherwise, hasOtherMethods } from './does-otherwise.ts';
import { memberValues } from './made-of-members.ts';
import { findNamedOnImport } from './named-in-texts.ts';
import { defaultNames, keyNames } from './run-names.ts';
import {
  findRunner,
  firstRunner,
  lookingModules,
  type Reached,
  runningModules,
  usingModules,
} from './runners.ts';
import type { ShapeChange } from './shape-change.ts';
import { isBoundAlike, isMetaclass, isSameShape } from './unit-shapes.ts';

/**
 * What other modules run when they are imported, and does something else: functions (decorators, factories), classes
 * that they make objects of, values that they compute with.
 */
export async function findRunElsewhere(
  versions: TwoVersions,
  match: DefinitionMatch,
  importers: () => Importers,
): Promise<readonly ShapeChange[]> {
  const found: ShapeChange[] = [];
  const defaults: ShapeChange[] = [];
  const bodies = otherBodies(versions, match);
  const isAsked = once((file: PythonFile) => mayBeAsked(file, versions));
  for (const { name, module, file: after, group, twin } of bodies) {
    const mayReach = importers().mayReach(after.module, name);
    if (!mayReach && !isAsked(after)) continue;
    const isFunction = group.kind === 'function';
    const isValue = !isFunction && group.kind !== 'class';
    const isCalled = isFunction || (group.kind === 'class' && twin.units.some(isMetaclass));
    const modules = async function* () {
      yield* modulesAsking(after, name, versions);
      if (!mayReach) return;
      if (isCalled) yield* runningModules(after, name, isFunction, versions, importers());
      if (!isFunction) yield* usingModules(after, name, versions, importers());
      if (isValue) yield* lookingModules(after, name, versions, importers(), keyNames);
      if (isValue && !isLiteral(twin))
        yield* lookingModules(after, name, versions, importers(), each => memberValues(each).defaults);
    };
    const runner = await firstRunner(modules(), versions);
    const place = placeIn(after, twin.units[0]?.start ?? 0, 'after');
    const common = { change: 'changed', name, module, isPlain: false, place } as const;
    if (runner === undefined) {
      const showing = mayReach && isValue && lookingModules(after, name, versions, importers(), defaultNames);
      const shown = showing ? await firstRunner(showing, versions) : undefined;
      if (shown === undefined) continue;
      const reason = `${shown.by} has ${name} as the default of a parameter, and it is another value`;
      defaults.push({ ...common, what: 'value', keepsName: true, reason, isOfTests: shown.isOfTests });
      continue;
    }
    const { by, isOfTests } = runner;
    const reason = isValue
      ? `${by} uses ${name} on import, and it is another value`
      : `${by} runs ${name} on import, and it does something else`;
    found.push({ ...common, what: 'statement', reason, isOfTests });
  }
  if (found.every(({ isOfTests }) => isOfTests))
    found.push(...(await runThroughOthers(versions, match, bodies, importers)));
  if (found.length === 0) found.push(...(await runByText(versions, bodies)));
  return [...found, ...defaults];
}

/** `NAME = 1`, which may be the default of any field. */
const isLiteral = ({ units: [unit] }: DefinitionGroup): boolean =>
  unit !== undefined &&
  unit.to - unit.from === 3 &&
  (unit.file.tokens.kind(unit.to - 1) === NUMBER || unit.file.tokens.kind(unit.to - 1) === STRING);

/** What runs on import, and calls what is something else in the body of another function or class. */
async function runThroughOthers(
  versions: TwoVersions,
  match: DefinitionMatch,
  bodies: readonly OtherBody[],
  importers: () => Importers,
): Promise<readonly ShapeChange[]> {
  const found = await findRunner(bodies, versions, importers);
  if (found === undefined) return [];
  const { by, changed, module, file, isOfTests } = found;
  const reason = `${by} may run ${changed} on import, and it does something else`;
  const start = match.after.get(module.path)?.groups.get(changed)?.units[0]?.start ?? 0;
  const place = placeIn(module.after ?? file, start, 'after');
  return [
    { what: 'statement', change: 'changed', name: changed, module, isPlain: false, reason, place, isOfTests },
  ];
}

/** What a module may run that it finds by a text: `import_module("pkg.a").run()`. */
async function runByText(
  versions: TwoVersions,
  bodies: readonly OtherBody[],
): Promise<readonly ShapeChange[]> {
  const found = await findNamedOnImport(versions, new Set(bodies.map(({ file }) => file.module)));
  const body = bodies.find(({ file }) => file.module === found?.named);
  if (found === undefined || body === undefined) return [];
  const { name, module, file, twin } = body;
  const reason = `${found.by.path} may find ${name} by a text on import, and it does something else`;
  const place = placeIn(file, twin.units[0]?.start ?? 0, 'after');
  const isOfTests = isOfTestsAlone(found.by, versions.after.snapshot);
  return [{ what: 'statement', change: 'changed', name, module, isPlain: false, reason, place, isOfTests }];
}

/** What is declared as before, functions, values, and classes that may only have more methods: all else is open in any case. */
const runsOtherwise = (group: DefinitionGroup, twin: DefinitionGroup): boolean =>
  isSameShape(group, twin) ||
  doesOtherwise(group, twin) ||
  hasOtherMethods(group, twin) ||
  (group.kind !== 'function' && isBoundAlike(group, twin));

interface OtherBody extends Reached {
  readonly group: DefinitionGroup;
  readonly twin: DefinitionGroup;
}

/** Functions, classes and values that do something else. */
function otherBodies({ changed }: TwoVersions, match: DefinitionMatch): readonly OtherBody[] {
  const found: OtherBody[] = [];
  for (const module of changed) {
    const { path, before, after } = module;
    if (before === undefined || after === undefined) continue;
    for (const group of match.before.get(path)?.groups.values() ?? []) {
      const { name, twin } = group;
      if (twin === undefined || isSameGroup(group, twin) || !runsOtherwise(group, twin)) continue;
      if (differenceOf(group, twin) !== 'docstring')
        found.push({ file: after, name, changed: name, module, group, twin });
    }
  }
  return found;
}

import type { ChangedCode, ChangedFunction, FunctionPlace } from '../../ports/trials.ts';
import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import { codeKey } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { DefinitionGroup, DefinitionMatch } from './definition-changes.ts';

/** One function of a module: its overloads and the parts of a property belong together. */
interface Callable {
  readonly place: FunctionPlace;
  readonly key: string;
  /** The names that its code mentions. */
  readonly words: ReadonlySet<string>;
}

/**
 * The functions and methods that may behave differently after the change: their own code is changed, they moved, or
 * they use a value of their module that is changed.
 */
export function findChangedFunctions(
  { changed }: TwoVersions,
  { moves, renames }: DefinitionMatch,
): Pick<ChangedCode, 'functions' | 'renamed'> {
  const found: ChangedFunction[] = [];
  for (const module of changed) {
    const { before, after, path } = module;
    if (before === undefined || after === undefined || isTestFile(path)) continue;
    const [old, now] = [readCallables(before), readCallables(after)];
    const values = changedValues(module);
    for (const [name, callable] of now) {
      const twin = old.get(name);
      if (twin === undefined) continue;
      const used = values.find(value => callable.words.has(value));
      const why =
        twin.key !== callable.key
          ? 'is changed'
          : used === undefined
            ? undefined
            : `uses ${used}, which is changed`;
      if (why !== undefined) found.push({ before: twin.place, after: callable.place, why });
    }
  }
  for (const { from, to } of [...moves, ...renames]) found.push(...movedFunctions(from, to));
  return {
    functions: found,
    renamed: [...moves, ...renames].map(({ from, to }) => [
      from.file.module.name,
      from.name,
      to.file.module.name,
      to.name,
    ]),
  };
}

function readCallables(file: PythonFile): ReadonlyMap<string, Callable> {
  const { definitions } = file.module.index;
  const found = new Map<string, Callable>();
  for (const [index, definition] of definitions.entries()) {
    if (!isFunction(definition) || isLocal(definition, definitions)) continue;
    const name = qualifiedName(definitions, index);
    const tokens = withoutDocstrings(file.range(definition.start, definition.end), 'definition');
    const known = found.get(name);
    const place = { file: file.module.path, line: definition.line, module: file.module.name, name };
    found.set(name, {
      place: known?.place ?? place,
      key: `${known?.key ?? ''}\u0001${codeKey(tokens)}`,
      words: new Set([...(known?.words ?? []), ...tokens.map(({ text }) => text)]),
    });
  }
  return found;
}

/** Inside of a function, where it cannot be called by itself. */
function isLocal({ parent }: Definition, definitions: readonly Definition[]): boolean {
  const around = definitions[parent];
  if (around === undefined) return false;
  return around.kind !== 'class' || isLocal(around, definitions);
}

/** Names of the module, or of its classes, that hold another value or bring something from elsewhere. */
function changedValues({ before, after }: ChangedModule): readonly string[] {
  const old = before && readValues(before);
  const now = after && readValues(after);
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...names].filter(name => old?.get(name) !== now?.get(name));
}

function readValues(file: PythonFile): ReadonlyMap<string, string> {
  const { definitions, imports } = file.module.index;
  const values = new Map<string, string>();
  const add = (name: string, text: string) => values.set(name, `${values.get(name) ?? ''}\u0001${text}`);
  for (const definition of definitions) {
    const { kind, name, parent } = definition;
    const isValue = kind === 'constant' || kind === 'variable' || kind === 'type' || kind === 'attribute';
    const isOfModuleOrClass = parent === -1 || definitions[parent]?.kind === 'class';
    if (isValue && isOfModuleOrClass) add(name, codeKey(file.range(definition.start, definition.end)));
  }
  for (const { parent, module, level, names, kind } of imports) {
    if (parent !== -1) continue;
    for (const { name, alias } of names) add(alias ?? name, `${kind} ${level} ${module} ${name}`);
  }
  return values;
}

function movedFunctions(from: DefinitionGroup, to: DefinitionGroup): readonly ChangedFunction[] {
  if (isTestFile(to.file.module.path)) return [];
  const inGroup = (group: DefinitionGroup) =>
    [...readCallables(group.file)].filter(
      ([name]) => name === group.name || name.startsWith(`${group.name}.`),
    );
  const now = new Map(inGroup(to));
  return inGroup(from).flatMap(([name, { place }]) => {
    const after = now.get(`${to.name}${name.slice(from.name.length)}`);
    return after === undefined ? [] : [{ before: place, after: after.place, why: 'moved' }];
  });
}

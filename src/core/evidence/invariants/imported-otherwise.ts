import { groupBy } from '../../kernel/group-by.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { lastOf } from '../code/dotted-names.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import type { Facts } from './facts.ts';

/** Why an import that a file did not have before may bring nothing new to it. */
export type WhyNotNew = (entry: ImportEntry) => string | undefined;

/**
 * A new import may bring what the file imported before: from where that moved to, from another module that has the
 * same thing, or the same module in another form, in place of an import that is gone.
 */
export class ImportedOtherwise {
  readonly #versions: TwoVersions;
  /** Where definitions were that moved, by where they are. */
  readonly #moved: ReadonlyMap<string, string>;

  constructor({ versions, definitions }: Facts) {
    this.#versions = versions;
    this.#moved = new Map(
      definitions.flatMap(({ change, name, moved_to: to }) =>
        change === 'moved' && to !== undefined ? [[to, name]] : [],
      ),
    );
  }

  in(before: PythonFile | undefined, after: PythonFile): WhyNotNew {
    if (before === undefined) return () => undefined;
    const own = readImports(before);
    const targets = new Set(own.map(({ target }) => target));
    const stays = new Set(readImports(after).map(({ target }) => target));
    const gone = own.filter(({ target }) => !stays.has(target));
    const goneTargets = new Set(gone.map(({ target }) => target));
    const goneSources = new Set(gone.map(sourceOf));
    const goneByName = groupBy(gone, ({ bound }) => bound);
    let things: ReadonlySet<string> | undefined;
    return entry => {
      const { target } = entry;
      if (targets.has(this.#moved.get(target) ?? '')) return 'follows what moved';
      const source = sourceOf(entry) ?? '';
      if (goneTargets.has(source) || goneSources.has(target) || isPartOfModule(target, goneTargets))
        return 'is of a module that was imported in another form';
      if (goneByName.get(entry.bound)?.some(each => isSameOfPython(each, entry)) === true)
        return 'has the name of what Python had elsewhere';
      things ??= new Set(own.flatMap(each => thingOf(each, before, this.#versions.before) ?? []));
      const thing = thingOf(entry, after, this.#versions.after);
      return thing !== undefined && things.has(thing) ? 'is what was imported from elsewhere' : undefined;
    };
  }
}

/** The module that a name is imported from. */
const sourceOf = ({ statement, target }: ImportEntry): string | undefined =>
  statement.kind === 'from' ? target.slice(0, Math.max(0, target.lastIndexOf('.'))) : undefined;

/** `Iterable` of `typing` and of `collections.abc`: Python has many things in two places, of which one is the older. */
const isSameOfPython = (old: ImportEntry, now: ImportEntry): boolean =>
  lastOf(old.target) === lastOf(now.target) &&
  [old, now].every(each => OF_PYTHON.has(sourceOf(each)?.split('.')[0] ?? ''));

const OF_PYTHON: ReadonlySet<string> = new Set([...STANDARD_LIBRARY, 'typing_extensions']);

/** `os.path`, which `import os` has as one of its names. */
function isPartOfModule(target: string, gone: ReadonlySet<string>): boolean {
  const dot = target.lastIndexOf('.');
  const module = target.slice(0, Math.max(0, dot));
  return gone.has(module) && outsideNames(module)?.has(target.slice(dot + 1)) === true;
}

/** One name for what an import leads to in the workspace, through however many modules. */
function thingOf(
  { statement, bound }: ImportEntry,
  file: PythonFile,
  { graph }: WorkspaceVersion,
): string | undefined {
  if (bound === '*') return undefined;
  const target = graph.throughImport(file.module, statement, bound);
  if (target === undefined || target.kind === 'external') return undefined;
  if (target.kind === 'module') return statement.kind === 'from' ? target.module.path : undefined;
  return `${target.module.path} ${qualifiedName(target.module.index.definitions, target.index)}`;
}

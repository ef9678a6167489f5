import type { ApiChange, EvidencePlace } from '../../../generated/contracts.ts';
import { defined } from '../../kernel/defined.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { exportedNames, namesFromImports } from '../../python/query/exported-names.ts';
import { nameOfTarget } from '../../python/query/reexports.ts';
import {
  type ApiEntry,
  entriesBut,
  isOfOwnNames,
  promisesSame,
  readSurface,
  type Surface,
} from '../code/api-surface.ts';
import { definesAtTop, namesOfModule } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { AS_BEFORE, type DefinitionMatch, definitionsStaying, fullName } from './definition-changes.ts';

type Unclaimed = Omit<ApiChange, 'claimed'>;

/** Every public name of the changed modules that is not what it was; test files offer no API. */
export function compareApis(versions: TwoVersions, match: DefinitionMatch): readonly Unclaimed[] {
  const surfaces = new Surfaces(versions);
  const movedTo = new Map(match.moves.map(({ from, to }) => [keyOf(from), to]));
  const movedFrom = new Map(match.moves.map(({ from, to }) => [keyOf(to), from]));
  const found = versions.changed
    .filter(({ path, unreadable }) => !isTestFile(path) && !unreadable.before && !unreadable.after)
    .flatMap(module => new ModuleApi(versions, module, surfaces, movedTo, movedFrom).compare());
  // What is still found under its old name is not news under its new one.
  const stillFound = new Set(
    found.flatMap(({ change, moved_to: to }) => (change === 'moved' && to ? [to] : [])),
  );
  return found.filter(
    ({ change, name, kind }) => change !== 'added' || kind === 'export' || !stillFound.has(name),
  );
}

/** What each changed module offers after the change; read when it is asked for, because tests are not. */
class Surfaces {
  readonly #versions: TwoVersions;
  readonly #known = new Map<string, Surface>();

  constructor(versions: TwoVersions) {
    this.#versions = versions;
  }

  get(path: string): Surface | undefined {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const after = this.#versions.changedAt(path)?.after;
    if (after === undefined) return undefined;
    const read = readSurface(after);
    this.#known.set(path, read);
    return read;
  }
}

const keyOf = ({ file, name }: { readonly file: PythonFile; readonly name: string }) =>
  `${file.module.path}:${name}`;

class ModuleApi {
  readonly #versions: TwoVersions;
  readonly #module: ChangedModule;
  readonly #surfaces: Surfaces;
  readonly #movedTo: ReadonlyMap<string, Parameters<typeof fullName>[0]>;
  readonly #movedFrom: ReadonlyMap<string, Parameters<typeof fullName>[0]>;

  constructor(
    versions: TwoVersions,
    module: ChangedModule,
    surfaces: Surfaces,
    movedTo: ReadonlyMap<string, Parameters<typeof fullName>[0]>,
    movedFrom: ReadonlyMap<string, Parameters<typeof fullName>[0]>,
  ) {
    this.#versions = versions;
    this.#module = module;
    this.#surfaces = surfaces;
    this.#movedTo = movedTo;
    this.#movedFrom = movedFrom;
  }

  compare(): readonly Unclaimed[] {
    const { before, path } = this.#module;
    const old: Surface = before === undefined ? NOTHING : readSurface(before);
    const now = this.#surfaces.get(path) ?? NOTHING;
    const found: Unclaimed[] = [];
    const { before: was, after: is } = this.#staying(old, now);
    for (const entry of entriesBut(old, index => was[index] === AS_BEFORE)) {
      const twin = now.get(entry.name);
      if (twin === undefined) found.push(...this.#gone(entry, old, now));
      else if (!promisesSame(twin, entry)) found.push(this.#changed(entry, twin));
    }
    for (const entry of entriesBut(now, index => is[index] === AS_BEFORE)) {
      if (old.has(entry.name)) continue;
      // The members of a new class are its own business.
      if (isTop(entry.name) || old.has(classOf(entry.name))) found.push(...this.#come(entry));
    }
    const imported = this.#compareImported(old, now);
    if (imported.length === 0) return found;
    const told = new Set(found.map(({ name }) => name));
    return [...found, ...imported.filter(({ name }) => !told.has(name))];
  }

  /** By index, definitions that need not be compared: in both versions each has a name of its own, and they are the same. */
  #staying(old: Surface, now: Surface) {
    return isOfOwnNames(old) && isOfOwnNames(now) ? definitionsStaying(this.#module) : NO_MARKS;
  }

  #gone(entry: ApiEntry, old: Surface, now: Surface): readonly Unclaimed[] {
    if (!isTop(entry.name)) {
      // A class that is gone, or that came from elsewhere, is reported as a whole.
      const around = classOf(entry.name);
      return old.has(around) && now.has(around) ? [this.#removed(entry)] : [];
    }
    const { after } = this.#module;
    const target = after && this.#versions.after.graph.resolve(after.module, entry.name);
    const moved = this.#movedTo.get(`${this.#module.path}:${entry.name}`);
    if (target === undefined)
      return [{ ...this.#removed(entry), ...(moved === undefined ? {} : { moved_to: fullName(moved) }) }];
    const place = this.#importPlace(entry.name);
    const name = this.#fullName(entry.name);
    if (target.kind === 'definition') {
      const { module, index } = target;
      const twin = this.#surfaces.get(module.path)?.get(qualifiedName(module.index.definitions, index));
      const to = nameOfTarget(target);
      if (twin?.key === entry.key)
        return [
          {
            name,
            kind: entry.kind,
            change: 'moved',
            before: entry.text,
            after: twin.text,
            moved_to: to,
            place,
          },
        ];
      if (twin !== undefined)
        return [
          {
            name,
            kind: entry.kind,
            change: 'changed',
            before: entry.text,
            after: twin.text,
            moved_to: to,
            place,
          },
        ];
    }
    const after_ = `imported from ${nameOfTarget(target)}`;
    return [{ name, kind: entry.kind, change: 'changed', before: entry.text, after: after_, place }];
  }

  #come(entry: ApiEntry): readonly Unclaimed[] {
    const { before, after, path } = this.#module;
    const from = this.#movedFrom.get(`${path}:${entry.name}`);
    const name = this.#fullName(entry.name);
    const place = placeIn(after as PythonFile, entry.start, 'after');
    const target = before && this.#versions.before.graph.resolve(before.module, entry.name);
    const wasImported = target !== undefined && isTop(entry.name);
    if (wasImported && from !== undefined && nameOfTarget(target) === fullName(from)) return [];
    const added = {
      name,
      kind: entry.kind,
      after: entry.text,
      place,
      ...(from === undefined ? {} : { moved_from: fullName(from) }),
    };
    if (wasImported)
      return [{ ...added, change: 'changed', before: `imported from ${nameOfTarget(target)}` }];
    return [{ ...added, change: 'added' }];
  }

  #removed(entry: ApiEntry): Unclaimed {
    const { before } = this.#module;
    const place = placeIn(before as PythonFile, entry.start, 'before');
    return {
      name: this.#fullName(entry.name),
      kind: entry.kind,
      change: 'removed',
      before: entry.text,
      place,
    };
  }

  #changed(entry: ApiEntry, twin: ApiEntry): Unclaimed {
    const place = placeIn(this.#module.after as PythonFile, twin.start, 'after');
    const name = this.#fullName(entry.name);
    return { name, kind: twin.kind, change: 'changed', before: entry.text, after: twin.text, place };
  }

  /** What the module offers without defining it, and what its `__all__` says. */
  #compareImported(old: Surface, now: Surface): readonly Unclaimed[] {
    const { before, after } = this.#module;
    const gathers = (before ?? after)?.once(onlyImports) === true;
    const oldNames = namesOffered(before, this.#versions.before, gathers);
    const newNames = namesOffered(after, this.#versions.after, gathers);
    const found: Unclaimed[] = [];
    for (const name of new Set([...oldNames, ...newNames])) {
      if (old.has(name) && now.has(name) && oldNames.has(name) === newNames.has(name)) continue;
      const from = oldNames.has(name) ? this.#meaning(before, this.#versions.before, name) : undefined;
      const to = newNames.has(name) ? this.#meaning(after, this.#versions.after, name) : undefined;
      if (from === to) continue;
      found.push({
        name: this.#fullName(name),
        kind: old.has(name) || now.has(name) ? 'export' : 'import',
        change: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
        ...defined({ before: from, after: to }),
        place: newNames.has(name) ? this.#importPlace(name) : this.#importPlace(name, 'before'),
      });
    }
    return found;
  }

  /** What the name leads to, with definitions that moved under the name they have after the change. */
  #meaning(file: PythonFile | undefined, version: WorkspaceVersion, name: string): string | undefined {
    const target = file && version.graph.resolve(file.module, name);
    if (target === undefined) return undefined;
    if (target.kind === 'definition' && version.side === 'before') {
      const local = qualifiedName(target.module.index.definitions, target.index);
      const moved = this.#movedTo.get(`${target.module.path}:${local}`);
      if (moved !== undefined) return fullName(moved);
    }
    return nameOfTarget(target);
  }

  #importPlace(name: string, side: 'before' | 'after' = 'after'): EvidencePlace {
    const file = this.#module[side] as PythonFile;
    const statement = namesOfModule(file.module.index).imports.get(name);
    return placeIn(file, statement?.start ?? 0, side);
  }

  #fullName(name: string): string {
    return `${(this.#module.after ?? this.#module.before)?.module.name}.${name}`;
  }
}

const NOTHING: Surface = new Map();
const NO_MARKS = { before: new Uint8Array(), after: new Uint8Array() };
const isTop = (name: string): boolean => !name.includes('.');
const classOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** A module that does nothing but gather names of others: it is there for who imports them from it. */
const onlyImports = (file: PythonFile): boolean => {
  const units = readUnits(file).filter(({ content }) => content.kind !== 'docstring');
  return units.length > 0 && units.every(({ content }) => content.kind === 'import');
};

/** Names of `__all__`, what a package offers of its modules, and what a module gathers that has nothing else. */
function namesOffered(
  file: PythonFile | undefined,
  { graph }: WorkspaceVersion,
  gathers: boolean,
): ReadonlySet<string> {
  if (file === undefined) return new Set();
  const { exports, imports } = file.module.index;
  if (exports !== undefined) return new Set(exportedNames(file.module, graph));
  const gathered = gathers
    ? imports
        .filter(({ parent, kind, module, placement }) => {
          return parent === -1 && kind === 'from' && module !== '__future__' && placement !== 'type_checking';
        })
        .flatMap(each => each.names.map(({ name, alias }) => alias ?? name))
        .filter(name => !name.startsWith('_') && name !== '*')
    : [];
  const names = [...namesFromImports(file.module, graph), ...gathered];
  return new Set(names.filter(name => !definesAtTop(file.module.index, name)));
}

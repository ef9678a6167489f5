import type { DefinitionChange } from '../../../generated/contracts.ts';
import { at } from '../../kernel/at.ts';
import { addTo, groupBy } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { DefinitionKind } from '../../python/grammar/module-index.ts';
import { codeKey } from '../code/code-tokens.ts';
import { chosenWithoutDocstrings, mayDifferInDocstrings } from '../code/docstrings.ts';
import { isFlat } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type Chosen, numbersFrom } from '../code/token-columns.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';

/** Everything at the top of a module that defines one name: overloads and redefinitions belong together. */
export interface DefinitionGroup {
  readonly name: string;
  readonly file: PythonFile;
  readonly units: readonly Unit[];
  readonly kind: DefinitionChange['kind'];
  /** What defines the same name in the other version of the file; told by `pairUnits`. */
  twin: DefinitionGroup | undefined;
  /** With the one that it was last compared with, which has the same. */
  comparison: Comparison | undefined;
}

/** What was found out about two groups: asked again and again of the same pair, in whatever order. */
export interface Comparison {
  readonly one: DefinitionGroup;
  readonly other: DefinitionGroup;
  isSame: boolean | undefined;
  isSameShape: boolean | undefined;
  difference: 'docstring' | 'changed' | undefined;
}

export function comparisonOf(a: DefinitionGroup, b: DefinitionGroup): Comparison {
  const known = a.comparison;
  if (known !== undefined && (known.one === a ? known.other === b : known.one === b)) return known;
  const made = { one: a, other: b, isSame: undefined, isSameShape: undefined, difference: undefined };
  a.comparison = made;
  b.comparison = made;
  return made;
}

/** Whether two groups are equal programs. */
export function isSameGroup(a: DefinitionGroup, b: DefinitionGroup): boolean {
  const comparison = comparisonOf(a, b);
  comparison.isSame ??= hasSameUnits(a, b);
  return comparison.isSame;
}

function hasSameUnits(a: DefinitionGroup, b: DefinitionGroup): boolean {
  if (a.units.length !== b.units.length) return false;
  for (let i = 0; i < a.units.length; i++) {
    const [unit, twin] = [at(a.units, i), at(b.units, i)];
    if (!sameBytes(a, unit, b, twin) && !isSameUnit(unit, twin)) return false;
  }
  return true;
}

/** What a definition is in the other version, where its group has one of its name. */
export const AS_BEFORE = 1;
const OTHERWISE = 2;

/** By index of a definition, on each side: `AS_BEFORE`, `OTHERWISE`, or 0 where the other one has none of its name. */
export const definitionsStaying = once((module: ChangedModule) => {
  const { old, now } = pairUnits(module);
  const marks = (file: PythonFile | undefined) => new Uint8Array(file?.module.index.definitions.length ?? 0);
  const found = { before: marks(module.before), after: marks(module.after) };
  const mark = (marked: Uint8Array, { units }: DefinitionGroup, how: number) => {
    for (const { content } of units) if (content.kind === 'definition') marked[content.index] = how;
  };
  for (const group of old === undefined ? [] : (now?.groups.values() ?? [])) {
    if (group.twin === undefined) continue;
    const how = isSameGroup(group.twin, group) ? AS_BEFORE : OTHERWISE;
    mark(found.before, group.twin, how);
    mark(found.after, group, how);
  }
  return found;
});

export const isSameUnit = (a: Unit, b: Unit): boolean =>
  a.file.tokens.isSamePart(a.from, a.to, b.file.tokens, b.from, b.to);

/** Statements at the top that are written the same are the same. */
function sameBytes({ file: a }: DefinitionGroup, x: Unit, { file: b }: DefinitionGroup, y: Unit): boolean {
  if (x.end - x.start !== y.end - y.start) return false;
  for (let i = x.start, j = y.start; i < x.end; i++, j++) if (a.source[i] !== b.source[j]) return false;
  return true;
}

/** A definition that is now in another file, token for token the same. */
export interface Move {
  readonly from: DefinitionGroup;
  readonly to: DefinitionGroup;
}

export interface ModuleUnits {
  readonly units: readonly Unit[];
  readonly groups: DefinitionGroups;
}

/** The definitions at the top of a module, each name once, in order. */
export class DefinitionGroups {
  readonly #groups: readonly DefinitionGroup[];
  #byName: ReadonlyMap<string, DefinitionGroup> | undefined;

  constructor(groups: readonly DefinitionGroup[]) {
    this.#groups = groups;
  }

  values(): readonly DefinitionGroup[] {
    return this.#groups;
  }

  get(name: string): DefinitionGroup | undefined {
    this.#byName ??= new Map(this.#groups.map(group => [group.name, group]));
    return this.#byName.get(name);
  }
}

/** The parts of the changed modules, matched with each other. */
export interface DefinitionMatch {
  readonly before: ReadonlyMap<string, ModuleUnits>;
  readonly after: ReadonlyMap<string, ModuleUnits>;
  readonly moves: readonly Move[];
  /** The moves out of each file, and into it. */
  readonly movesFrom: ReadonlyMap<string, readonly Move[]>;
  readonly movesTo: ReadonlyMap<string, readonly Move[]>;
  /** The same code under another name, perhaps in another file. */
  readonly renames: readonly Move[];
  readonly changes: readonly DefinitionChange[];
  /** Paths of the files in which a definition that stayed is elsewhere among the others. */
  readonly reordered: ReadonlySet<string>;
}

export function matchDefinitions(changed: readonly ChangedModule[]): DefinitionMatch {
  const before = new Map<string, ModuleUnits>();
  const after = new Map<string, ModuleUnits>();
  const gone: DefinitionGroup[] = [];
  const come: DefinitionGroup[] = [];
  const changes: DefinitionChange[] = [];
  // One module after the other: the tokens of all of them together take too much memory.
  for (const module of changed) {
    const { path, unreadable } = module;
    const { old, now } = pairUnits(module);
    if (old !== undefined) before.set(path, old);
    if (now !== undefined) after.set(path, now);
    if (unreadable.before || unreadable.after) continue;
    for (const group of old?.groups.values() ?? []) if (group.twin === undefined) gone.push(group);
    for (const group of now?.groups.values() ?? []) {
      const { twin } = group;
      if (twin === undefined) come.push(group);
      else if (!isSameGroup(twin, group)) changes.push(changeOf(group, differenceOf(twin, group)));
    }
    for (const change of reordered(old?.groups, now?.groups)) changes.push(change);
  }
  // In one module none of them has the name of another one.
  const mayMove = changed.length > 1;
  const moves = mayMove ? matchBy(namedKey, ...ofSameNames(gone, come), new Set()) : [];
  const moved = new Set(moves.flatMap(({ from, to }) => [from, to]));
  const renames = matchBy(anonymousKey, gone, come, moved);
  for (const { from, to } of renames) {
    changes.push({ ...changeOf(from, 'renamed'), moved_to: fullName(to), place: placeOf(to, 'after') });
    moved.add(from).add(to);
  }
  for (const { from, to } of moves)
    changes.push({ ...changeOf(from, 'moved'), moved_to: fullName(to), place: placeOf(to, 'after') });
  for (const group of gone)
    if (!moved.has(group)) changes.push({ ...changeOf(group, 'removed'), place: placeOf(group, 'before') });
  for (const group of come) if (!moved.has(group)) changes.push(changeOf(group, 'added'));
  const movesFrom = byPath(moves, 'from');
  const movesTo = byPath(moves, 'to');
  const isReordered = ({ change }: DefinitionChange) => change === 'reordered';
  const reorderedFiles = new Set(changes.filter(isReordered).map(({ place }) => place.file));
  return { before, after, moves, movesFrom, movesTo, renames, changes, reordered: reorderedFiles };
}

const byPath = (moves: readonly Move[], end: 'from' | 'to'): ReadonlyMap<string, readonly Move[]> =>
  groupBy(moves, move => move[end].file.module.path);

/** `module.name`, as it is imported. */
export const fullName = (group: Pick<DefinitionGroup, 'file' | 'name'>): string =>
  `${group.file.module.name}.${group.name}`;

/** The statements and definitions of one version of a module. */
export const readModuleUnits = once(groupUnits);

function groupUnits(file: PythonFile): ModuleUnits {
  const units = readUnits(file);
  const groups: DefinitionGroup[] = [];
  const named = isFlat(file.module.index) ? undefined : new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.content.kind !== 'definition') continue;
    const { name, kind } = unit.content.definition;
    const others = named?.get(name);
    if (others !== undefined) {
      others.push(unit);
      continue;
    }
    const own = [unit];
    named?.set(name, own);
    groups.push({ name, file, units: own, kind: kindOf(kind), twin: undefined, comparison: undefined });
  }
  return { units, groups: new DefinitionGroups(groups) };
}

/** The statements of both versions, in which each definition is told the one of its name in the other version. */
export const pairUnits = once(({ before, after }: ChangedModule) => {
  const old = before && readModuleUnits(before);
  const now = after && readModuleUnits(after);
  const others = old?.groups.values() ?? [];
  let next = 0;
  for (const group of now?.groups.values() ?? []) {
    // Most follow each other as before, and need not be looked up.
    const follower = others[next];
    const twin = follower?.name === group.name ? follower : old?.groups.get(group.name);
    if (twin === undefined) continue;
    if (twin === follower) next++;
    else if (twin === others[next + 1]) next += 2;
    group.twin = twin;
    twin.twin = group;
  }
  return { old, now };
});

const kindOf = (kind: DefinitionKind): DefinitionChange['kind'] =>
  kind === 'function' || kind === 'class' || kind === 'constant' || kind === 'type' ? kind : 'variable';

/** How two groups differ that are not the same. */
export function differenceOf(a: DefinitionGroup, b: DefinitionGroup): 'docstring' | 'changed' {
  const comparison = comparisonOf(a, b);
  comparison.difference ??= onlyDocstring(a, b);
  return comparison.difference;
}

function onlyDocstring(a: DefinitionGroup, b: DefinitionGroup): 'docstring' | 'changed' {
  if (a.units.length !== b.units.length) return 'changed';
  const isSame = a.units.every((unit, i) => {
    const twin = b.units[i];
    if (twin === undefined) return false;
    const [tokens, others] = [unit.file.tokens, twin.file.tokens];
    const [part, other] = [
      { tokens, from: unit.from, to: unit.to },
      { tokens: others, from: twin.from, to: twin.to },
    ];
    if (!mayDifferInDocstrings(part, other)) return false;
    return tokens.isSameChoice(codeOf(unit), others, codeOf(twin));
  });
  return isSame ? 'docstring' : 'changed';
}

/** Its tokens but for docstrings. */
const codeOf = ({ file: { tokens }, from, to }: Unit): Chosen =>
  chosenWithoutDocstrings(tokens, numbersFrom(from, to), 'definition');

/** Those whose name is in both: of most that are gone nothing has come. */
function ofSameNames(
  gone: readonly DefinitionGroup[],
  come: readonly DefinitionGroup[],
): readonly [readonly DefinitionGroup[], readonly DefinitionGroup[]] {
  const names = new Set(gone.map(({ name }) => name));
  const again = come.filter(({ name }) => names.has(name));
  const left = new Set(again.map(({ name }) => name));
  return [gone.filter(({ name }) => left.has(name)), again];
}

/** Pairs what is gone with what has come and has the same key. */
function matchBy(
  keyOf: (group: DefinitionGroup) => string | undefined,
  gone: readonly DefinitionGroup[],
  come: readonly DefinitionGroup[],
  taken: ReadonlySet<DefinitionGroup>,
): readonly Move[] {
  const waiting = new Map<string, DefinitionGroup[]>();
  for (const group of come) {
    const key = taken.has(group) ? undefined : keyOf(group);
    if (key === undefined) continue;
    addTo(waiting, key, group);
  }
  return gone.flatMap(from => {
    const key = taken.has(from) ? undefined : keyOf(from);
    const to = key === undefined ? undefined : waiting.get(key)?.shift();
    return to === undefined ? [] : [{ from, to }];
  });
}

const namedKey = ({ name, units }: DefinitionGroup): string =>
  [name, ...units.map(({ key }) => key)].join('\u0001');

/** The code of a function or class without its own name; values are too often the same by chance. */
function anonymousKey({ kind, name, units }: DefinitionGroup): string | undefined {
  if (kind !== 'function' && kind !== 'class') return undefined;
  return units
    .map(({ tokens }) =>
      codeKey(tokens.map(token => (token.text === name ? { ...token, text: '\u0002' } : token))),
    )
    .join('\u0001');
}

/** Definitions that are elsewhere among those that stayed, as few as explain the new order. */
function reordered(
  old: DefinitionGroups | undefined,
  now: DefinitionGroups | undefined,
): readonly DefinitionChange[] {
  if (old === undefined || now === undefined) return [];
  const stayed = now.values().filter(({ twin }) => twin !== undefined);
  if (isInOrder(stayed, old)) return [];
  const position = new Map(old.values().map(({ name }, i) => [name, i]));
  const inOrder = longestRising(stayed.map(({ name }) => position.get(name) ?? 0));
  return stayed.flatMap((group, i) => (inOrder.has(i) ? [] : [changeOf(group, 'reordered')]));
}

/** Whether those that stayed follow each other as before: a quick look before their places are compared. */
function isInOrder(stayed: readonly DefinitionGroup[], old: DefinitionGroups): boolean {
  let next = 0;
  for (const { twin } of old.values()) if (twin !== undefined && stayed[next++] !== twin) return false;
  return true;
}

/** Indices of a longest strictly rising subsequence. */
export function longestRising(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(values, at(ends, middle)) < value) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? at(ends, low - 1) : -1;
    ends[low] = i;
  }
  const rising = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = previous[i] ?? -1) rising.add(i);
  return rising;
}

function changeOf(group: DefinitionGroup, change: DefinitionChange['change']): DefinitionChange {
  return { name: fullName(group), kind: group.kind, change, place: placeOf(group, 'after') };
}

const placeOf = (group: DefinitionGroup, side: 'before' | 'after') =>
  placeIn(group.file, group.units[0]?.start ?? 0, side);

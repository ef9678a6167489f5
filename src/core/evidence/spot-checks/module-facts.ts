import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { exportedNames } from '../../python/query/exported-names.ts';
import { basesOf } from '../../python/query/header.ts';
import { stepsTo } from '../code/blocks.ts';
import { lastOf } from '../code/dotted-names.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { placesOf } from '../code/uses.ts';
import { doubtWhetherOnly, doubtWhetherThere, isMadeAnew } from './certainty.ts';
import { hasWord } from './code-text.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** `discover_api`, run again: whether a module exports what the sentence says. */
export async function checkExports(
  look: Lookup,
  { module: name, names, only }: ClaimOf<'exports'>,
): Promise<Truth> {
  const module = look.oneModule(name);
  if (module === undefined) return truth('absent', `${name} is not one module of the workspace`);
  const file = await look.open(module);
  const isIncomplete = module.index.exports?.isComplete === false;
  if (only && (file === undefined || isIncomplete || isAllMadeOtherwise(file)))
    return truth('unknown', `what ${module.path} exports is decided when it runs`);
  const exported = new Set(exportedNames(module, look.version.graph));
  const resolver = new ImportResolver(look.version);
  const places = [look.place(module, 1)];
  const missing = names.filter(each => !exported.has(each));
  const isAbsent = missing.filter(each => resolver.offers(module, each).kind === 'no_name');
  if (isAbsent.length > 0) return truth('false', `${module.path} has no ${isAbsent.join(', ')}`, places);
  if (missing.length > 0)
    return truth('unknown', `${missing.join(', ')} can be imported, but is not exported`, places);
  const more = [...exported].filter(each => !names.includes(each));
  if (only && more.length > 0) {
    const isExplicit = module.index.exports?.isComplete === true;
    return truth(isExplicit ? 'false' : 'unknown', `it exports ${more.join(', ')} as well`, places);
  }
  if (isIncomplete) return truth('unknown', `what ${module.path} exports is decided when it runs`, places);
  return truth('true', `it exports ${[...exported].join(', ')}`, places);
}

/** Whether something beside plain statements at the top of the file says what is in its `__all__`. */
export function isAllMadeOtherwise(file: PythonFile): boolean {
  const { tokens } = file;
  return placesOf(file, '__all__').some(at => {
    const steps = stepsTo(file, at);
    const first = steps[0]?.block[steps[0].index]?.from;
    const next = tokens.op(at + 1);
    const isGiven = next === op.ASSIGN || next === op.COLON || op.isAugmented(next);
    return steps.length !== 1 || first !== at || !isGiven;
  });
}

/** What a module exports; exact when its `__all__` says so, and that can be read. */
export interface ModuleExports {
  readonly names: readonly string[];
  readonly isExact: boolean;
  readonly places: readonly EvidencePlace[];
}

export function exportsOf(look: Lookup, name: string): ModuleExports | undefined {
  const module = look.oneModule(name);
  if (module === undefined) return undefined;
  const names = [...exportedNames(module, look.version.graph)].sort();
  return { names, isExact: module.index.exports?.isComplete === true, places: [look.place(module, 1)] };
}

/** Whether a class has these members itself; a base may have them too. */
export async function checkMembers(look: Lookup, { owner, names, sort }: ClaimOf<'members'>): Promise<Truth> {
  const all = look.definitions(owner);
  const [ref, ...others] = all.filter(({ definition }) => definition.kind === 'class');
  const isOneOfSeveral = ref !== undefined && all.length > 1 && !isWhole(ref, owner);
  if (ref === undefined || others.length > 0 || isOneOfSeveral)
    return truth(ref === undefined ? 'absent' : 'unknown', `${owner} is not one class of the workspace`);
  const file = await look.open(ref.module);
  const doubt = file === undefined ? 'it cannot be read' : doubtWhetherOnly(ref, file);
  if (file === undefined || doubt !== undefined) return truth('unknown', doubt ?? '');
  const members = membersOf(ref);
  const unsure = [...members.values()].find(
    ({ index, definition }) =>
      names.includes(definition.name) && doubtWhetherThere({ ...ref, index, definition }, file) !== undefined,
  );
  if (unsure !== undefined) return truth('unknown', `${unsure.definition.name} may not be there`);
  const missing = names.filter(name => !members.has(name));
  const places = [look.place(ref.module, ref.definition.line)];
  const other = names.find(name => !isOfSort(members.get(name)?.definition.kind, sort));
  if (missing.length === 0 && other !== undefined) return truth('unknown', `${other} is no ${sort}`, places);
  if (missing.length === 0) return truth('true', `${owner} has ${names.join(', ')}`, places);
  const value = (await hasOnlyOwnMembers(look, ref, missing)) ? 'false' : 'unknown';
  return truth(value, `${owner} itself does not define ${missing.join(', ')}`, places);
}

/** Which attributes are fields is a matter of decorators and words. */
const isOfSort = (kind: Definition['kind'] | undefined, sort: ClaimOf<'members'>['sort']): boolean =>
  sort === undefined || (sort === 'field' ? kind === 'attribute' : kind === sort);

const membersOf = ({ module, index }: SymbolRef): ReadonlyMap<string, SymbolRef> =>
  new Map(
    module.index.definitions.flatMap((definition, i) =>
      definition.parent === index ? [[definition.name, { module, index: i, definition }] as const] : [],
    ),
  );

/** Bases that bring no members but those of `BROUGHT`. */
const PLAIN_BASES = new Set(
  'object ABC abc.ABC Enum IntEnum StrEnum enum.Enum enum.IntEnum enum.StrEnum'.split(' '),
);
const BROUGHT = new Set(['name', 'value', 'register', 'mro']);

/** Whether members that a class does not define cannot come from anywhere else. */
export async function hasOnlyOwnMembers(
  look: Lookup,
  ref: SymbolRef,
  names: readonly string[],
): Promise<boolean> {
  const { definition, module } = ref;
  if (definition.kind !== 'class') return false;
  const own = membersOf(ref);
  const isOpen = ['__getattr__', '__getattribute__', '__init_subclass__'].some(name => own.has(name));
  if (isOpen || names.some(name => name.startsWith('__') || BROUGHT.has(name))) return false;
  const file = await look.open(module);
  // What `__slots__` lists is there without being written down as a definition.
  const mayBeSlot = (name: string) =>
    hasWord(file?.text.text(definition.start, definition.end) ?? name, name);
  if (own.has('__slots__') && names.some(mayBeSlot)) return false;
  if (file === undefined || doubtWhetherOnly(ref, file) !== undefined || isMadeAnew(ref, file, look))
    return false;
  for (const base of basesOf(definition, file.text)) {
    // They bring names of their own that begin so.
    if (PLAIN_BASES.has(base) && base !== 'object' && names.some(name => name.startsWith('_'))) return false;
    if (PLAIN_BASES.has(base)) continue;
    const target = /^\w+$/.test(base) ? look.version.graph.resolve(module, base) : undefined;
    const found = target?.kind === 'definition' ? target.module.index.definitions[target.index] : undefined;
    if (target?.kind !== 'definition' || found === undefined) return false;
    const above = { module: target.module, index: target.index, definition: found };
    const isOther = found !== definition && !names.some(name => membersOf(above).has(name));
    if (!isOther || !(await hasOnlyOwnMembers(look, above, names))) return false;
  }
  return true;
}

/** Whether a file imports something. */
export async function checkImports(
  look: Lookup,
  { place, is, name, from, isTop, alias, statementOf }: ClaimOf<'imports'>,
): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined)
    return truth(module === undefined ? 'absent' : 'unknown', `${place} is not one Python file`);
  const isMeant = ({ statement: { parent, kind } }: ImportEntry) =>
    (!isTop || parent === -1) && (statementOf === undefined || (kind === 'from') === (from !== undefined));
  const entries = readImports(file).filter(isMeant);
  const named = entries.filter(entry => isExactly(entry, name, from));
  const exact = alias === undefined ? named : named.filter(({ bound }) => bound === alias);
  // Whether it has another name there as well is not looked at.
  if (alias !== undefined && exact.length === 0 && named.length > 0)
    return truth(is === 'there' ? 'false' : 'true', `it says "${named[0]?.text}"`, [
      look.place(module, named[0]?.statement.line ?? 1),
    ]);
  const found = exact[0] ?? entries.find(entry => mayBeMeant(entry, name, from));
  const wanted = from === undefined ? name : `${from}.${name}`;
  const reason = found === undefined ? `no import of ${place} names ${wanted}` : `it says "${found.text}"`;
  const places = [look.place(module, found?.statement.line ?? 1)];
  // With another name for it, or more names, it is another statement, which brings what is said all the same.
  const isWritten = ({ statement, text }: ImportEntry) =>
    statement.names.length === statementOf && (alias !== undefined || !text.includes(' as '));
  if (statementOf !== undefined && exact.length > 0 && !exact.some(isWritten))
    return truth('unknown', reason, places);
  // Under a condition it stands at the top for some, and not for others.
  const isSure = isTop !== true || exact.some(({ statement }) => statement.placement === 'always');
  if (is === 'there' && exact.length > 0) return truth(isSure ? 'true' : 'unknown', reason, places);
  if (found === undefined && entries.some(({ bound }) => bound === '*'))
    return truth('unknown', 'an import of * hides names', places);
  const isDynamic = DYNAMIC.some(word => file.mentions(word)) && file.mentions(lastOf(name));
  if (found === undefined) {
    if (isDynamic) return truth('unknown', 'something is imported by its name as text', places);
    return truth(is === 'there' ? 'false' : 'true', reason, places);
  }
  // What is only imported under a condition, or inside of a function, may not be meant.
  const isPlain = exact.some(({ statement }) => statement.parent === -1 && statement.placement === 'always');
  return truth(is === 'absent' && isPlain ? 'false' : 'unknown', reason, places);
}

const DYNAMIC = ['__import__', 'import_module', 'find_spec'];

/** The statement imports what is said, as it is said: of `from .json import loads` nobody says that it imports `json`. */
function isExactly(
  { statement, bound, target }: ImportEntry,
  name: string,
  from: string | undefined,
): boolean {
  const isOwnName = (each: string) => each === name && (target === name || !STANDARD_LIBRARY.has(name));
  if (statement.kind === 'import') {
    const isAround = bound === target.split('.')[0] && target.startsWith(`${name}.`);
    // Of `import os as system` nobody says that it imports `system`.
    return (
      from === undefined && (target === name || isAround || (bound === lastOf(target) && isOwnName(bound)))
    );
  }
  const imported = lastOf(target);
  const source = target.slice(0, target.lastIndexOf('.'));
  const written = `${'.'.repeat(statement.level)}${statement.module}`;
  if (from !== undefined) return imported === name && (from === written || from === source);
  return [target, source, written].includes(name) || isOwnName(imported);
}

/** It is imported under another name, by another path, or lies in between. */
function mayBeMeant({ target, bound }: ImportEntry, name: string, from: string | undefined): boolean {
  const wanted = [...(from ?? '').split('.'), ...name.split('.')].filter(part => part !== '');
  if (holds(target.split('.'), wanted)) return true;
  const [source, last] = [target.slice(0, -1 - lastOf(target).length), lastOf(target)];
  if (from !== undefined)
    return bound === name && bound !== last && `.${source}`.endsWith(`.${from.replace(/^\.+/, '')}`);
  return bound === name || target.endsWith(`.${name}`);
}

/** Whether the segments are in the path, one behind the other. */
const holds = (path: readonly string[], wanted: readonly string[]): boolean =>
  path.some((_, start) => wanted.every((part, i) => path[start + i] === part));

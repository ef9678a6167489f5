import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { exportedNames } from '../../python/query/exported-names.ts';
import { basesOf } from '../../python/query/header.ts';
import { readImports } from '../code/import-entries.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** `discover_api`, run again: whether a module exports what the sentence says. */
export function checkExports(look: Lookup, { module: name, names, only }: ClaimOf<'exports'>): Truth {
  const module = look.oneModule(name);
  if (module === undefined) return truth('absent', `${name} is not one module of the workspace`);
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
  return truth('true', `it exports ${[...exported].join(', ')}`, places);
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
export async function checkMembers(look: Lookup, { owner, names }: ClaimOf<'members'>): Promise<Truth> {
  const [ref, ...others] = look.definitions(owner).filter(({ definition }) => definition.kind === 'class');
  if (ref === undefined || others.length > 0)
    return truth(ref === undefined ? 'absent' : 'unknown', `${owner} is not one class of the workspace`);
  const members = membersOf(ref);
  const missing = names.filter(name => !members.has(name));
  const places = [look.place(ref.module, ref.definition.line)];
  if (missing.length === 0) return truth('true', `${owner} has ${names.join(', ')}`, places);
  const value = (await hasOnlyOwnMembers(look, ref, missing)) ? 'false' : 'unknown';
  return truth(value, `${owner} itself does not define ${missing.join(', ')}`, places);
}

const membersOf = ({ module, index }: SymbolRef): ReadonlySet<string> =>
  new Set(module.index.definitions.filter(({ parent }) => parent === index).map(({ name }) => name));

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
  if (definition.kind !== 'class' || definition.start !== definition.head) return false;
  const own = membersOf(ref);
  const isOpen = ['__getattr__', '__getattribute__', '__slots__', '__init_subclass__'].some(name =>
    own.has(name),
  );
  if (isOpen || names.some(name => name.startsWith('_') || BROUGHT.has(name))) return false;
  const file = await look.open(module);
  return file !== undefined && basesOf(definition, file.text).every(base => PLAIN_BASES.has(base));
}

/** Whether a file imports something. */
export async function checkImports(
  look: Lookup,
  { place, is, name, from, isTop }: ClaimOf<'imports'>,
): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined)
    return truth(module === undefined ? 'absent' : 'unknown', `${place} is not one Python file`);
  const wanted = from === undefined ? name.split('.') : [...from.split('.'), ...name.split('.')];
  const entries = readImports(file).filter(({ statement }) => !isTop || statement.parent === -1);
  const found = entries.find(
    ({ target, bound }) => holds(target.split('.'), wanted) || (from === undefined && bound === name),
  );
  const reason =
    found === undefined ? `no import of ${place} names ${wanted.join('.')}` : `it says "${found.text}"`;
  const places = [look.place(module, found?.statement.line ?? 1)];
  if (found === undefined && entries.some(({ bound }) => bound === '*'))
    return truth('unknown', 'an import of * hides names', places);
  if (is === 'there') return truth(found === undefined ? 'false' : 'true', reason, places);
  if (found === undefined) return truth('true', reason, places);
  // `from a.b.c import d` imports d from c; whether it imports b is a matter of words.
  const isPlain = found.bound === wanted.at(-1) || found.target === wanted.join('.');
  return truth(isPlain ? 'false' : 'unknown', reason, places);
}

/** Whether the segments are in the path, one behind the other. */
const holds = (path: readonly string[], wanted: readonly string[]): boolean =>
  path.some((_, start) => wanted.every((part, i) => path[start + i] === part));

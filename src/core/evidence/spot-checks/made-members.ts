import { ImportResolver } from '../code/resolve-import.ts';
import { isNowhere } from './existence-facts.ts';
import { changesNames } from './hidden-bindings.ts';
import type { Lookup } from './lookup.ts';
import { hasOnlyOwnMembers } from './module-facts.ts';

/**
 * Whether a name that is written nowhere may be there all the same: a decorator, a base from outside or Python itself
 * makes it a member (`__init__` of a dataclass), what has it is no class, or a module answers for it.
 */
export async function mayBeMade(look: Lookup, symbol: string): Promise<boolean> {
  const parts = symbol.split('.');
  const name = parts.pop() ?? '';
  const owner = parts.join('.');
  if (/^__\w+__$/.test(name)) return true;
  const owners = owner === '' ? [] : look.definitions(owner);
  for (const ref of owners) if (!(await hasOnlyOwnMembers(look, ref, [name]))) return true;
  if (owners.length > 0) return false;
  const modules = owner === '' ? [] : look.modulesAt(owner);
  const isModule = modules.length > 0;
  if (owner !== '' && !isModule && !(await isNowhere(look, owner))) return true;
  const resolver = new ImportResolver(look.version);
  const first = isModule ? name : (parts[0] ?? name);
  const all = isModule ? modules : [...look.version.snapshot.modules.values()];
  if (all.some(module => resolver.offers(module, first).kind !== 'no_name')) return true;
  for (const module of isModule ? modules : look.changedModules()) {
    const file = await look.open(module);
    if (file === undefined || changesNames(file)) return true;
  }
  return false;
}

import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { bindingsOf } from './bindings.ts';

/**
 * Whether it is nobody's business on import what `__all__` of the module says: it lists names that the module binds,
 * no module brings `*` of it, and none asks for an `__all__`. One that comes has every name that was public without it.
 * @param stars last names of the modules of which some module imports `*`
 */
export async function hasPlainExports(
  { before, after }: ChangedModule,
  versions: TwoVersions,
  stars: ReadonlySet<string>,
): Promise<boolean> {
  if (before === undefined || after === undefined || stars.has(after.module.segments.at(-1) ?? ''))
    return false;
  if (!listsItsNames(before.module) || !listsItsNames(after.module)) return false;
  if (hidesNames(before.module, after.module)) return false;
  if ([before, after].some(file => readUnits(file).filter(isExports).length > 1)) return false;
  for (const module of versions.after.snapshot.modules.values()) {
    const brought = new Set(module.index.imports.flatMap(({ names }) => names.map(({ name }) => name)));
    if (brought.has('__all__')) return false;
    const file = await versions.open(module, 'after');
    // In a text it may be an example, or run by `exec`.
    const isInText = !brought.has('*') && file?.mentions('import *') === true;
    if (isInText || ASKING.some(each => file?.mentions(each))) return false;
  }
  return (await versions.otherTexts?.match(/\bimport \*/, 'with prose')) === undefined;
}

const ASKING = ['.__all__', '"__all__"', "'__all__'"];
const isExports = ({ content }: Unit): boolean => content.kind === 'exports';

/** Members of classes, and what is nobody's: a logger, a type variable. */
const HELPER = /\.|^(?:_.*|log(?:ger)?|LOG(?:GER)?|[A-Z])$/;

function hidesNames(before: WorkspaceModule, after: WorkspaceModule): boolean {
  const { exports } = after.index;
  if (before.index.exports !== undefined || exports === undefined) return false;
  const { definitions, imports } = namesOfModule(before.index);
  // What a package imports it offers.
  const offered = [...definitions.keys(), ...(before.isPackage ? imports.keys() : [])].filter(
    name => !HELPER.test(name),
  );
  return offered.some(name => !exports.names.includes(name));
}

function listsItsNames(module: WorkspaceModule): boolean {
  const { exports } = module.index;
  if (exports === undefined) return true;
  const bound = bindingsOf(module);
  const isBound = (name: string) => bound.get(name)?.some(({ placement }) => placement === 'always') === true;
  return exports.isComplete && exports.from.length === 0 && exports.names.every(isBound);
}

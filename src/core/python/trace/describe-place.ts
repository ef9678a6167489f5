import { qualifiedName } from '../grammar/module-index.ts';
import type { Resolver } from './resolver.ts';
import type { Place } from './value.ts';

/** What a class does when it is called is in its `__init__`, perhaps a base's. */
export async function bodyOf(place: Place, resolver: Resolver): Promise<Place> {
  const { module, index } = place;
  if (module.index.definitions[index]?.kind !== 'class') return { module, index };
  const init = await resolver.member({ kind: 'class', module, index }, '__init__');
  return init.kind === 'function' ? { module: init.module, index: init.index } : { module, index };
}

/** Name, file and line of a definition; of the module itself at its own level. */
export function describePlace({ module, index }: Place) {
  const { definitions } = module.index;
  const inner = qualifiedName(definitions, index);
  return {
    qualified_name: inner === '' ? module.name : `${module.name}.${inner}`,
    file: module.path,
    line: definitions[index]?.line ?? 1,
  };
}

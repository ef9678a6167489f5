import { codeKey } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { DefinitionGroup } from '../facts/definition-changes.ts';

/** Whether some function of a class does something else than before, whatever comes to the class or leaves it. */
export function hasOtherMethods(a: DefinitionGroup, b: DefinitionGroup): boolean {
  if (a.kind !== 'class' || b.kind !== 'class') return false;
  const old = functionsOf(a);
  return [...functionsOf(b)].some(([name, code]) => old.has(name) && old.get(name) !== code);
}

/** By its name the code of each function; of one that is written several times, all of it. */
function functionsOf({ file, units }: DefinitionGroup): ReadonlyMap<string, string> {
  const { index } = file.module;
  const found = new Map<string, string>();
  for (const { content } of units) {
    if (content.kind !== 'definition') continue;
    for (const i of namesOfModule(index).inside.get(content.index) ?? []) {
      const each = index.definitions[i];
      if (each?.kind !== 'function' && each?.kind !== 'method' && each?.kind !== 'property') continue;
      const code = codeKey(withoutDocstrings(file.range(each.start, each.end), 'definition'));
      found.set(each.name, `${found.get(each.name) ?? ''}\u0001${code}`);
    }
  }
  return found;
}

import type { Definition } from '../../python/grammar/module-index.ts';
import { readParameters, takesAllOf } from '../code/call-shape.ts';
import { codeKey } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { bodyKey, kindOfCall } from '../code/kind-of-call.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { DefinitionGroup } from '../facts/definition-changes.ts';

/** Whether some function of a class does something else than before, whatever comes to the class or leaves it. */
export function hasOtherMethods(a: DefinitionGroup, b: DefinitionGroup): boolean {
  if (a.kind !== 'class' || b.kind !== 'class') return false;
  const old = functionsOf(a);
  return [...functionsOf(b)].some(([name, code]) => old.has(name) && old.get(name) !== code);
}

/** Whether a function does something else than before, or may not take what it took. */
export function doesOtherwise(a: DefinitionGroup, b: DefinitionGroup): boolean {
  if (a.kind !== 'function' || b.kind !== 'function') return false;
  const [old, now] = [soleDefinition(a), soleDefinition(b)];
  if (old === undefined || now === undefined) return true;
  return (
    bodyKey(a.file, old) !== bodyKey(b.file, now) ||
    kindOfCall(a.file, old) !== kindOfCall(b.file, now) ||
    !takesAllOf(parametersOf(b.file, now), parametersOf(a.file, old))
  );
}

function soleDefinition({ units: [unit, ...others] }: DefinitionGroup): Definition | undefined {
  return others.length === 0 && unit?.content.kind === 'definition' ? unit.content.definition : undefined;
}

const parametersOf = (file: PythonFile, { head, body }: Definition) =>
  readParameters(file.range(head, body - 1));

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

import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { splitArguments } from '../code/call-shape.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { Scope } from '../proofs/plain-expressions.ts';
import { isType } from './known-calls.ts';
import type { Given } from './made-values.ts';

/** The one definition of the workspace that a name leads to. */
export function definitionIn(
  { file, version, meanings }: Scope,
  name: string,
): {
  readonly module: WorkspaceModule | undefined;
  readonly index: number;
  readonly definition: Definition | undefined;
} {
  const meaning = meanings.of(name, file.module, version);
  const cut = meaning?.text.lastIndexOf(':') ?? -1;
  const module =
    meaning?.isStable === true ? version.snapshot.modules.get(meaning.text.slice(0, cut)) : undefined;
  const found =
    module === undefined ? [] : definitionsNamed(module.index, meaning?.text.slice(cut + 1) ?? '');
  const index = found.length === 1 ? (found[0] ?? -1) : -1;
  return { module, index, definition: module?.index.definitions[index] };
}

/** What a class of the workspace has, and is no class itself. */
export function isMemberOfClass(scope: Scope, [name = '', member]: readonly string[]): boolean {
  const { module, index } = definitionIn(scope, name);
  if (module?.index.definitions[index]?.kind !== 'class') return false;
  const inside = namesOfModule(module.index).inside.get(index) ?? [];
  return inside.some(i => {
    const each = module.index.definitions[i];
    return each?.name === member && each?.kind !== 'class';
  });
}

/** A class of this file with as many type parameters. */
export function isGenericHere(
  scope: Scope,
  [name = '', ...more]: readonly string[],
  given: readonly Given[],
): boolean {
  const { definition, module } = definitionIn(scope, name);
  if (more.length > 0 || module !== scope.file.module || definition?.kind !== 'class') return false;
  const header = scope.file.range(definition.head, definition.body);
  const at = header.findIndex(token => token.op === op.BRACKET_OPEN);
  const isOfClass = at === 2 || /^(?:Generic|Protocol)$/.test(header[at - 1]?.text ?? '');
  return isOfClass && splitArguments(header, at).length === given.length && given.every(isType);
}

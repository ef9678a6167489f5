import type { ApiFunction } from '../../../generated/contracts.ts';
import type { Definition } from '../grammar/module-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { firstDocLine } from './docstring.ts';
import { type ModuleText, signatureOf } from './header.ts';

/** The functions or methods directly inside `parent`, by name; several definitions of a name become one entry. */
export function readFunctions(
  module: WorkspaceModule,
  text: ModuleText,
  parent: number,
  kind: 'function' | 'method',
): Record<string, ApiFunction> {
  const byName = new Map<string, Definition[]>();
  for (const definition of module.index.definitions) {
    if (definition.parent !== parent || definition.kind !== kind) continue;
    const twins = byName.get(definition.name);
    if (twins === undefined) byName.set(definition.name, [definition]);
    else twins.push(definition);
  }
  const entries = [...byName].map(([name, twins]) => [name, describe(twins, text)] as const);
  return Object.fromEntries(entries);
}

/** Overloads are beside what implements them; of conditional twins the first is shown, the others named. */
function describe(twins: readonly Definition[], text: ModuleText): ApiFunction {
  const overloads = twins.filter(({ role }) => role === 'overload');
  const plain = twins.filter(({ role }) => role !== 'overload');
  // A later unconditional definition replaces what was there before.
  const replaced = plain.findLastIndex(({ placement }) => placement === 'always');
  const [shown, ...others] = plain.length === 0 ? overloads : plain.slice(Math.max(0, replaced));
  if (shown === undefined) return { signature: '', line: 0, doc: null };
  const signature = signatureOf(shown, text);
  const alternatives =
    plain.length === 0
      ? []
      : others.map(other => signatureOf(other, text)).filter(other => other !== signature);
  return {
    signature,
    line: shown.line,
    doc: firstDocLine(shown.body, text),
    ...(overloads.length > 0 ? { overloads: overloads.map(overload => signatureOf(overload, text)) } : {}),
    ...(alternatives.length > 0 ? { alternatives: [...new Set(alternatives)] } : {}),
  };
}

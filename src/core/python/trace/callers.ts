import { byteAt } from '../../kernel/at.ts';
import type { Definition } from '../grammar/module-index.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { tokensBetween } from '../lexer/token-list.ts';
import { isNameByte, learnNames, mayMention } from './identifier-filter.ts';
import type { ModuleReader } from './module-reader.ts';
import type { Resolver } from './resolver.ts';
import type { Place, Value } from './value.ts';

/** A place that calls the function, and the lines where. */
export interface Caller extends Place {
  readonly lines: readonly number[];
  /** `possible`: the object before the method's name is not known, so it may be another class's. */
  readonly certainty: 'resolved' | 'possible';
}

/** All places of the workspace that call the function or make an instance of the class. */
export async function callersOf(
  target: Place,
  snapshot: WorkspaceSnapshot,
  reader: ModuleReader,
  resolver: Resolver,
): Promise<readonly Caller[]> {
  const definition = target.module.index.definitions[target.index] as Definition;
  const owner = ownerOf(target);
  const isConstructor =
    owner !== undefined && (definition.name === '__init__' || definition.name === '__new__');
  const wanted = isConstructor ? owner : target;
  const names = namesOf(wanted, snapshot);
  // A class method makes instances by `cls()`; a constructor is called by `super().__init__()` too.
  if (wanted.module.index.definitions[wanted.index]?.kind === 'class') names.add('cls');
  if (isConstructor) names.add(definition.name);
  const isMethod = owner !== undefined && !isConstructor;
  const found = new Map<
    string,
    { readonly place: Place; readonly lines: Set<number>; isPossible: boolean }
  >();
  for (const module of snapshot.modules.values()) {
    if (mayMention(module, names) === false) continue;
    const read = await reader.read(module);
    if (read === undefined) continue;
    learnNames(module, read.text.bytes);
    if (mayMention(module, names) === false) continue;
    for (const site of reader.callSites(read)) {
      const last = lastName(read.text.bytes, site.end);
      if (!names.has(read.text.text(last, site.end))) continue;
      const place = { module, index: site.index };
      const value = await resolver.evaluate(tokensBetween(read.text.bytes, site.start, site.end), place);
      const isResolved = isSame(value, target) || isSame(value, wanted);
      const isMember = last > site.start;
      const isPossible = !isResolved && isMethod && isMember && value.kind === 'unknown';
      if (!isResolved && !isPossible) continue;
      const key = `${module.id} ${site.index} ${isPossible}`;
      const entry = found.get(key) ?? { place, lines: new Set<number>(), isPossible };
      found.set(key, entry);
      entry.lines.add(site.line);
    }
  }
  const callers = [...found.values()].map(
    ({ place, lines, isPossible }): Caller => ({
      ...place,
      lines: [...lines],
      certainty: isPossible ? 'possible' : 'resolved',
    }),
  );
  return [
    ...callers.filter(c => c.certainty === 'resolved'),
    ...callers.filter(c => c.certainty === 'possible'),
  ];
}

function ownerOf({ module, index }: Place): Place | undefined {
  const parent = module.index.definitions[index]?.parent ?? -1;
  return module.index.definitions[parent]?.kind === 'class' ? { module, index: parent } : undefined;
}

/** The same function, or another overload or conditional twin of it. */
function isSame(value: Value, target: Place): boolean {
  if (value.kind !== 'function' && value.kind !== 'class') return false;
  if (value.module !== target.module) return false;
  const { definitions } = target.module.index;
  const a = definitions[value.index];
  const b = definitions[target.index];
  return a === b || (a?.name === b?.name && a?.parent === b?.parent);
}

/** The names under which the workspace may call it: its own, and what imports rename it to. */
function namesOf({ module, index }: Place, snapshot: WorkspaceSnapshot): Set<string> {
  const names = new Set([module.index.definitions[index]?.name ?? '']);
  for (let size = 0; size < names.size; ) {
    size = names.size;
    for (const other of snapshot.modules.values()) addAliases(other, names);
  }
  return names;
}

function addAliases(module: WorkspaceModule, names: Set<string>): void {
  for (const { names: imported } of module.index.imports) {
    for (const { name, alias } of imported) {
      if (alias !== undefined && names.has(name)) names.add(alias);
    }
  }
}

/** Offset of the last name of a dotted callee. */
function lastName(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && isNameByte(byteAt(bytes, start - 1))) start--;
  return start;
}

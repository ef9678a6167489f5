import { tokensBetween } from '../lexer/token-list.ts';
import { oneLine } from '../query/header.ts';
import { argumentsAt } from './arguments.ts';
import type { CallSite, ModuleReader, ReadModule } from './module-reader.ts';
import type { Resolver } from './resolver.ts';
import type { Place, Value } from './value.ts';

/** A function or class of the workspace that is called, and the lines where. */
export interface Callee extends Place {
  readonly lines: readonly number[];
}

export interface NamedCalls {
  readonly name: string;
  readonly lines: readonly number[];
}

/** Everything that a function calls, by how much is known of it. Builtins are left out. */
export interface Callees {
  readonly known: readonly Callee[];
  readonly external: readonly NamedCalls[];
  readonly unresolved: readonly NamedCalls[];
}

/** FastAPI calls these arguments' functions before the handler. */
const DEPENDENCIES = /(?:^|\.)(?:Depends|Security)$/;

/** What the function, class or module at `place` calls itself, not in functions inside of it. */
export async function calleesOf(place: Place, reader: ModuleReader, resolver: Resolver): Promise<Callees> {
  const known = new Map<string, { readonly at: Place; readonly lines: Set<number> }>();
  const external = new Map<string, Set<number>>();
  const unresolved = new Map<string, Set<number>>();
  const read = await reader.read(place.module);
  if (read === undefined) return { known: [], external: [], unresolved: [] };
  const take = (value: Value, text: string, line: number) => {
    if (value.kind === 'function' || value.kind === 'class') {
      const key = `${value.module.id} ${value.index}`;
      const entry = known.get(key) ?? { at: value, lines: new Set<number>() };
      known.set(key, entry);
      entry.lines.add(line);
    } else if (value.kind === 'external') addLine(external, value.name, line);
    else if (value.kind !== 'builtin') addLine(unresolved, text, line);
  };
  for (const site of reader.callSites(read)) {
    if (!belongsTo(site, place, read)) continue;
    const tokens = tokensBetween(read.text.bytes, site.start, site.end);
    const value = await resolver.evaluate(tokens, { module: place.module, index: site.index });
    if (value.kind === 'external' && DEPENDENCIES.test(value.name)) {
      const dependency = argumentsAt(read, site.end).list[0]?.value ?? [];
      if (dependency.length === 0) continue;
      const called = await resolver.evaluate(dependency, { module: place.module, index: site.index });
      take(called, oneLine(dependency, read.text), site.line);
    } else take(value, shorten(oneLine(tokens, read.text)), site.line);
  }
  return {
    known: [...known.values()].map(({ at, lines }) => ({
      module: at.module,
      index: at.index,
      lines: [...lines],
    })),
    external: listOf(external),
    unresolved: listOf(unresolved),
  };
}

/** Calls in the body, and `Depends(…)` among the parameters. */
function belongsTo(site: CallSite, place: Place, { text }: ReadModule): boolean {
  if (site.index === place.index) {
    const definition = place.module.index.definitions[place.index];
    return definition === undefined || site.start >= definition.body;
  }
  const definition = place.module.index.definitions[place.index];
  if (definition === undefined || definition.kind === 'class') return false;
  const isInHeader = definition.head <= site.start && site.start < definition.body;
  return isInHeader && DEPENDENCIES.test(text.text(site.start, site.end));
}

function addLine(lists: Map<string, Set<number>>, name: string, line: number): void {
  const lines = lists.get(name);
  if (lines === undefined) lists.set(name, new Set([line]));
  else lines.add(line);
}

function listOf(lists: ReadonlyMap<string, ReadonlySet<number>>): readonly NamedCalls[] {
  return [...lists].map(([name, lines]) => ({ name, lines: [...lines] }));
}

const LONGEST_CALL = 100;
const shorten = (text: string) => (text.length > LONGEST_CALL ? `${text.slice(0, LONGEST_CALL)}…` : text);

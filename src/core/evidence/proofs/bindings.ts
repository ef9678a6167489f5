import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import { remembering } from '../../kernel/remembering.ts';
import type { Definition, ModuleIndex } from '../../python/grammar/module-index.ts';
import { topDefinitions } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import { isFlat } from '../code/module-names.ts';
import type { ChangedModule, WorkspaceVersion } from '../code/two-versions.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';

/** One statement at the top of a module that binds a name. */
type BindingEvent =
  | { readonly kind: 'definition' | 'unread'; readonly start: number; readonly placement: string }
  | {
      readonly kind: 'import';
      readonly start: number;
      readonly placement: string;
      readonly statement: WorkspaceModule['index']['imports'][number];
      /** As the statement names it. */
      readonly name: string;
      readonly target: string;
    };

/** What a name leads to. */
export interface Meaning {
  /** Equal texts on both sides of a change are the same thing; what moved has its new place on both. */
  readonly text: string;
  /** Bound once, always, and never again: the same at whatever time it is looked up. */
  readonly isStable: boolean;
}

/** Modules that are asked side by side; the bindings of all of a large change would take much memory. */
const MOST_MODULES = 200;

/** Every name that the top of a module binds, with all that binds it, in order. */
export interface Bindings extends Iterable<readonly [string, readonly BindingEvent[]]> {
  get(name: string): readonly BindingEvent[] | undefined;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

export const bindingsOf = remembering(MOST_MODULES, readBindings);

function readBindings(module: WorkspaceModule): Bindings {
  const { index } = module;
  if (isFlat(index)) return new FlatBindings(index, bindingsBeside(module, new Map()));
  const events = new Map<string, BindingEvent[]>();
  for (const definition of index.definitions)
    if (definition.parent === -1)
      for (const event of eventsOf(definition)) addTo(events, definition.name, event);
  return bindingsBeside(module, events);
}

/** What it binds by imports, and in ways that are not read, is added to what it defines. */
function bindingsBeside(
  module: WorkspaceModule,
  events: Map<string, BindingEvent[]>,
): ReadonlyMap<string, readonly BindingEvent[]> {
  const { imports, otherNames } = module.index;
  for (const statement of imports) {
    if (statement.parent !== -1) continue;
    const { start, placement } = statement;
    const entries = entriesOf(statement, module);
    for (let i = 0; i < entries.length; i++) {
      const { bound, target } = at(entries, i);
      const name = statement.names[i]?.name ?? bound;
      addTo(events, bound, { kind: 'import', start, placement, statement, name, target });
    }
  }
  // Where these are bound, and whether at all, is not known.
  for (const name of otherNames)
    addTo(events, name, { kind: 'unread', start: Number.POSITIVE_INFINITY, placement: 'conditional' });
  for (const list of events.values()) if (list.length > 1) list.sort(byStart);
  return events;
}

const byStart = (a: BindingEvent, b: BindingEvent): number => a.start - b.start;

const eventsOf = ({ role, start, placement }: Definition): readonly BindingEvent[] =>
  role === 'overload' ? [] : [{ kind: 'definition', start, placement }];

/** Of a module in which each definition has a name of its own: there may be very many, and few are asked for. */
class FlatBindings implements Bindings {
  readonly #index: ModuleIndex;
  readonly #top: ReadonlyMap<string, number>;
  readonly #beside: ReadonlyMap<string, readonly BindingEvent[]>;
  /** Index behind the one that was asked for last: mostly all are asked for, in order. */
  #next = 0;

  constructor(index: ModuleIndex, beside: ReadonlyMap<string, readonly BindingEvent[]>) {
    this.#index = index;
    this.#top = topDefinitions(index);
    this.#beside = beside;
  }

  get(name: string): readonly BindingEvent[] | undefined {
    const defined = this.#defined(name);
    const own = defined === undefined ? [] : eventsOf(defined);
    const others = this.#beside.get(name);
    if (others === undefined) return own.length === 0 ? undefined : own;
    return own.length === 0 ? others : [...own, ...others].sort(byStart);
  }

  has(name: string): boolean {
    const defined = this.#defined(name);
    return (defined !== undefined && defined.role !== 'overload') || this.#beside.has(name);
  }

  isOneDefinition(name: string): boolean {
    const defined = this.#defined(name);
    return defined?.placement === 'always' && defined.role !== 'overload' && !this.#beside.has(name);
  }

  *keys(): Generator<string> {
    for (const { name, role } of this.#index.definitions) if (role !== 'overload') yield name;
    for (const name of this.#beside.keys()) if (!this.#top.has(name)) yield name;
  }

  *[Symbol.iterator](): Generator<readonly [string, readonly BindingEvent[]]> {
    for (const name of this.keys()) yield [name, this.get(name) ?? []];
  }

  #defined(name: string): Definition | undefined {
    const { definitions } = this.#index;
    const next = definitions[this.#next];
    const found = next?.name === name ? this.#next : this.#top.get(name);
    if (found === undefined) return undefined;
    this.#next = found + 1;
    return definitions[found];
  }
}

/** Whether the name is bound once, always, and to a definition. */
export function isOneDefinition(bindings: Bindings, name: string): boolean {
  if (bindings instanceof FlatBindings) return bindings.isOneDefinition(name);
  const events = bindings.get(name);
  return events?.length === 1 && events[0]?.kind === 'definition' && events[0].placement === 'always';
}

/** The names that only the second version binds. */
export const namesThatCome = once(({ before, after }: ChangedModule): readonly string[] => {
  if (before === undefined || after === undefined) return [];
  const known = bindingsOf(before.module);
  const come: string[] = [];
  for (const name of bindingsOf(after.module).keys()) if (!known.has(name)) come.push(name);
  return come;
});

/** Byte offset of what binds the name first; 0 where that is not known. */
export function startOfBinding(module: WorkspaceModule, name: string): number {
  const start = bindingsOf(module).get(name)?.[0]?.start ?? 0;
  return Number.isFinite(start) ? start : 0;
}

/** Follows names to what they are bound to when their module has been imported. */
export class Meanings {
  readonly #movedTo: ReadonlyMap<string, string>;

  constructor({ moves }: Pick<DefinitionMatch, 'moves'>) {
    this.#movedTo = new Map(
      moves.map(({ from, to }) => [
        `${from.file.module.path}:${from.name}`,
        `${to.file.module.path}:${to.name}`,
      ]),
    );
  }

  /** `undefined` when the module does not bind the name: a local of a function, or a builtin. */
  of(
    name: string,
    module: WorkspaceModule,
    version: WorkspaceVersion,
    seen: readonly string[] = [],
  ): Meaning | undefined {
    const bindings = bindingsOf(module);
    const events = bindings.get(name);
    if (events === undefined) {
      const submodule = version.graph.submodule(module, name);
      if (submodule?.kind === 'module') return { text: `module ${submodule.module.path}`, isStable: true };
      return bindings.has('*') || bindings.has('__getattr__')
        ? { text: `${module.path}:${name} (decided when it runs)`, isStable: false }
        : undefined;
    }
    const key = `${module.path}:${name}`;
    if (seen.includes(key)) return { text: `${key} (circle)`, isStable: false };
    const path = [...seen, key];
    const [first] = events;
    const isOne = events.length === 1 || events.every(event => isSamePackage(event, first));
    if (first !== undefined && isOne && first.placement === 'always')
      return this.#ofEvent(name, module, first, version, path);
    if (events.every(isForTypesOnly) && !isDefined(bindings.get('TYPE_CHECKING'))) {
      // Nothing is bound when it runs; whatever looks the name up finds nothing on both sides.
      const targets = events.map(event => (event.kind === 'import' ? event.target : key));
      return { text: `for type checkers ${targets.join(', ')}`, isStable: true };
    }
    const parts = events.map(
      event =>
        `${event.placement} ${event.kind === 'definition' ? 'definition' : this.#ofEvent(name, module, event, version, path).text}`,
    );
    return { text: `${this.#moved(key)} (${parts.join(', ')})`, isStable: false };
  }

  #moved(key: string): string {
    return this.#movedTo.get(key) ?? key;
  }

  #ofEvent(
    name: string,
    module: WorkspaceModule,
    event: BindingEvent,
    version: WorkspaceVersion,
    seen: readonly string[],
  ): Meaning {
    const { graph } = version;
    const key = `${module.path}:${name}`;
    if (event.kind !== 'import')
      return event.kind === 'definition'
        ? { text: this.#moved(key), isStable: true }
        : { text: `${key} (unread)`, isStable: false };
    if (event.statement.kind === 'import') {
      const full = event.statement.names.find(each => each.name === event.name)?.alias
        ? event.name
        : (event.name.split('.')[0] ?? event.name);
      const found = graph.findModule(full, module);
      return { text: found === undefined ? `outside ${full}` : `module ${found.path}`, isStable: true };
    }
    const source = graph.moduleOfImport(event.statement, module);
    if (source === undefined || source === module) {
      const target = graph.fromImport(module, event.statement, event.name);
      const text = target?.kind === 'module' ? `module ${target.module.path}` : `outside ${event.target}`;
      return { text, isStable: true };
    }
    return (
      this.of(event.name, source, version, seen) ?? {
        text: `${source.path}:${event.name} (not found)`,
        isStable: false,
      }
    );
  }
}

/** `import os` and `import os.path` bind the same name to the same package. */
function isSamePackage(event: BindingEvent, first: BindingEvent | undefined): boolean {
  if (event.kind !== 'import' || first?.kind !== 'import') return false;
  const isPlain = ({ statement, name }: typeof event) =>
    statement.kind === 'import' &&
    statement.placement === 'always' &&
    statement.names.every(each => each.name !== name || each.alias === undefined);
  return isPlain(event) && isPlain(first) && event.name.split('.')[0] === first.name.split('.')[0];
}

const isForTypesOnly = ({ placement, kind }: BindingEvent): boolean =>
  placement === 'type_checking' && kind === 'import';

const isDefined = (events: readonly BindingEvent[] | undefined): boolean =>
  events?.some(({ kind }) => kind !== 'import') === true;

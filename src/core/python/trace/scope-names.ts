import type { Definition, Import } from '../grammar/module-index.ts';
import type { ImportGraph } from '../index/import-graph.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { BUILTIN_NAMES } from './builtin-names.ts';
import type { DefinitionValues } from './definition-values.ts';
import { type Expressions, MOST_STEPS } from './expressions.ts';
import type { ModuleReader, ReadModule } from './module-reader.ts';
import { parametersOf } from './parameters-of.ts';
import { type Place, UNKNOWN, type Value } from './value.ts';

/** What bare names mean: locals, parameters, enclosing functions, the module, builtins. */
export class ScopeNames {
  readonly #reader: ModuleReader;
  readonly #graph: ImportGraph;
  readonly #values: DefinitionValues;
  readonly #expressions: Expressions;

  constructor(reader: ModuleReader, graph: ImportGraph, values: DefinitionValues, expressions: Expressions) {
    this.#reader = reader;
    this.#graph = graph;
    this.#values = values;
    this.#expressions = expressions;
  }

  /** What a bare name means at the place: locals, enclosing functions, the module, builtins. */
  async valueOf(name: string, place: Place, steps: number): Promise<Value> {
    const { module } = place;
    const read = await this.#reader.read(module);
    if (read === undefined || steps > MOST_STEPS) return UNKNOWN;
    const { definitions } = module.index;
    for (let index = place.index; index >= 0; index = definitions[index]?.parent ?? -1) {
      // Names of a class body are not seen from the functions in it.
      if (definitions[index]?.kind === 'class' && index !== place.index) continue;
      const found = await this.#inScope(read, name, index, steps);
      if (found !== undefined) return found;
    }
    const target = this.#graph.resolve(module, name);
    if (target !== undefined) return this.#values.ofTarget(target, steps + 1);
    if (module.index.otherNames.includes(name)) return UNKNOWN;
    return BUILTIN_NAMES.has(name) ? { kind: 'builtin', name } : UNKNOWN;
  }

  async #inScope(read: ReadModule, name: string, index: number, steps: number): Promise<Value | undefined> {
    const { module } = read;
    const { definitions } = module.index;
    const own = definitions.findLastIndex(d => d.parent === index && d.name === name);
    const definition = definitions[index] as Definition;
    if (definition.kind === 'class')
      return own < 0 ? undefined : this.#values.ofDefinition(module, own, steps);
    if (own >= 0) return this.#values.ofDefinition(module, own, steps);
    const locals = this.#reader.localNames(read, index);
    const assigned = locals.assigned.filter(local => local.name === name);
    const place = { module, index };
    if (locals.others.has(name) || assigned.length > 1) return UNKNOWN;
    if (assigned[0] !== undefined) return this.#values.ofAssigned(assigned[0], read, place, steps);
    const imported = await this.#localImport(module, locals.imports, name, steps);
    return imported ?? this.#parameter(read, index, name, steps);
  }

  async #localImport(
    module: WorkspaceModule,
    imports: readonly Import[],
    name: string,
    steps: number,
  ): Promise<Value | undefined> {
    for (const statement of imports) {
      const target = this.#graph.throughImport(module, statement, name);
      if (target !== undefined) return this.#values.ofTarget(target, steps + 1);
    }
    return undefined;
  }

  async #parameter(read: ReadModule, index: number, name: string, steps: number): Promise<Value | undefined> {
    const { module, text } = read;
    const definition = module.index.definitions[index] as Definition;
    const parameters = parametersOf(definition, text);
    const at = parameters.findIndex(parameter => parameter.name === name);
    const parameter = parameters[at];
    if (parameter === undefined) return undefined;
    if (parameter.isStarred) return UNKNOWN;
    if (parameter.annotation.length > 0) {
      // An annotation is read where the function is, not inside of it.
      const around = { module, index: definition.parent };
      const promised = await this.#expressions.annotated(parameter.annotation, around, steps + 1);
      // `self: T` says less than where the method is.
      if (at !== 0 || promised.kind !== 'unknown') return promised;
    }
    const owner = definition.parent;
    const isMember = module.index.definitions[owner]?.kind === 'class';
    if (at !== 0 || !isMember) return UNKNOWN;
    const before = text.text(definition.start, definition.head);
    if (/@staticmethod\b/.test(before)) return UNKNOWN;
    const isClass = /@classmethod\b/.test(before) || definition.name === '__new__';
    return { kind: isClass ? 'class' : 'instance', module, index: owner };
  }
}

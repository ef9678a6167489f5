import type { ImportGraph, Target } from '../import-graph.ts';
import * as word from '../keywords.ts';
import type { Definition, Import } from '../module-index.ts';
import * as op from '../operators.ts';
import { NAME, STRING } from '../token-kinds.ts';
import { type Token, tokensBetween } from '../token-list.ts';
import type { WorkspaceModule } from '../workspace-module.ts';
import { closing, firstArgument, headText, withoutNone } from './annotations.ts';
import { basesTokens } from './bases.ts';
import { BUILTIN_NAMES } from './builtin-names.ts';
import type { ModuleReader, ReadModule } from './module-reader.ts';
import { calledOutside, isSelfType, LITERAL_VALUE, passesOn, promisedOutside } from './outside-values.ts';
import { parametersOf } from './parameters-of.ts';
import { type Place, UNKNOWN, type Value } from './value.ts';
import { annotatedTokens, returnTokens, valueTokens } from './value-tokens.ts';

/** Names that lead to names that lead to names: longer chains are circles. */
const MOST_STEPS = 24;

/**
 * Tells what names and simple expressions stand for: through scopes, imports, re-exports, classes and their
 * bases, annotations and constructor calls. Whatever needs more than that is UNKNOWN, never guessed.
 */
export class Resolver {
  readonly #reader: ModuleReader;
  readonly #graph: ImportGraph;

  /** Class lines and values that are known already, and those being looked for, by module and definition. */
  readonly #classLines = new Map<string, readonly Value[]>();
  readonly #values = new Map<string, Value>();
  readonly #underway = new Set<string>();

  constructor(reader: ModuleReader, graph: ImportGraph) {
    this.#reader = reader;
    this.#graph = graph;
  }

  /** The value of `name`, `a.b.c`, `f(x).y`, `super().m` …; anything else is unknown. */
  async evaluate(tokens: readonly Token[], place: Place, steps = 0): Promise<Value> {
    const read = await this.#reader.read(place.module);
    if (read === undefined || steps > MOST_STEPS) return UNKNOWN;
    let i = tokens[0]?.word === word.AWAIT ? 1 : 0;
    const first = tokens[i];
    if (first === undefined) return UNKNOWN;
    let value = LITERAL_VALUE;
    if (first.kind !== STRING) {
      if (first.kind !== NAME) return UNKNOWN;
      const name = read.text.text(first.start, first.end);
      if (this.#reader.isInnerName(read, name, first.start)) return UNKNOWN;
      value = name === 'super' ? superOf(place) : await this.valueOfName(name, place, steps + 1);
      if (name === 'super') i = closing(tokens, i + 1);
    }
    for (i++; i < tokens.length; i++) {
      const token = tokens[i] as Token;
      const member = tokens[i + 1];
      if (token.op === op.DOT && member !== undefined) {
        value = await this.member(value, read.text.text(member.start, member.end), steps + 1);
        i++;
      } else if (token.op === op.PAREN_OPEN) {
        const end = closing(tokens, i);
        value = await this.#calledWith(value, tokens.slice(i, end), place, steps);
        i = end;
      } else if (token.op === op.BRACKET_OPEN && value.kind === 'class') i = closing(tokens, i);
      else return UNKNOWN;
    }
    return value;
  }

  /** What a bare name means at the place: locals, enclosing functions, the module, builtins. */
  async valueOfName(name: string, place: Place, steps: number): Promise<Value> {
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
    if (target !== undefined) return this.#valueOfTarget(target, steps + 1);
    if (module.index.otherNames.includes(name)) return UNKNOWN;
    return BUILTIN_NAMES.has(name) ? { kind: 'builtin', name } : UNKNOWN;
  }

  async #inScope(read: ReadModule, name: string, index: number, steps: number): Promise<Value | undefined> {
    const { module } = read;
    const { definitions } = module.index;
    const own = definitions.findLastIndex(d => d.parent === index && d.name === name);
    const definition = definitions[index] as Definition;
    if (definition.kind === 'class') return own < 0 ? undefined : this.#valueOfDefinition(module, own, steps);
    if (own >= 0) return this.#valueOfDefinition(module, own, steps);
    const locals = this.#reader.localNames(read, index);
    const assigned = locals.assigned.filter(local => local.name === name);
    const place = { module, index };
    if (locals.others.has(name) || assigned.length > 1) return UNKNOWN;
    if (assigned[0] !== undefined) return this.#valueOfAssigned(assigned[0], read, place, steps);
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
      if (target !== undefined) return this.#valueOfTarget(target, steps + 1);
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
      // An annotation is read where the function stands, not inside of it.
      const around = { module, index: definition.parent };
      const promised = await this.annotated(parameter.annotation, around, steps + 1);
      // `self: T` says less than where the method stands.
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

  /** The instance that an annotation promises: `Repo`, `"Repo"`, `Repo | None`, `Optional[Repo]`, `Annotated[Repo, …]`. */
  async annotated(tokens: readonly Token[], place: Place, steps: number): Promise<Value> {
    const read = await this.#reader.read(place.module);
    if (read === undefined || steps > MOST_STEPS) return UNKNOWN;
    const quoted = tokens[0];
    if (tokens.length === 1 && quoted?.kind === STRING) {
      const inner = tokensBetween(read.text.bytes, quoted.start + 1, quoted.end - 1);
      return this.annotated(inner, place, steps + 1);
    }
    const without = withoutNone(tokens);
    const wrapper = /^(?:typing\.|t\.)?(Optional|Annotated|Type|type)$/.exec(headText(without, read))?.[1];
    if (wrapper !== undefined) {
      const inner = await this.annotated(firstArgument(without), place, steps + 1);
      const isClass = wrapper === 'Type' || wrapper === 'type';
      return isClass && inner.kind === 'instance' ? { ...inner, kind: 'class' } : inner;
    }
    const value = await this.evaluate(without, place, steps + 1);
    if (value.kind === 'class') return { ...value, kind: 'instance' };
    if (isSelfType(value) && place.module.index.definitions[place.index]?.kind === 'class')
      return { ...place, kind: 'instance' };
    return value.kind === 'external' || value.kind === 'builtin' ? promisedOutside(value) : UNKNOWN;
  }

  /** The variable that a name or dotted name stands for, wherever it is assigned. */
  async variableOf(
    tokens: readonly Token[],
    place: Place,
  ): Promise<{ readonly read: ReadModule; readonly definition: Definition } | undefined> {
    const read = await this.#reader.read(place.module);
    const last = tokens.at(-1);
    if (read === undefined || last?.kind !== NAME) return undefined;
    const name = read.text.text(last.start, last.end);
    let { module } = place;
    if (tokens.length > 1) {
      const around = await this.evaluate(tokens.slice(0, -2), place);
      if (around.kind !== 'module') return undefined;
      module = around.module;
    } else if (place.index >= 0) {
      const local = this.#reader.localNames(read, place.index).assigned.filter(each => each.name === name);
      if (local[0] !== undefined) return { read, definition: local[0] };
    }
    const target = this.#graph.resolve(module, name);
    if (target?.kind !== 'definition') return undefined;
    const found = await this.#reader.read(target.module);
    const definition = target.module.index.definitions[target.index];
    return found === undefined || definition === undefined ? undefined : { read: found, definition };
  }

  /** The module of the workspace with this dotted name, seen from another one. */
  moduleNamed(name: string, from: WorkspaceModule): Value | undefined {
    const module = this.#graph.findModule(name, from);
    return module === undefined ? undefined : { kind: 'module', module };
  }

  /** `value.name`. */
  async member(value: Value, name: string, steps = 0): Promise<Value> {
    if (steps > MOST_STEPS) return UNKNOWN;
    switch (value.kind) {
      case 'external': {
        const dotted = `${value.name}.${name}`;
        // `import a.b` where `a` is a folder without `__init__.py` leads back into the workspace.
        const found = this.#graph.findModule(dotted, undefined);
        return found === undefined ? { kind: 'external', name: dotted } : { kind: 'module', module: found };
      }
      case 'builtin':
        return { kind: 'builtin', name: `${value.name}.${name}` };
      case 'module': {
        const target = this.#graph.resolve(value.module, name);
        return target === undefined ? UNKNOWN : this.#valueOfTarget(target, steps + 1);
      }
      case 'class':
      case 'instance':
      case 'super':
        return this.#memberOfClass(value, name, steps);
      default:
        return UNKNOWN;
    }
  }

  async #memberOfClass(
    value: { readonly kind: 'class' | 'instance' | 'super' } & Place,
    name: string,
    steps: number,
  ): Promise<Value> {
    let outside: string | undefined;
    const line = await this.classLine(value);
    for (const each of value.kind === 'super' ? line.slice(1) : line) {
      if (each.kind !== 'class') {
        if (each.kind === 'external') outside ??= each.name;
        continue;
      }
      const { definitions } = each.module.index;
      const found = definitions.findLastIndex(d => d.parent === each.index && d.name === name);
      if (found < 0) continue;
      // Overloads and accessors: the first of them is where the name begins.
      const isPlain = definitions[found]?.role === 'plain';
      const first = isPlain ? found : definitions.findIndex(d => d.parent === each.index && d.name === name);
      return this.#valueOfDefinition(each.module, first, steps + 1);
    }
    return outside === undefined ? UNKNOWN : { kind: 'external', name: `${outside}.${name}` };
  }

  /** The class and its bases, nearest first, each once; bases outside the workspace are external. */
  async classLine(start: Place): Promise<readonly Value[]> {
    const key = `${start.module.id} ${start.index}`;
    const own: Value = { kind: 'class', module: start.module, index: start.index };
    const known = this.#classLines.get(key);
    if (known !== undefined) return known;
    const read = await this.#reader.read(start.module);
    const definition = start.module.index.definitions[start.index];
    // A class whose bases lead back to it.
    if (this.#underway.has(key) || read === undefined || definition === undefined) return [own];
    this.#underway.add(key);
    const line = new Map<string, Value>([[key, own]]);
    for (const base of basesTokens(definition, read.text)) {
      const value = await this.evaluate(base, { module: start.module, index: definition.parent });
      const above = value.kind === 'class' ? await this.classLine(value) : [value];
      for (const each of above) line.set('module' in each ? placeKey(each) : JSON.stringify(each), each);
    }
    this.#underway.delete(key);
    const found = [...line.values()];
    this.#classLines.set(key, found);
    return found;
  }

  /** What calling the value with these arguments gives. */
  async #calledWith(value: Value, call: readonly Token[], place: Place, steps: number): Promise<Value> {
    const passed = passesOn(value);
    if (passed === undefined) return this.called(value, steps + 1);
    const [open, ...args] = call;
    const comma = args.findIndex(token => token.op === op.COMMA && token.depth === open?.depth);
    const first = comma < 0 ? args : args.slice(0, comma);
    return passed === 'annotation'
      ? this.annotated(first, place, steps + 1)
      : this.evaluate(first, place, steps + 1);
  }

  /** What calling the value gives. */
  async called(value: Value, steps = 0): Promise<Value> {
    if (value.kind === 'class') return { ...value, kind: 'instance' };
    if (value.kind === 'external' || value.kind === 'builtin') return calledOutside(value);
    if (value.kind !== 'function') return UNKNOWN;
    const definition = value.module.index.definitions[value.index] as Definition;
    const read = await this.#reader.read(value.module);
    if (read === undefined) return UNKNOWN;
    const tokens = returnTokens(definition, read.text);
    if (tokens.length === 0) return UNKNOWN;
    return this.annotated(tokens, { module: value.module, index: definition.parent }, steps + 1);
  }

  async #valueOfTarget(target: Target, steps: number): Promise<Value> {
    if (target.kind === 'definition') return this.#valueOfDefinition(target.module, target.index, steps);
    return target;
  }

  async #valueOfDefinition(module: WorkspaceModule, index: number, steps: number): Promise<Value> {
    const definition = module.index.definitions[index] as Definition;
    const { kind, parent } = definition;
    if (kind === 'class') return { kind: 'class', module, index };
    if (kind === 'function' || kind === 'method') return { kind: 'function', module, index };
    const read = await this.#reader.read(module);
    if (read === undefined || steps > MOST_STEPS) return UNKNOWN;
    if (kind === 'property') {
      const tokens = returnTokens(definition, read.text);
      return tokens.length === 0 ? UNKNOWN : this.annotated(tokens, { module, index: parent }, steps + 1);
    }
    const twins = module.index.definitions.filter(d => d.parent === parent && d.name === definition.name);
    if (twins.length > 1) return UNKNOWN;
    const key = `${module.id} ${index}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    // A name whose value leads back to it.
    if (this.#underway.has(key)) return UNKNOWN;
    this.#underway.add(key);
    const value = await this.#valueOfAssigned(definition, read, placeOfAssignment(module, definition), steps);
    this.#underway.delete(key);
    this.#values.set(key, value);
    return value;
  }

  async #valueOfAssigned(
    definition: Definition,
    read: ReadModule,
    place: Place,
    steps: number,
  ): Promise<Value> {
    const annotation = annotatedTokens(definition, read.text);
    if (annotation.length > 0) return this.annotated(annotation, place, steps + 1);
    const value = valueTokens(definition, read.text);
    return value.length === 0 ? UNKNOWN : this.evaluate(value, place, steps + 1);
  }
}

function superOf(place: Place): Value {
  const { definitions } = place.module.index;
  for (let index = place.index; index >= 0; index = definitions[index]?.parent ?? -1) {
    if (definitions[index]?.kind === 'class') return { kind: 'super', module: place.module, index };
  }
  return UNKNOWN;
}

/** `self.x = value` stands in a method, and is read there. */
function placeOfAssignment(module: WorkspaceModule, definition: Definition): Place {
  const { definitions } = module.index;
  const index = definitions.findLastIndex(
    d =>
      d.parent === definition.parent &&
      d.body <= definition.start &&
      definition.end <= d.end &&
      d !== definition,
  );
  const isMethod = definitions[index]?.kind === 'method' || definitions[index]?.kind === 'property';
  return { module, index: isMethod ? index : definition.parent };
}

function placeKey(value: Value): string {
  return 'index' in value ? `${value.module.id} ${value.index}` : value.kind;
}

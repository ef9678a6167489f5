import type { Definition } from '../grammar/module-index.ts';
import type { ImportGraph } from '../index/import-graph.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import * as word from '../lexer/keywords.ts';
import * as op from '../lexer/operators.ts';
import { NAME, STRING } from '../lexer/token-kinds.ts';
import { type Token, tokensBetween } from '../lexer/token-list.ts';
import { closing, firstArgument, headText, withoutNone } from './annotations.ts';
import { ClassMembers } from './class-members.ts';
import { DefinitionValues } from './definition-values.ts';
import { type Expressions, MOST_STEPS } from './expressions.ts';
import type { ModuleReader, ReadModule } from './module-reader.ts';
import { calledOutside, isSelfType, LITERAL_VALUE, passesOn, promisedOutside } from './outside-values.ts';
import { ScopeNames } from './scope-names.ts';
import { type Place, UNKNOWN, type Value } from './value.ts';
import { returnTokens } from './value-tokens.ts';

/**
 * Tells what names and simple expressions stand for: through scopes, imports, re-exports, classes and their
 * bases, annotations and constructor calls. Whatever needs more than that is UNKNOWN, never guessed.
 */
export class Resolver implements Expressions {
  readonly #reader: ModuleReader;
  readonly #graph: ImportGraph;
  readonly #names: ScopeNames;
  readonly #values: DefinitionValues;
  readonly #classes: ClassMembers;

  constructor(reader: ModuleReader, graph: ImportGraph) {
    this.#reader = reader;
    this.#graph = graph;
    this.#values = new DefinitionValues(reader, this);
    this.#names = new ScopeNames(reader, graph, this.#values, this);
    this.#classes = new ClassMembers(reader, this.#values, this);
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
      value = name === 'super' ? superOf(place) : await this.#names.valueOf(name, place, steps + 1);
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
        return target === undefined ? UNKNOWN : this.#values.ofTarget(target, steps + 1);
      }
      case 'class':
      case 'instance':
      case 'super':
        return this.#classes.member(value, name, steps);
      default:
        return UNKNOWN;
    }
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
}

function superOf(place: Place): Value {
  const { definitions } = place.module.index;
  for (let index = place.index; index >= 0; index = definitions[index]?.parent ?? -1) {
    if (definitions[index]?.kind === 'class') return { kind: 'super', module: place.module, index };
  }
  return UNKNOWN;
}

import type { Definition } from '../grammar/module-index.ts';
import type { Target } from '../index/import-graph.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { type Expressions, MOST_STEPS } from './expressions.ts';
import type { ModuleReader, ReadModule } from './module-reader.ts';
import { type Place, UNKNOWN, type Value } from './value.ts';
import { annotatedTokens, returnTokens, valueTokens } from './value-tokens.ts';

/** What definitions stand for; those of assignments are worked out once. */
export class DefinitionValues {
  readonly #reader: ModuleReader;
  readonly #expressions: Expressions;
  /** Known ones, and those being looked for, by module and definition. */
  readonly #values = new Map<string, Value>();
  readonly #underway = new Set<string>();

  constructor(reader: ModuleReader, expressions: Expressions) {
    this.#reader = reader;
    this.#expressions = expressions;
  }

  async ofTarget(target: Target, steps: number): Promise<Value> {
    if (target.kind === 'definition') return this.ofDefinition(target.module, target.index, steps);
    return target;
  }

  async ofDefinition(module: WorkspaceModule, index: number, steps: number): Promise<Value> {
    const definition = module.index.definitions[index] as Definition;
    const { kind, parent } = definition;
    if (kind === 'class') return { kind: 'class', module, index };
    if (kind === 'function' || kind === 'method') return { kind: 'function', module, index };
    const read = await this.#reader.read(module);
    if (read === undefined || steps > MOST_STEPS) return UNKNOWN;
    if (kind === 'property') {
      const tokens = returnTokens(definition, read.text);
      return tokens.length === 0
        ? UNKNOWN
        : this.#expressions.annotated(tokens, { module, index: parent }, steps + 1);
    }
    const twins = module.index.definitions.filter(d => d.parent === parent && d.name === definition.name);
    if (twins.length > 1) return UNKNOWN;
    const key = `${module.id} ${index}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    // A name whose value leads back to it.
    if (this.#underway.has(key)) return UNKNOWN;
    this.#underway.add(key);
    const value = await this.ofAssigned(definition, read, placeOfAssignment(module, definition), steps);
    this.#underway.delete(key);
    this.#values.set(key, value);
    return value;
  }

  async ofAssigned(definition: Definition, read: ReadModule, place: Place, steps: number): Promise<Value> {
    const annotation = annotatedTokens(definition, read.text);
    if (annotation.length > 0) return this.#expressions.annotated(annotation, place, steps + 1);
    const value = valueTokens(definition, read.text);
    return value.length === 0 ? UNKNOWN : this.#expressions.evaluate(value, place, steps + 1);
  }
}

/** `self.x = value` is in a method, and is read there. */
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

import { basesTokens } from './bases.ts';
import type { DefinitionValues } from './definition-values.ts';
import type { Expressions } from './expressions.ts';
import type { ModuleReader } from './module-reader.ts';
import { type Place, UNKNOWN, type Value } from './value.ts';

/** Classes with their bases, and what their members stand for. */
export class ClassMembers {
  readonly #reader: ModuleReader;
  readonly #values: DefinitionValues;
  readonly #expressions: Expressions;
  /** Known ones, and those being looked for, by module and definition. */
  readonly #classLines = new Map<string, readonly Value[]>();
  readonly #underway = new Set<string>();

  constructor(reader: ModuleReader, values: DefinitionValues, expressions: Expressions) {
    this.#reader = reader;
    this.#values = values;
    this.#expressions = expressions;
  }

  /** The member of a class, an instance or `super()`, looked for along the bases. */
  async member(
    value: { readonly kind: 'class' | 'instance' | 'super' } & Place,
    name: string,
    steps: number,
  ): Promise<Value> {
    let outside: string | undefined;
    const line = await this.#classLine(value);
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
      return this.#values.ofDefinition(each.module, first, steps + 1);
    }
    return outside === undefined ? UNKNOWN : { kind: 'external', name: `${outside}.${name}` };
  }

  /** The class and its bases, nearest first, each once; bases outside the workspace are external. */
  async #classLine(start: Place): Promise<readonly Value[]> {
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
      const value = await this.#expressions.evaluate(base, {
        module: start.module,
        index: definition.parent,
      });
      const above = value.kind === 'class' ? await this.#classLine(value) : [value];
      for (const each of above) line.set('module' in each ? placeKey(each) : JSON.stringify(each), each);
    }
    this.#underway.delete(key);
    const found = [...line.values()];
    this.#classLines.set(key, found);
    return found;
  }
}

function placeKey(value: Value): string {
  return 'index' in value ? `${value.module.id} ${value.index}` : value.kind;
}

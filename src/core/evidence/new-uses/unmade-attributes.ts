import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import { keyOfRange } from '../code/code-tokens.ts';
import { classesIn } from '../code/definitions-by-kind.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ClassLine, keyOf } from './class-line.ts';
import type { ClassLines } from './class-lines.ts';
import type { InModule } from './known.ts';
import { howAsked, MAKERS, readSkipped, type Skipped } from './skipped-making.ts';
import { scopeName } from './statements.ts';

/** Attributes that objects lack where a class does not ask its bases to make them. */
export class UnmadeAttributes {
  readonly #classes: ClassLines;
  readonly #known = new Map<string, Promise<Skipped | undefined>>();
  /** By class: what those below it lack; read when it is asked for. */
  #below: Promise<ReadonlyMap<string, readonly Skipped[]>> | undefined;

  constructor(classes: ClassLines) {
    this.#classes = classes;
  }

  /** What objects of the class lack. */
  of(value: InModule): Promise<Skipped | undefined> {
    const key = keyOf(value);
    const known = this.#known.get(key) ?? this.#classes.of(value).then(readSkipped);
    this.#known.set(key, known);
    return known;
  }

  /**
   * Why an object of the class may not have what it is asked for, or what that needs.
   * @param mayBeBelow it may be an object of a class below
   */
  async doubtAbout(value: InModule, name: string, mayBeBelow: boolean): Promise<string | undefined> {
    const own = await this.of(value);
    if (own?.names.has(name)) return withoutIt(own, name);
    if (own !== undefined && !/^__\w+__$/.test(name) && !MAKERS.includes(name)) {
      const { classes } = await this.#classes.of(value);
      const place = classes.findIndex(each => has(each, name));
      const [first = ''] = own.names;
      if (place >= own.below) return withoutIt(own, first);
    }
    if (!mayBeBelow) return undefined;
    this.#below ??= this.#readBelow();
    const lacking = (await this.#below).get(keyOf(value))?.find(each => each.names.has(name));
    return lacking && withoutIt(lacking, name);
  }

  async #readBelow(): Promise<ReadonlyMap<string, readonly Skipped[]>> {
    const found = new Map<string, Skipped[]>();
    const seen = new Set<string>();
    for (const maker of ['__new__', ...MAKERS])
      for (const { module, index } of await this.#classes.withMember(maker)) {
        const value = { module, index: (module.index.definitions[index] as Definition).parent };
        if (seen.has(keyOf(value))) continue;
        seen.add(keyOf(value));
        const skipped = await this.of(value);
        if (skipped === undefined) continue;
        for (const each of (await this.#classes.of(value)).classes.slice(1))
          addTo(found, keyOf(each), skipped);
      }
    return found;
  }

  /** Classes of a changed file that are new, or are made in another way, and whose objects lack something. */
  async *doubtsIn(
    before: PythonFile | undefined,
    after: PythonFile,
  ): AsyncGenerator<{ readonly start: number; readonly reason: string }> {
    const { definitions } = after.module.index;
    const old = before === undefined ? new Map<string, Making>() : makingOf(before);
    for (const [name, { index, text }] of makingOf(after)) {
      if (old.get(name)?.text === text) continue;
      const skipped = await this.of({ module: after.module, index });
      const [first] = skipped?.names ?? [];
      if (skipped === undefined || first === undefined) continue;
      yield { start: definitions[index]?.head ?? 0, reason: withoutIt(skipped, first) };
    }
  }
}

const withoutIt = ({ by }: Skipped, name: string): string =>
  `${by} does not make objects as its bases do first, and they may be without ${name}`;

const has = ({ module, index }: ClassLine['classes'][number], name: string): boolean =>
  definitionsInside(module.index, index, name).length > 0;

interface Making {
  readonly index: number;
  readonly text: string;
}

/** By name of a class: all that says how its objects are made. */
function makingOf(file: PythonFile): ReadonlyMap<string, Making> {
  const { module, tokens } = file;
  const { definitions } = module.index;
  const found = new Map<string, Making>();
  for (const index of classesIn(module.index)) {
    const { start, body } = at(definitions, index);
    const text = `${keyOfRange(tokens, start, body)}\u0001${howAsked({ module, index, file })}`;
    found.set(scopeName(file, index), { index, text });
  }
  return found;
}

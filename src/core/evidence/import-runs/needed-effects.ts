import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import type { Meanings } from '../proofs/bindings.ts';
import { effectOfUnit } from '../proofs/lost-effects.ts';
import { isProgram } from '../proofs/uses-on-import.ts';
import { type TwoOrders, windowOf } from './import-orders.ts';
import { beginOf, endOf, type ImportEvent } from './import-run.ts';
import { TouchedValues } from './touched-values.ts';

/** What a module sets or changes in others when it is imported. */
interface Told {
  readonly all: ReadonlySet<string>;
  /** Of these what a statement gives a value, and no call changes. */
  readonly set: ReadonlySet<string>;
}

/** What a module looks into when it is imported. */
interface Needed {
  readonly all: ReadonlySet<string>;
  /** What is only asked to do something: `app.register(x)`. Two modules that do that may run in any order. */
  readonly asked: ReadonlySet<string>;
}

/**
 * A module that looks into a value on import, and ran below another one that sets or registers something there, and
 * runs above it now.
 */
export class NeededEffects {
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;
  readonly #told = new Map<string, Promise<Told>>();
  readonly #needed = new Map<string, Promise<Needed>>();

  constructor(versions: TwoVersions, meanings: Meanings) {
    this.#versions = versions;
    this.#meanings = meanings;
  }

  async find(orders: TwoOrders): Promise<string | undefined> {
    if (orders.before.length === 0 || orders.after.length === 0) return undefined;
    const numbered = (events: readonly ImportEvent[]) => new Map(events.map((event, i) => [event, i]));
    const [old, now] = [numbered(orders.before), numbered(orders.after)];
    const both = [...windowOf(orders)].filter(each => old.has(endOf(each)) && now.has(endOf(each)));
    const ends = (events: ReadonlyMap<ImportEvent, number>, number: number) => events.get(endOf(number)) ?? 0;
    const { keys } = this.#versions.after.numbers;
    for (const first of both) {
      const telling = at(keys, first);
      const told = await this.#toldBy(telling);
      if (told.all.size === 0) continue;
      for (const other of both) {
        const isBelow = ends(old, first) < (old.get(beginOf(other)) ?? 0);
        if (!isBelow || ends(now, first) < ends(now, other)) continue;
        const path = at(keys, other);
        const { all, asked } = await this.#neededBy(path);
        const value =
          [...all].find(each => told.all.has(each)) ?? [...asked].find(each => told.set.has(each));
        if (value !== undefined)
          return `${path} looks into ${value.replace(/^.* /, '')} on import, which ${telling} sets or changes, and now runs first`;
      }
    }
    return undefined;
  }

  #toldBy(path: string): Promise<Told> {
    const known = this.#told.get(path) ?? this.#readTold(path);
    this.#told.set(path, known);
    return known;
  }

  #neededBy(path: string): Promise<Needed> {
    const known = this.#needed.get(path) ?? this.#readNeeded(path);
    this.#needed.set(path, known);
    return known;
  }

  async #readTold(path: string): Promise<Told> {
    const version = this.#versions.before;
    const module = version.snapshot.modules.get(path);
    const file = module && (await this.#versions.open(module, 'before'));
    if (file === undefined) return { all: NOTHING, set: NOTHING };
    const scope = { file, version, meanings: this.#meanings };
    const all: CodeToken[] = [];
    const set: CodeToken[] = [];
    for (const unit of readUnits(file)) {
      const isMaking = unit.content.kind === 'definition' && !isFunctionOrClass(unit);
      // `log = get_logger(…)` only keeps what it makes.
      if (isMaking || (await effectOfUnit(unit, scope, this.#versions)) === undefined) continue;
      all.push(...(isFunctionOrClass(unit) ? headersOf(unit, file) : importTimeTokens(unit, file)));
      if (!isFunctionOrClass(unit) && !isCall(unit)) set.push(...importTimeTokens(unit, file));
    }
    const touched = new TouchedValues(this.#versions, version, false);
    return { all: await touched.of(all, file), set: await touched.of(set, file) };
  }

  /** What decorators do there is no matter of order. */
  async #readNeeded(path: string): Promise<Needed> {
    const version = this.#versions.after;
    const module = version.snapshot.modules.get(path);
    const file = module && (await this.#versions.open(module, 'after'));
    if (file === undefined) return { all: NOTHING, asked: NOTHING };
    const all: CodeToken[] = [];
    const asked: CodeToken[] = [];
    for (const unit of readUnits(file)) {
      const { kind } = unit.content;
      if (kind === 'import' || kind === 'docstring' || isProgram(unit) || setsEntry(unit)) continue;
      const headers = new Set(decoratorsOf(unit, file).map(({ start }) => start));
      const run = importTimeTokens(unit, file).filter(({ start }) => !headers.has(start));
      (isCall(unit) ? asked : all).push(...run);
    }
    const touched = new TouchedValues(this.#versions, version, true);
    return { all: await touched.of(all, file), asked: await touched.of(asked, file) };
  }
}

const NOTHING: ReadonlySet<string> = new Set();

const isFunctionOrClass = ({ content }: Unit): boolean =>
  content.kind === 'definition' &&
  (content.definition.kind === 'function' || content.definition.kind === 'class');

/** A call of which nothing is kept: `app.register(x)`. */
const isCall = ({ content, tokens }: Unit): boolean =>
  content.kind === 'other' &&
  tokens.find(({ op: each }) => each === op.ASSIGN || each === op.PAREN_OPEN)?.op === op.PAREN_OPEN &&
  tokens.at(-1)?.op === op.PAREN_CLOSE;

/** `R["x"] = 1` */
function setsEntry({ content, tokens }: Unit): boolean {
  const at = content.kind === 'other' ? tokens.findIndex(({ op: each }) => each === op.ASSIGN) : -1;
  return at > 0 && tokens[at - 1]?.op === op.BRACKET_CLOSE;
}

const definitionsIn = ({ start, end }: Unit, { module }: PythonFile) =>
  module.index.definitions.filter(each => start <= each.start && each.end <= end && each.start <= each.head);

const decoratorsOf = (unit: Unit, file: PythonFile): readonly CodeToken[] =>
  definitionsIn(unit, file).flatMap(each => file.range(each.start, each.head));

/** Decorators, and the first lines of classes. */
const headersOf = (unit: Unit, file: PythonFile): readonly CodeToken[] =>
  definitionsIn(unit, file).flatMap(each =>
    file.range(each.start, each.kind === 'class' ? each.body : each.head),
  );

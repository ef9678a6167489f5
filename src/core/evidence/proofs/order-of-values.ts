import { at } from '../../kernel/at.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { isClosing } from '../code/brackets.ts';
import { type CodeToken, tokenBefore } from '../code/code-tokens.ts';
import { importTimeTokens, namesOnImport } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { namesNothing, type Unit } from '../code/units.ts';
import { definitionsStaying } from '../facts/definition-changes.ts';
import { bindingsOf } from './bindings.ts';

interface Side {
  readonly file: PythonFile;
  readonly units: readonly Unit[];
}

/**
 * A statement at the top of a module that stands before and after the change and finds something else now, because it
 * or what it looks at has another place: `h = f` above and below what binds `f` again are two things.
 */
export function findOtherOrder(module: ChangedModule, before: Side, after: Side): Unit | undefined {
  if (isSameSequence(before.units, after.units)) return undefined;
  const numbers = new Numbers();
  const staying = definitionsStaying(module);
  const were = numbers.of(before.units, staying.before);
  const are = numbers.of(after.units, staying.after);
  if (isSameOrder(were, are, numbers.count)) return undefined;
  const [old, now] = [numbered(before.units, were), numbered(after.units, are)];
  // Where a name is bound in the middle of a statement is not followed.
  const inside = after.units.find(unit => bindsInside(unit, after.file));
  if (inside !== undefined) return inside;
  const early = findEarlier(before, after, old, now);
  if (early !== undefined) return early;
  const [was, is] = [surroundings(before, old), surroundings(after, now)];
  for (const [number, unit] of now) if (old.has(number) && was.get(number) !== is.get(number)) return unit;
  return undefined;
}

/** Whether there are as many statements, each of the kind and name of the one that stood there: then each has its place. */
const isSameSequence = (old: readonly Unit[], now: readonly Unit[]): boolean =>
  old.length === now.length && old.every((unit, i) => isNamesake(unit, at(now, i)));

function isNamesake(a: Unit, b: Unit): boolean {
  const [old, now] = [a.content, b.content];
  if (old.kind === 'import' || old.kind === 'docstring') return old.kind === now.kind && a.key === b.key;
  if (old.kind === 'definition')
    return now.kind === 'definition' && old.definition.name === now.definition.name;
  return now.kind === 'other' || now.kind === 'exports';
}

/** A statement that runs code, which may look up any name of the module, and stands above one that it stood below. */
function findEarlier(before: Side, after: Side, old: Numbered, now: Numbered): Unit | undefined {
  const running = [...now].filter(([number, unit]) => old.has(number) && runsCode(unit, after.file));
  if (running.length === 0) return undefined;
  const places = new Map([...bindingsOf(after.file.module)].map(([name, [first]]) => [name, first?.start]));
  const names = [...bindingsOf(before.file.module)]
    .flatMap(([name, [first]]) => {
      const place = places.get(name);
      return first === undefined || place === undefined ? [] : [{ was: first.start, is: place }];
    })
    .sort((a, b) => a.was - b.was);
  /** Of the names up to each one: where the last of them is now. */
  const lowest: number[] = [];
  for (const { is } of names) lowest.push(Math.max(is, lowest.at(-1) ?? -1));
  for (const [number, unit] of running) {
    const start = old.get(number)?.start ?? 0;
    let low = 0;
    let high = names.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((names[middle]?.was ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    if ((lowest[low - 1] ?? -1) > unit.start) return unit;
  }
  return undefined;
}

/** It calls something, has a decorator, or is a class with a base: that may have a metaclass. */
function runsCode(unit: Unit, file: PythonFile): boolean {
  const { content } = unit;
  if (namesNothing(unit)) return false;
  if (content.kind !== 'definition') return callsIn(importTimeTokens(unit, file)) > 0;
  const { start, head, kind } = content.definition;
  const isMade = (kind === 'class' || kind === 'function') && start !== head;
  const tokens = importTimeTokens(unit, file);
  const hasBase = kind === 'class' && tokens[2]?.op === op.PAREN_OPEN && tokens[3]?.op !== op.PAREN_CLOSE;
  return (
    isMade ||
    hasBase ||
    callsIn(tokens) > (startsWithItsName(unit) && tokens[2]?.op === op.PAREN_OPEN ? 1 : 0)
  );
}

const bindsInside = (unit: Unit, file: PythonFile): boolean =>
  file.mentions(':=') && importTimeTokens(unit, file).some(token => token.op === op.WALRUS);

/** Whether what stands in both is in the same order, imports among the rest: these bind names, too. */
function isSameOrder(old: readonly number[], now: readonly number[], count: number): boolean {
  const [inOld, inNow] = [new Uint8Array(count), new Uint8Array(count)];
  for (const number of old) inOld[number] = 1;
  for (const number of now) inNow[number] = 1;
  let next = 0;
  for (const number of now) {
    if (inOld[number] === 0) continue;
    while (next < old.length && inNow[old[next] ?? 0] === 0) next++;
    if (old[next++] !== number) return false;
  }
  while (next < old.length && inNow[old[next] ?? 0] === 0) next++;
  return next === old.length;
}

/** The numbers of the first, the second and further statements of one name. */
interface Named {
  readonly numbers: number[];
  /** How many of them the version that is being read has had. */
  seen: number;
  version: number;
}

/** A number for each statement, the same for what counts as the same in both versions. */
class Numbers {
  count = 0;
  #version = 0;
  readonly #ofImports = new Map<string, number>();
  readonly #ofDefinitions = new Map<string, Named>();
  readonly #ofOthers: Named = { numbers: [], seen: 0, version: 0 };

  /** @param staying by index of a definition: 0 where the other version has none of its name */
  of(units: readonly Unit[], staying: Uint8Array): readonly number[] {
    this.#version++;
    return units.map(unit => {
      const { content } = unit;
      if (content.kind === 'import' || content.kind === 'docstring') return this.#ofImport(unit.key);
      if (content.kind !== 'definition') return this.#next(this.#ofOthers);
      return staying[content.index] === 0 ? this.count++ : this.#next(this.#named(content.definition.name));
    });
  }

  #named(name: string): Named {
    const known = this.#ofDefinitions.get(name);
    if (known !== undefined) return known;
    const named = { numbers: [], seen: 0, version: 0 };
    this.#ofDefinitions.set(name, named);
    return named;
  }

  #next(named: Named): number {
    if (named.version !== this.#version) {
      named.version = this.#version;
      named.seen = 0;
    }
    const number = named.numbers[named.seen] ?? this.count++;
    named.numbers[named.seen++] = number;
    return number;
  }

  #ofImport(key: string): number {
    const number = this.#ofImports.get(key) ?? this.count++;
    this.#ofImports.set(key, number);
    return number;
  }
}

type Numbered = ReadonlyMap<number, Unit>;

/** Definitions and other statements by their numbers; imports are compared elsewhere. */
function numbered(units: readonly Unit[], numbers: readonly number[]): Numbered {
  const found = new Map<number, Unit>();
  for (const [i, unit] of units.entries())
    if (unit.content.kind !== 'import' && unit.content.kind !== 'docstring') found.set(at(numbers, i), unit);
  return found;
}

/** Of each statement for which anything counts: what stands above it and may decide what it finds. */
function surroundings({ file }: Side, units: Numbered): ReadonlyMap<number, string> {
  const bindings = bindingsOf(file.module);
  const again = [...bindings].filter(([, events]) => events.length > 1);
  const boundAgain = new Set(again.map(([name]) => name));
  const othersWith = new Map<string, number>();
  let others = 0;
  const found = new Map<number, string>();
  for (const [number, unit] of units) {
    const { content } = unit;
    const isOwnAlone = content.kind === 'definition' && namesNothing(unit);
    if (isOwnAlone && !boundAgain.has(content.definition.name) && !othersWith.has(content.definition.name))
      continue;
    const tokens = importTimeTokens(unit, file);
    const used = namesOnImport(unit, file);
    const isOther = content.kind !== 'definition';
    // What is called may look at everything.
    const runs = callsIn(tokens) > (startsWithItsName(unit) ? 1 : 0);
    const above = (name: string) =>
      `${name} ${bindings.get(name)?.filter(({ start }) => start < unit.start).length}`;
    const bound = runs ? [...boundAgain] : [...used].filter(name => boundAgain.has(name));
    const touched = runs
      ? [`${others}`]
      : [...used].filter(name => othersWith.has(name)).map(name => `${name} ${othersWith.get(name)}`);
    if (bound.length > 0 || touched.length > 0)
      found.set(number, [...bound.map(above), '', ...touched].sort().join('\n'));
    if (!isOther) continue;
    others++;
    for (const name of used) othersWith.set(name, (othersWith.get(name) ?? 0) + 1);
  }
  return found;
}

/** `def f(…)` and `class C(…)` are no calls of what they are named. */
const startsWithItsName = ({ content }: Unit): boolean =>
  content.kind === 'definition' &&
  (content.definition.kind === 'function' || content.definition.kind === 'class');

function callsIn(tokens: readonly CodeToken[]): number {
  return tokens.filter((token, i) => {
    const before = tokenBefore(tokens, i);
    return token.op === op.PAREN_OPEN && before !== undefined && (before.kind === NAME || isClosing(before));
  }).length;
}

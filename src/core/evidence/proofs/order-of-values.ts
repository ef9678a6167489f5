import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, tokenBefore } from '../code/code-tokens.ts';
import { importTimeTokens, namesOnImport } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isClosing } from '../code/trailing-commas.ts';
import type { Unit } from '../code/units.ts';
import { bindingsOf } from './bindings.ts';

interface Side {
  readonly file: PythonFile;
  readonly units: readonly Unit[];
}

/**
 * A statement at the top of a module that stands before and after the change and finds something else now, because it
 * or what it looks at has another place: `h = f` above and below what binds `f` again are two things.
 */
export function findOtherOrder(before: Side, after: Side): Unit | undefined {
  if (isSameOrder(before.units, after.units)) return undefined;
  const [old, now] = [keyed(before.units), keyed(after.units)];
  // Where a name is bound in the middle of a statement is not followed.
  const inside = after.units.find(unit => bindsInside(unit, after.file));
  if (inside !== undefined) return inside;
  const [was, is] = [surroundings(before, old), surroundings(after, now)];
  for (const [key, unit] of now) if (old.has(key) && was.get(key) !== is.get(key)) return unit;
  return undefined;
}

const bindsInside = (unit: Unit, file: PythonFile): boolean =>
  file.mentions(':=') && importTimeTokens(unit, file).some(token => token.op === op.WALRUS);

/** Whether what stands in both is in the same order, imports among the rest: these bind names, too. */
function isSameOrder(before: readonly Unit[], after: readonly Unit[]): boolean {
  const numbers = new Numbers();
  const [old, now] = [numbers.of(before), numbers.of(after)];
  const [inOld, inNow] = [new Uint8Array(numbers.count), new Uint8Array(numbers.count)];
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

  of(units: readonly Unit[]): readonly number[] {
    this.#version++;
    return units.map(unit => {
      const { content } = unit;
      if (content.kind === 'import' || content.kind === 'docstring') return this.#ofImport(unit.key);
      return this.#next(
        content.kind === 'definition' ? this.#named(content.definition.name) : this.#ofOthers,
      );
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

/** Definitions by their names, everything else in its order, which is compared elsewhere. */
function keyed(units: readonly Unit[]): ReadonlyMap<string, Unit> {
  const seen = new Map<string, number>();
  const found = new Map<string, Unit>();
  for (const unit of units) {
    const { content } = unit;
    if (content.kind === 'import' || content.kind === 'docstring') continue;
    const name = content.kind === 'definition' ? `definition ${content.definition.name}` : 'other';
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    found.set(`${name} ${nth}`, unit);
  }
  return found;
}

/** Of each statement: what stands above it and may decide what it finds. */
function surroundings({ file }: Side, units: ReadonlyMap<string, Unit>): ReadonlyMap<string, string> {
  const bindings = bindingsOf(file.module);
  const again = [...bindings].filter(([, events]) => events.length > 1);
  const boundAgain = new Set(again.map(([name]) => name));
  const othersWith = new Map<string, number>();
  let others = 0;
  const found = new Map<string, string>();
  for (const [key, unit] of units) {
    const tokens = importTimeTokens(unit, file);
    const used = namesOnImport(unit, file);
    const isOther = unit.content.kind !== 'definition';
    // What is called may look at everything.
    const runs = callsIn(tokens) > (startsWithItsName(unit) ? 1 : 0);
    const above = (name: string) =>
      `${name} ${bindings.get(name)?.filter(({ start }) => start < unit.start).length}`;
    const bound = runs ? [...boundAgain] : [...used].filter(name => boundAgain.has(name));
    const touched = runs
      ? [`${others}`]
      : [...used].filter(name => othersWith.has(name)).map(name => `${name} ${othersWith.get(name)}`);
    found.set(key, [...bound.map(above), '', ...touched].sort().join('\n'));
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

import * as op from '../../python/lexer/operators.ts';
import { namesBoundBy } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Unit } from '../code/units.ts';

export interface Version {
  readonly file: PythonFile;
  readonly units: readonly Unit[];
}

/** Beyond so many pairs of names and statements one counts as too late. */
const MOST_PAIRS = 100_000;

/**
 * A name that a definition bound above what imports other modules, and that an import binds below it now: a module that
 * imports this one back asks for it too early. Where definitions stay definitions, their order is compared elsewhere.
 */
export function boundTooLate(
  before: Version,
  after: Version,
  leadsBack: (unit: Unit) => boolean,
): { readonly name: string; readonly unit: Unit } | undefined {
  const imported = new Set([...before.units, ...after.units].filter(isImport).flatMap(namesBound));
  if (imported.size === 0) return undefined;
  const [old, now] = [before.units, after.units].map(units => firstBindings(units, imported));
  const other = [...(now ?? [])].filter(([name, at]) => {
    const was = old?.get(name);
    return was !== undefined && before.units[was]?.content.kind !== after.units[at]?.content.kind;
  });
  if (other.length === 0) return undefined;
  const known = new Map(before.units.map((unit, i) => [unit.key, i]));
  const asking = after.units.flatMap((unit, at) => {
    const was = known.get(unit.key);
    return was !== undefined && (leadsBack(unit) || runsCode(unit)) ? [{ unit, was, at }] : [];
  });
  const [first] = other;
  if (other.length * asking.length > MOST_PAIRS && first !== undefined && asking[0] !== undefined)
    return { name: first[0], unit: asking[0].unit };
  for (const { unit, was, at } of asking)
    for (const [name, bound] of other)
      if ((old?.get(name) ?? Number.POSITIVE_INFINITY) < was && bound > at) return { name, unit };
  return undefined;
}

const isImport = ({ content }: Unit): boolean => content.kind === 'import';

function firstBindings(units: readonly Unit[], names: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [i, unit] of units.entries())
    for (const name of namesBound(unit)) if (names.has(name) && !found.has(name)) found.set(name, i);
  return found;
}

/** What is called may import whatever it likes. */
const runsCode = ({ content, file: { tokens }, from, to }: Unit): boolean => {
  if (content.kind !== 'other') return false;
  for (let i = from; i < to; i++) if (tokens.op(i) === op.PAREN_OPEN) return true;
  return false;
};

export function namesBound({ content }: Unit): readonly string[] {
  if (content.kind === 'definition') return [content.definition.name];
  if (content.kind === 'import') return namesBoundBy(content.statement);
  return [];
}

import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Lookup } from './lookup.ts';
import { type Truth, truth } from './truth.ts';

/** The one definition that a claim is about. */
export interface FoundDefinition {
  readonly ref: SymbolRef;
  readonly file: PythonFile;
  /** A decorator that is not known, an overload or an accessor may say something else: what is not there may be. */
  readonly isOpen: boolean;
  /** A decorator that is not known may make no class of the one around it: then its calls give `self` as well. */
  readonly isOwnerOpen: boolean;
  /** Overloads, setters and the like have the same name. */
  readonly hasOthers: boolean;
  /** What is said must be so of these as well. */
  readonly overloads: readonly SymbolRef[];
}

/** What is not written down may be there all the same, where something else may say so. */
export const soften = (found: Truth, { isOpen }: Pick<FoundDefinition, 'isOpen'>): Truth =>
  isOpen && found.value === 'false' ? { ...found, value: 'unknown' } : found;

export const isTruth = (found: object): found is Truth => 'value' in found;

export const placesOf = (look: Lookup, { ref }: FoundDefinition) => [
  look.place(ref.module, ref.definition.line),
];

/** Nothing is defined under the name, or nothing but overloads: what is behind those stands elsewhere. */
export const noneOf = (what: string, written: readonly SymbolRef[]): Truth =>
  written.some(({ definition: { role } }) => role === 'overload')
    ? truth('unknown', `only overloads of ${what} are written down`)
    : truth('absent', `no ${what} was found`);

type Find = (look: Lookup, symbol: string, place: string | undefined) => Promise<FoundDefinition | Truth>;

export interface AboutOne {
  readonly symbol: string;
  readonly place?: string | undefined;
}

/** Makes checks of what `find` finds; where it finds none, why is the answer. */
export const checksOf =
  (find: Find) =>
  <C extends AboutOne>(check: (found: FoundDefinition, claim: C, look: Lookup) => Truth) =>
  async (look: Lookup, claim: C): Promise<Truth> => {
    const found = await find(look, claim.symbol, claim.place);
    return isTruth(found) ? found : ofEach(found, each => check(each, claim, look));
  };

/** The same of a function and all of its overloads; where they differ, it is not known which is meant. */
export function ofEach(found: FoundDefinition, check: (each: FoundDefinition) => Truth): Truth {
  const first = check(found);
  const isSame = found.overloads.every(ref => check({ ...found, ref }).value === first.value);
  return isSame ? first : { ...first, value: 'unknown' };
}

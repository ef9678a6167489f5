import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Lookup } from './lookup.ts';
import type { Truth } from './truth.ts';

/** The one definition that a claim is about. */
export interface FoundDefinition {
  readonly ref: SymbolRef;
  readonly file: PythonFile;
}

export const isTruth = (found: object): found is Truth => 'value' in found;

export const placesOf = (look: Lookup, { ref }: FoundDefinition) => [
  look.place(ref.module, ref.definition.line),
];

type Find = (look: Lookup, symbol: string, place: string | undefined) => Promise<FoundDefinition | Truth>;

interface AboutOne {
  readonly symbol: string;
  readonly place?: string | undefined;
}

/** Makes checks of what `find` finds; where it finds none, why is the answer. */
export const checksOf =
  (find: Find) =>
  <C extends AboutOne>(check: (found: FoundDefinition, claim: C, look: Lookup) => Truth) =>
  async (look: Lookup, claim: C): Promise<Truth> => {
    const found = await find(look, claim.symbol, claim.place);
    return isTruth(found) ? found : check(found, claim, look);
  };

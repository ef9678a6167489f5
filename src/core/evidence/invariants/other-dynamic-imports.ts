import type { EvidencePlace } from '../../../generated/contracts.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side } from '../code/two-versions.ts';
import type { Facts } from './facts.ts';
import { IMPORTERS, newToldImport } from './told-imports.ts';
import { unitsReached } from './told-units.ts';

/**
 * Where something else may be imported by code that is told what to import, than before the change: its own statement
 * differs, or one that shares names of the module with it.
 */
export async function otherDynamicImport(facts: Facts): Promise<EvidencePlace | undefined> {
  for (const { before, after } of facts.versions.changed) {
    const place = unitOfOne(after, before, 'after') ?? unitOfOne(before, after, 'before');
    if (place !== undefined) return place;
  }
  return newToldImport(facts);
}

const importsTold = ({ kind, text }: CodeToken): boolean =>
  IMPORTERS.has(kind === STRING ? text.slice(text.indexOf(':') + 1) : text);

/** A statement that such code is reached from in one version of a file, and that is not in the other one. */
function unitOfOne(
  file: PythonFile | undefined,
  other: PythonFile | undefined,
  side: Side,
): EvidencePlace | undefined {
  if (file === undefined || ![...IMPORTERS].some(each => file.mentions(each))) return undefined;
  const known = new Set(
    other === undefined ? [] : [...unitsReached(other, importsTold)].map(({ key }) => key),
  );
  const fresh = [...unitsReached(file, importsTold)].find(({ key }) => !known.has(key));
  return fresh && placeIn(file, fresh.start, side);
}

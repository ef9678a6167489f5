import type { Lookup } from './lookup.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { type Truth, truth } from './truth.ts';

/** Why a claim is not about one thing that the other side of the change has as well; `undefined` where it is. */
export function doubtWhatIsMeant(look: Lookup, claim: SpotCheckClaim): string | undefined {
  const several = placesIn(claim).find(place => look.isSeveral(place));
  if (several !== undefined) return `several files may be called ${several}`;
  const { symbol, place } = claim as { readonly symbol?: string; readonly place?: string };
  return symbol !== undefined && look.isAnotherThing(symbol, place)
    ? `${symbol} stands for another thing than on the other side of the change`
    : undefined;
}

const KEYS_OF_PLACES: ReadonlySet<string> = new Set([
  'place',
  'places',
  'module',
  'outside',
  'butIn',
  'besides',
]);

const placesIn = (claim: SpotCheckClaim): readonly string[] =>
  Object.entries(claim)
    .flatMap(([key, value]) => (KEYS_OF_PLACES.has(key) ? [value].flat() : []))
    .filter(each => typeof each === 'string');

/** What is said of what a module offers is said of its `__init__.py` alone. */
const OF_MODULES: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'in_all',
  'exports',
  'offers',
  'same_exports',
]);

/** What a package does not have in its `__init__.py`, or has there so many times, it may have in another module. */
export function inWholePackage(look: Lookup, claim: SpotCheckClaim, found: Truth): Truth {
  const { place, is } = claim as { readonly place?: string; readonly is?: string };
  if (place === undefined || OF_MODULES.has(claim.kind) || !look.isWholePackage(place)) return found;
  const isThere = (is === 'there' && found.value === 'true') || (is === 'absent' && found.value === 'false');
  return isThere ? found : truth('unknown', `only the __init__.py of ${place} is looked at`, found.places);
}

import type { Lookup } from './lookup.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { type Truth, truth } from './truth.ts';

/** What a claim may say of where it is looked for, and of what. */
interface Said {
  readonly kind: SpotCheckClaim['kind'];
  readonly is?: string | undefined;
  readonly symbol?: string | undefined;
  readonly caller?: string | undefined;
  /** A class, or a file. */
  readonly owner?: string | undefined;
  readonly place?: string | undefined;
  readonly places?: readonly string[] | undefined;
  readonly module?: string | undefined;
  readonly outside?: string | undefined;
  readonly butIn?: string | undefined;
  readonly besides?: string | undefined;
}

/** Why a claim is not about one thing that the other side of the change has as well; `undefined` where it is. */
export function doubtWhatIsMeant(look: Lookup, claim: SpotCheckClaim): string | undefined {
  const said: Said = claim;
  const { place, places = [], module, outside, butIn, besides, owner } = said;
  const several = [place, ...places, module, outside, butIn, besides, owner].find(
    each => each !== undefined && look.isSeveral(each),
  );
  if (several !== undefined) return `several files may be called ${several}`;
  const name = said.symbol ?? said.caller ?? owner;
  return name !== undefined && look.isAnotherThing(name, place)
    ? `${name} stands for another thing than on the other side of the change`
    : undefined;
}

/** What is said of what a module offers is said of its `__init__.py` alone. */
const OF_MODULES: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'in_all',
  'exports',
  'offers',
  'same_exports',
]);

/** What is said of a package is looked for in its `__init__.py` alone. */
export function isOfPartOfPackage(look: Lookup, claim: SpotCheckClaim): boolean {
  const { place, owner }: Said = claim;
  const said = place ?? owner;
  return said !== undefined && !OF_MODULES.has(claim.kind) && look.isWholePackage(said);
}

/** What a package does not have in its `__init__.py`, or has there so many times, it may have in another module. */
export function inWholePackage(look: Lookup, claim: SpotCheckClaim, found: Truth): Truth {
  if (!isOfPartOfPackage(look, claim)) return found;
  const { is }: Said = claim;
  const isThere = (is === 'there' && found.value === 'true') || (is === 'absent' && found.value === 'false');
  return isThere ? found : truth('unknown', 'only its __init__.py is looked at', found.places);
}

import { lastOf } from '../code/dotted-names.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

type Side = 'before' | 'after';

/** A definition that a sentence gives a name and a description, and the sides of the change that it speaks of. */
export interface Target {
  readonly symbol: string;
  readonly place: string | undefined;
  readonly sides: readonly Side[];
}

const bare = (name: string): string => name.replace(/^\*+/, '');

/** What the claims say of the thing of this name; else the name itself, after the change. */
export function targetsOf(name: string, claims: readonly SpotCheckClaim[]): readonly Target[] {
  // Names inside of functions are no definitions.
  if (isParameter(name, claims) || claims.some(claim => isWithin(name, claim))) return [];
  const found = subjectsOf(name, claims);
  if (found.length > 0) return found;
  const own = claims.filter(claim => isIn(claim, lastOf(name)));
  const sides = own.some(isAbsent) ? BOTH : AFTER;
  return own.length > 0 ? [{ symbol: name, place: undefined, sides }] : [];
}

/** What the claims say anything of. */
export function subjectsOf(name: string, claims: readonly SpotCheckClaim[]): readonly Target[] {
  const found = claims.flatMap(claim => thingsOf(claim).flatMap(thing => withName(thing, name)));
  return [...new Map(found.map(each => [JSON.stringify(each), each])).values()];
}

const BEFORE: readonly Side[] = ['before'];
const AFTER: readonly Side[] = ['after'];
const BOTH: readonly Side[] = ['before', 'after'];
const isAbsent = (claim: SpotCheckClaim): boolean => 'is' in claim && claim.is === 'absent';

/** Whether a claim says anything of the name. */
const isIn = (claim: SpotCheckClaim, name: string): boolean =>
  Object.values(claim)
    .flat()
    .some(value => typeof value === 'string' && value.split(/\W+/).includes(name));

export const isParameter = (name: string, claims: readonly SpotCheckClaim[]): boolean =>
  claims.some(
    claim =>
      (claim.kind === 'parameter' && bare(claim.name) === name) ||
      (claim.kind === 'parameters' && claim.names.some(each => bare(each) === name)),
  );

const isWithin = (name: string, claim: SpotCheckClaim): boolean =>
  claim.kind === 'within' && claim.text === name;

/** Of `Box.open` both may be described. */
function withName({ symbol, place, sides }: Target, name: string): readonly Target[] {
  const parts = symbol.split('.');
  const at = parts.lastIndexOf(lastOf(name));
  return at < 0 ? [] : [{ symbol: parts.slice(0, at + 1).join('.'), place, sides }];
}

/** The definitions that a claim is about. */
function thingsOf(claim: SpotCheckClaim): readonly Target[] {
  const place = 'place' in claim && typeof claim.place === 'string' ? claim.place : undefined;
  const sides = sidesOf(claim);
  const about = (symbol: string | undefined): readonly Target[] =>
    symbol === undefined ? [] : [{ symbol, place, sides }];
  switch (claim.kind) {
    case 'called':
      return [];
    case 'renamed':
      return [
        { symbol: claim.symbol, place, sides: BEFORE },
        { symbol: claim.to, place, sides: AFTER },
      ];
    case 'calls':
    case 'passes':
      return [...about(claim.caller), { symbol: claim.callee, place: undefined, sides }];
    case 'calls_first':
      return about(claim.caller);
    case 'members':
      return about(claim.owner);
    default:
      return 'symbol' in claim ? about(claim.symbol) : [];
  }
}

function sidesOf(claim: SpotCheckClaim): readonly Side[] {
  const { kind, when } = claim;
  // What is gone is spoken of as it was.
  if (kind === 'exists' && isAbsent(claim)) return when === 'before' ? [] : BEFORE;
  if (when === 'before') return BEFORE;
  // That something is no class says of it that it is there.
  if ((isAbsent(claim) && kind !== 'sort') || kind === 'callers') return BOTH;
  return when === 'after' || when === 'present' || when === 'now' || when === 'otherwise' ? AFTER : BOTH;
}

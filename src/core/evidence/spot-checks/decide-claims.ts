import type { SpotCheck, WorkOrder } from '../../../generated/contracts.ts';
import type { Facts } from '../invariants/facts.ts';
import { checkAnyNew, checkFileCount, checkOnlyChanged, checkOnlyFile } from './change-facts.ts';
import { doubtWhatIsMeant, isOfPartOfPackage } from './claim-places.ts';
import { checkNewNamed, checkNoneLost } from './count-facts.ts';
import { isNowhere } from './existence-facts.ts';
import { keepsOldName } from './kept-names.ts';
import type { Lookup } from './lookup.ts';
import { exportsOf } from './module-facts.ts';
import { checkNewParameters, checkRenamed, checkSame } from './same-facts.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { checkClaim } from './spot-check-facts.ts';
import type { ClaimOf, Truth } from './truth.ts';
import { checkWrittenInText } from './written-text.ts';

export type Sides = { readonly before: Lookup; readonly after: Lookup };

export interface SpotCheckInput {
  /** Sentences, and facts. */
  readonly spotChecks: readonly (string | SpotCheck)[];
  readonly order: Pick<WorkOrder, 'scope_allowlist'>;
  readonly facts: Facts;
  /** Whether the workspace has a file of this path. */
  readonly isFile: (path: string) => Promise<boolean>;
}

export interface Decision {
  readonly verdict: 'confirmed' | 'refuted' | 'not_checkable';
  readonly reason: string;
  readonly places: Truth['places'];
}

/** A sentence is true when all that it claims is, and false when one part of it is. */
export async function decideAll(
  claims: readonly SpotCheckClaim[],
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  const decisions: Decision[] = [];
  for (const claim of claims) {
    const decision = await decide(claim, input, sides);
    const isOther =
      decision.verdict === 'refuted' &&
      ((await isOtherNow(claim, claims, sides)) || (await isOldNameKept(claim, claims, sides)));
    decisions.push(isOther ? { ...decision, verdict: 'not_checkable' } : decision);
  }
  const worst =
    decisions.find(({ verdict }) => verdict === 'refuted') ??
    decisions.find(({ verdict }) => verdict === 'not_checkable');
  if (worst !== undefined) return worst;
  return {
    verdict: 'confirmed',
    reason: [...new Set(decisions.map(({ reason }) => reason))].filter(reason => reason !== '').join('; '),
    places: decisions.flatMap(({ places }) => places),
  };
}

/** `the function f no longer exists`, where `f` is there as something else. */
async function isOtherNow(
  claim: SpotCheckClaim,
  claims: readonly SpotCheckClaim[],
  sides: Sides,
): Promise<boolean> {
  if (claim.kind !== 'exists' || claim.is !== 'absent' || claim.when === 'before') return false;
  for (const each of claims) {
    if (each.kind !== 'called' || each.symbol !== claim.symbol) continue;
    const found = await checkClaim(sides.after, { ...each, when: 'after' });
    if (found.value !== 'true') return true;
  }
  return false;
}

/** `renamed f to g`, where `f` is there as another name for `g`. */
async function isOldNameKept(
  claim: SpotCheckClaim,
  claims: readonly SpotCheckClaim[],
  sides: Sides,
): Promise<boolean> {
  const renaming = claims.find(each => each.kind === 'renamed');
  const isOld = claim.kind === 'exists' && claim.is === 'absent' && claim.when === 'after';
  return isOld && renaming?.kind === 'renamed' && keepsOldName(renaming, sides);
}

async function decide(claim: SpotCheckClaim, input: SpotCheckInput, sides: Sides): Promise<Decision> {
  const decision = await decideSurely(claim, input, sides);
  // What a thing is called may be what it was.
  const isUnsure = claim.isUnsure === true || (claim.kind === 'sort' && claim.isNoun === true);
  return isUnsure && decision.verdict === 'refuted' ? { ...decision, verdict: 'not_checkable' } : decision;
}

/** What is not looked up in one version of the code, but on both sides together. */
const OF_TWO_SIDES: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'same_exports',
  'renamed',
  'new_named',
  'new_parameters',
  'none_lost',
]);

async function decideSurely(claim: SpotCheckClaim, input: SpotCheckInput, sides: Sides): Promise<Decision> {
  if (OF_TWO_SIDES.has(claim.kind) || (claim.kind === 'same' && claim.symbol !== undefined)) {
    const isPart = isOfPartOfPackage(sides.after, claim) ? 'only its __init__.py is looked at' : undefined;
    const doubt = doubtWhatIsMeant(sides.after, claim) ?? isPart;
    if (doubt !== undefined) return { verdict: 'not_checkable', reason: doubt, places: [] };
  }
  switch (claim.kind) {
    case 'scope':
      return checkScope(claim, input.order.scope_allowlist);
    case 'in_scope':
      return {
        verdict: 'confirmed',
        reason: 'every command was checked against scope_allowlist',
        places: [],
      };
    case 'same_exports':
      return checkSameExports(claim, input.facts, sides);
    case 'same':
      return combine([await checkSame(claim, input.facts, sides)]);
    case 'renamed':
      return combine([await checkRenamed(claim, sides)]);
    case 'any_new':
      return combine([checkAnyNew(claim, input.facts)]);
    case 'file_count':
      return combine([checkFileCount(claim, input.facts)]);
    case 'only_file':
      return combine([checkOnlyFile(claim, input.facts)]);
    case 'only_changed':
      return combine([checkOnlyChanged(claim, input.facts)]);
    case 'new_named':
      return combine([checkNewNamed(claim, sides)]);
    case 'new_parameters':
      return combine([await checkNewParameters(claim, sides)]);
    case 'none_lost':
      return combine([checkNoneLost(claim, sides, input.facts)]);
    case 'written':
      return isInText(claim)
        ? combine([await checkWrittenInText(claim, input.facts, input.isFile)])
        : decideInTime(claim, sides);
    default:
      return decideInTime(claim, sides);
  }
}

/** Of a file that is no Python. */
const isInText = ({ symbol, place = '' }: ClaimOf<'written'>): boolean =>
  symbol === undefined && !/\.pyi?$/.test(place);

/** What is looked up in one version of the code, in the one that the claim is of. */
async function decideInTime(claim: SpotCheckClaim, sides: Sides): Promise<Decision> {
  if (claim.when === 'present' || (claim.when === 'either' && !isAsTold(claim)))
    return decidePresent(claim, sides);
  if (claim.when !== 'before' && claim.when !== 'after' && claim.when !== 'either')
    return decideBoth(claim, claim.when, sides);
  const looked = claim.when === 'either' ? (['before', 'after'] as const) : ([claim.when] as const);
  const truths: Truth[] = [];
  for (const side of looked) truths.push(await checkClaim(sides[side], claim));
  const [old, now] = truths;
  const isAbsence = claim.kind === 'exists' && claim.is === 'absent';
  const isNoUse = claim.kind === 'callers' || claim.kind === 'occurs' || claim.kind === 'imports';
  // What is said of no certain time is meant of what will be.
  if ((isAbsence || isNoUse) && old?.value === 'true' && now !== undefined && now.value !== 'true')
    return { verdict: 'not_checkable', reason: `${now.reason} after the change`, places: now.places };
  return combine(truths);
}

/** In these forms QA tells what its tools showed it, which may be the code before the change. */
const isAsTold = (claim: SpotCheckClaim): boolean =>
  claim.kind === 'signature' || (claim.kind === 'exists' && claim.is === 'there');

/** Said of the code as it is: true after the change. What was true only before it is left open. */
async function decidePresent(claim: SpotCheckClaim, sides: Sides): Promise<Decision> {
  const now = await checkClaim(sides.after, claim);
  if (now.value === 'true') return { verdict: 'confirmed', reason: now.reason, places: now.places };
  // What is not written there any more may be brought by a star, a base or another name.
  if (now.value === 'unknown' || now.value === 'absent')
    return { verdict: 'not_checkable', reason: now.reason, places: now.places };
  const old = await checkClaim(sides.before, claim);
  const isNew = old.value === 'unknown' && 'symbol' in claim && (await isUnknownBefore(claim.symbol, sides));
  const isFalse = old.value === 'false' || old.value === 'absent' || isNew;
  if (isFalse && claim.when === 'either') return combine([old, now]);
  const reason = isFalse ? now.reason : `${now.reason} after the change`;
  return { verdict: isFalse ? 'refuted' : 'not_checkable', reason, places: now.places };
}

/** Nothing spoke of it before: then only the time after the change can be meant. */
const isUnknownBefore = async (symbol: string | undefined, { before }: Sides): Promise<boolean> =>
  symbol !== undefined && (await isNowhere(before, symbol.split('.')[0] ?? symbol));

/** Said of the time after the change as it compares with the time before it. */
async function decideBoth(
  claim: SpotCheckClaim,
  when: 'still' | 'kept' | 'already' | 'now' | 'otherwise',
  sides: Sides,
): Promise<Decision> {
  const now = await checkClaim(sides.after, claim);
  if (now.value !== 'true' && when !== 'already') return combine([now]);
  const old = await checkClaim(sides.before, claim);
  if (now.value !== 'true') return old.value === 'true' ? open(now, 'after') : combine([old, now]);
  if (when === 'still' && old.value === 'false') return { ...open(old, 'before'), verdict: 'refuted' };
  const isSo = {
    still: old.value === 'true',
    kept: old.value === 'true',
    already: old.value === 'true',
    now: old.value === 'false' || old.value === 'absent' || (old.value === 'unknown' && isResult(claim)),
    otherwise: old.value === 'false',
  }[when];
  return isSo ? combine([now]) : open(old, 'before');
}

/** A result that was not declared is said to be so now; nothing is given where nothing is returned. */
const isResult = (claim: SpotCheckClaim): boolean => claim.kind === 'returns' && claim.result !== 'None';

const open = ({ reason, places }: Truth, side: 'before' | 'after'): Decision => ({
  verdict: 'not_checkable',
  reason: `${reason} ${side} the change`,
  places,
});

/** True on one side is enough: the sentence does not say on which. */
function combine(all: readonly Truth[]): Decision {
  const present = all.filter(({ value }) => value !== 'absent');
  const truths = present.length > 0 ? present : all;
  const found = (value: Truth['value']) => truths.find(truth => truth.value === value);
  const yes = found('true');
  if (yes !== undefined) return { verdict: 'confirmed', reason: yes.reason, places: yes.places };
  const open = found('unknown') ?? found('absent');
  if (open !== undefined) return { verdict: 'not_checkable', reason: open.reason, places: open.places };
  const no = truths[0];
  const when = truths.length > 1 ? ', before the change and after it' : '';
  return { verdict: 'refuted', reason: `${no?.reason ?? ''}${when}`, places: no?.places ?? [] };
}

function checkScope({ path, only }: ClaimOf<'scope'>, allowlist: readonly string[]): Decision {
  const tidy = (entry: string) => entry.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');
  const asked = tidy(path);
  const entries = allowlist.map(tidy);
  const reason = `scope_allowlist is ${allowlist.join(', ')}`;
  const isAlone = entries.every(entry => entry === asked);
  if (isAlone) return { verdict: 'confirmed', reason, places: [] };
  const isRelated = entries.some(
    entry => entry === asked || entry.startsWith(`${asked}/`) || asked.startsWith(`${entry}/`),
  );
  const isFalse = !isRelated || (only && entries.includes(asked));
  return { verdict: isFalse ? 'refuted' : 'not_checkable', reason, places: [] };
}

/** What a module offers, before and after: no name of it may be lost. */
async function checkSameExports(
  { module, count }: ClaimOf<'same_exports'>,
  facts: Facts,
  sides: Sides,
): Promise<Decision> {
  const before = exportsOf(sides.before, module);
  const after = exportsOf(sides.after, module);
  if (before === undefined || after === undefined)
    return { verdict: 'not_checkable', reason: `${module} is not one module of the workspace`, places: [] };
  const { places } = after;
  const lost = before.names.filter(name => !after.names.includes(name));
  const more = after.names.filter(name => !before.names.includes(name));
  const isReadable = facts.modules.every(({ code }) => code !== 'unreadable');
  const isExact = isReadable && before.isExact && after.isExact;
  const found = [
    ...(lost.length > 0 ? [`${lost.join(', ')} ${lost.length === 1 ? 'is' : 'are'} no longer exported`] : []),
    ...(more.length > 0 ? [`${more.join(', ')} ${more.length === 1 ? 'is' : 'are'} exported as well`] : []),
  ];
  const refutedIf = (isFalse: boolean) => (isFalse ? 'refuted' : 'not_checkable');
  if (found.length > 0)
    return {
      verdict: refutedIf(isExact || (isReadable && lost.length > 0)),
      reason: found.join('; '),
      places,
    };
  const reason = `it exports ${after.names.join(', ')} before and after`;
  if (count !== undefined && count !== after.names.length)
    return {
      verdict: refutedIf(isExact),
      reason: `${reason}: ${after.names.length} names`,
      places,
    };
  return { verdict: 'confirmed', reason, places };
}

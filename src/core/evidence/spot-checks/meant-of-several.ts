import { localName } from '../../python/index/symbol-table.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { lastOf } from '../code/dotted-names.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import { type Decision, decideAll, type Sides, type SpotCheckInput } from './decide-claims.ts';
import { isNowhere } from './existence-facts.ts';
import type { Lookup } from './lookup.ts';
import { mayBeMade } from './made-members.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

export const isRename = ({ kind }: SpotCheckClaim): boolean => kind === 'renamed';

/** Of several things of a name, the one that the change is about is meant, where it is true of that one. */
export async function decideMeant(
  claims: readonly SpotCheckClaim[],
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  const decision = await decideOfAll(claims, input, sides);
  const symbol = symbolOf(claims.find(isRename) ?? claims.find(claim => symbolOf(claim) !== undefined));
  if (decision.verdict !== 'not_checkable' || symbol === undefined) return decision;
  if (await isNoName(claims, symbol, sides))
    return {
      verdict: 'refuted',
      reason: `there is no ${symbol} in the workspace, before the change or after it`,
      places: [],
    };
  return hasPlace(claims) ? decision : decideNearer(claims, symbol, decision, input, sides);
}

/** Nothing that comes or goes is refuted because another module has the same name. */
export async function decideOfAll(
  claims: readonly SpotCheckClaim[],
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  const decision = await decideAll(claims, input, sides);
  return decision.verdict === 'refuted' && (await isOfAnotherModule(claims, input, sides))
    ? {
        ...decision,
        verdict: 'not_checkable',
        reason: `${decision.reason}, but there are several of the name`,
      }
    : decision;
}

const hasPlace = (claims: readonly SpotCheckClaim[]): boolean =>
  claims.some(claim => 'place' in claim && claim.place !== undefined);

const symbolOf = (claim: SpotCheckClaim | undefined): string | undefined =>
  claim !== undefined && 'symbol' in claim ? claim.symbol : undefined;

const at = (claims: readonly SpotCheckClaim[], place: string): readonly SpotCheckClaim[] =>
  claims.map(claim => ({ ...claim, place }) as SpotCheckClaim);

/** That something is gone may be said of what never was; what it takes or returns may not. */
async function isNoName(
  claims: readonly SpotCheckClaim[],
  symbol: string,
  { before, after }: Sides,
): Promise<boolean> {
  const isSaidOfIt = claims.every(
    ({ kind }) => kind === 'signature' || kind === 'returns' || kind === 'parameter',
  );
  if (!isSaidOfIt || BUILTIN_NAMES.has(symbol)) return false;
  for (const look of [before, after])
    if (!(await isNowhere(look, symbol)) || (await mayBeMade(look, symbol))) return false;
  return true;
}

/** What was found to be false of a name without a module may be true in one of several modules that have it. */
async function isOfAnotherModule(
  claims: readonly SpotCheckClaim[],
  input: SpotCheckInput,
  sides: Sides,
): Promise<boolean> {
  if (hasPlace(claims) || !claims.some(({ kind }) => kind === 'exists')) return false;
  const looks = [sides.before, sides.after];
  const named = claims.flatMap(claim => [symbolOf(claim), claim.kind === 'renamed' ? claim.to : undefined]);
  const symbols = [...new Set(named)].filter(each => each !== undefined);
  const owners = symbols.flatMap(symbol => looks.flatMap(look => look.definitions(symbol)));
  if (new Set(owners.map(({ module }) => module.path)).size < 2) return false;
  for (const path of new Set(looks.flatMap(look => look.changedModules().map(each => each.path)))) {
    // Where nothing of the name comes or goes, the module is not what is spoken of.
    const [was, is] = looks.map(look => symbols.map(symbol => namedIn(look, symbol, path)).join());
    if (was === is) continue;
    if ((await decideAll(at(claims, path), input, sides)).verdict !== 'refuted') return true;
  }
  return false;
}

/** What a module has under a name, defined or imported. */
function namedIn(look: Lookup, symbol: string, path: string): string {
  const module = look.version.snapshot.modules.get(path);
  if (module === undefined) return '';
  const names = look.definitionsIn(symbol, path).map(localName);
  return `${names.join()} ${new ImportResolver(look.version).offers(module, lastOf(symbol)).kind}`;
}

async function decideNearer(
  claims: readonly SpotCheckClaim[],
  symbol: string,
  decision: Decision,
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  const changes = input.facts.apiChanges.filter(({ name }) => `.${name}`.endsWith(`.${symbol}`));
  const [change, ...more] = changes;
  if (change === undefined || more.length > 0) return decision;
  const closer = await decideAll(at(claims, change.place.file), input, sides);
  return closer.verdict === 'confirmed' ? closer : decision;
}

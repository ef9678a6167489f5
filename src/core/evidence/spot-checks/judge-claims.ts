import type { SignatureClaim } from '../../../generated/contracts.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import type { Facts } from '../invariants/facts.ts';
import { readClaimForm } from './claim-forms.ts';
import { type Decision, decideAll, type Sides, type SpotCheckInput } from './decide-claims.ts';
import { isNowhere } from './existence-facts.ts';
import { Lookup } from './lookup.ts';
import { wordThatIsNoName } from './plain-names.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { readSentence, withoutTrimmings } from './spot-check-sentences.ts';
import { LONGEST_SENTENCE } from './spot-check-words.ts';

/**
 * The Designer's claims, where they have a usual form or the grammar of spot checks reads them whole. What a claim
 * says must be so after the change.
 */
export async function judgeClaims(
  claims: readonly SignatureClaim[],
  facts: Facts,
): Promise<readonly SignatureClaim[]> {
  const isFile = async () => false;
  const input = { spotChecks: [], order: { scope_allowlist: [] }, facts, isFile };
  const sides = {
    before: new Lookup(facts.versions, 'before', isFile),
    after: new Lookup(facts.versions, 'after', isFile),
  };
  const judged: SignatureClaim[] = [];
  for (const claim of claims) {
    const { claims: read, isForm } = readClaim(claim.text);
    const decision = read === undefined ? undefined : await decideClaim(read, input, sides);
    const looks = [sides.before, sides.after];
    // In their usual forms claims need no marks of code; sentences do.
    const namesNothing = async () =>
      !isForm && (await wordThatIsNoName(withoutTrimmings(claim.text), read ?? [], looks)) !== undefined;
    // `f() is now g()` may say more than that it is renamed.
    const isOpen = decision?.verdict === 'refuted' && / is now /.test(claim.text) && read?.some(isRename);
    judged.push(
      decision === undefined ||
        isOpen === true ||
        decision.verdict === 'not_checkable' ||
        (await namesNothing())
        ? claim
        : { text: claim.text, ...decision, places: [...decision.places] },
    );
  }
  return judged;
}

const isRename = ({ kind }: SpotCheckClaim): boolean => kind === 'renamed';

/** Of several things of a name, the one that the change is about is meant, where it is true of that one. */
async function decideClaim(
  claims: readonly SpotCheckClaim[],
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  const decision = await decideAll(claims, input, sides);
  if (decision.verdict !== 'not_checkable') return decision;
  const symbol = (claims.find(isRename) ?? claims.find(claim => 'symbol' in claim)) as
    | { readonly symbol?: string }
    | undefined;
  return symbol?.symbol === undefined
    ? decision
    : decideNearer(claims, symbol.symbol, decision, input, sides);
}

async function decideNearer(
  claims: readonly SpotCheckClaim[],
  symbol: string,
  decision: Decision,
  input: SpotCheckInput,
  sides: Sides,
): Promise<Decision> {
  // That something is gone may be said of what never was; what it takes or returns may not.
  const isSaidOfIt = claims.every(
    ({ kind }) => kind === 'signature' || kind === 'returns' || kind === 'parameter',
  );
  if (
    isSaidOfIt &&
    !BUILTIN_NAMES.has(symbol) &&
    (await isNowhere(sides.before, symbol)) &&
    (await isNowhere(sides.after, symbol))
  ) {
    const reason = `there is no ${symbol} in the workspace, before the change or after it`;
    return { verdict: 'refuted', reason, places: [] };
  }
  const changes = input.facts.apiChanges.filter(({ name }) => `.${name}`.endsWith(`.${symbol}`));
  const [change, ...more] = changes;
  if (change === undefined || more.length > 0) return decision;
  const place = change.place.file;
  const named = claims.map(claim => ({ ...claim, place }) as SpotCheckClaim);
  const closer = await decideAll(named, input, sides);
  return closer.verdict === 'confirmed' ? closer : decision;
}

function readClaim(text: string): {
  readonly claims: readonly SpotCheckClaim[] | undefined;
  /** It has one of the forms that claims usually have. */
  readonly isForm: boolean;
} {
  const form = text.length > LONGEST_SENTENCE ? undefined : readClaimForm(text);
  return form === undefined
    ? { claims: readClaimSentence(text), isForm: false }
    : { claims: form, isForm: true };
}

function readClaimSentence(text: string): readonly SpotCheckClaim[] | undefined {
  if (text.length > LONGEST_SENTENCE) return undefined;
  const read = readSentence(text);
  if (read?.kind !== 'understood') return undefined;
  if (read.claims.some(({ kind }) => kind === 'scope' || kind === 'in_scope')) return undefined;
  return read.claims.map(claim => (claim.when === 'either' ? { ...claim, when: 'after' } : claim));
}

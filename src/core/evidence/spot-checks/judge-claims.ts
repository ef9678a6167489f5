import type { SignatureClaim } from '../../../generated/contracts.ts';
import type { Facts } from '../invariants/facts.ts';
import { readClaimForm } from './claim-forms.ts';
import { Lookup } from './lookup.ts';
import { decideMeant, isRename } from './meant-of-several.ts';
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
    const decision = read === undefined ? undefined : await decideMeant(read, input, sides);
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

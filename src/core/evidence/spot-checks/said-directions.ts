import type { SpotCheckClaim } from './spot-check-claim.ts';

const UP = /\b(?:raised|increased|bumped|up from|widened)\b/;
const DOWN = /\b(?:lowered|decreased|reduced|down from|narrowed)\b/;
const FLIPPED = /\bflip(?:s|ped)\b/;
const CHANGED = /\b(?:changed|changes|switched|went|goes|became|turned|now)\b/;

/** That a value went up, or down, must be so of what it was and is; what does not say both is left open. */
export function asDirected(words: string, claims: readonly SpotCheckClaim[]): readonly SpotCheckClaim[] {
  const [old, now] = [valueAt(claims, true), valueAt(claims, false)];
  const isSame = old !== undefined && old === now && CHANGED.test(words);
  const isSo = (way: RegExp, test: () => boolean) => !way.test(words) || test();
  const order = compareValues(old, now);
  const isRight =
    isSo(UP, () => order < 0 || isNewVersion(words, old, now)) &&
    isSo(DOWN, () => order > 0) &&
    isSo(FLIPPED, () => [old, now].sort().join() === 'False,True');
  if (isRight && !isSame) return claims;
  const was = old === undefined && !isSame ? whatItWas(words, claims) : undefined;
  return [...claims, was ?? { kind: 'nothing_else', when: 'after' }];
}

/** `raised to 20`: it was less before. */
function whatItWas(words: string, claims: readonly SpotCheckClaim[]): SpotCheckClaim | undefined {
  const [claim, ...others] = claims.filter(({ kind }) => kind === 'value');
  const [isUp, isDown] = [UP, DOWN].map(way => way.test(words));
  if (claim?.kind !== 'value' || others.length > 0 || isUp === isDown || FLIPPED.test(words))
    return undefined;
  return { ...claim, when: 'before', than: isUp ? 'less' : 'more' };
}

/** Of a version no one says bumped of a lower one. */
const isNewVersion = (words: string, old: string | undefined, now: string | undefined): boolean =>
  old === undefined && /\bbumped to\b/.test(words) && /^["']\d+\.[\w.]+["']$/.test(now ?? '');

function valueAt(claims: readonly SpotCheckClaim[], isBefore: boolean): string | undefined {
  const found = claims.flatMap(claim =>
    (claim.kind === 'value' || claim.kind === 'parameter') &&
    claim.is === 'there' &&
    typeof claim.value === 'string' &&
    (claim.when === 'before') === isBefore
      ? [claim.value]
      : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Of numbers, and of versions in quotes; `NaN` where it is neither. */
export function compareValues(old: string | undefined, now: string | undefined): number {
  const [one, other] = [old, now].map(text => partsOf(text ?? ''));
  if (one === undefined || other === undefined) return Number.NaN;
  for (let i = 0; i < Math.max(one.length, other.length); i++) {
    const difference = (one[i] ?? 0) - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(text: string): readonly number[] | undefined {
  if (/^-?\d[\d_]*(?:\.\d+)?$/.test(text)) return [Number(text.replaceAll('_', ''))];
  return /^["']\d+(?:\.\d+)*["']$/.test(text) ? text.slice(1, -1).split('.').map(Number) : undefined;
}

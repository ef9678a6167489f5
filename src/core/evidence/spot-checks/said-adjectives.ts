import type { Code } from './sentence-form.ts';
import { absentBefore, type SpotCheckClaim } from './spot-check-claim.ts';

const lastOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('.') + 1);
/** Longer than what stands between a name and its adjectives. */
const NEAR = 60;
const IN_FRONT = /(?:^| )((?:[a-z-]+ ){1,5})$/;

/**
 * What adjectives say of the names behind them: `public` of one with an underscore is no sentence that code could
 * decide, and what is called new was not there.
 */
export function asDescribed(
  words: string,
  codes: readonly Code[],
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] | undefined {
  const isNew = new Set<string>();
  for (const { 0: written, index } of words.matchAll(/§\d+/g)) {
    const before = words.slice(Math.max(0, index - NEAR), index);
    const adjectives = IN_FRONT.exec(before)?.[1]?.split(' ') ?? [];
    const name = /^@?([A-Za-z_][\w.]*)$/.exec(codes[Number(written.slice(1))]?.text ?? '')?.[1];
    if (name === undefined) continue;
    if (adjectives.includes('public') && lastOf(name).startsWith('_')) return undefined;
    if (/(?:^| )(?:the|its) new $/.test(before) || /(?:^| )(?:the|its) new [a-z]+ $/.test(before))
      isNew.add(lastOf(name));
  }
  const [first] = claims.filter(claim => 'symbol' in claim && typeof claim.symbol === 'string');
  const isKnown = claims.some(({ when }) => when === 'before');
  if (isKnown || first === undefined || !('symbol' in first) || typeof first.symbol !== 'string')
    return claims;
  const parts = first.symbol.split('.');
  const symbol = parts.slice(0, parts.findLastIndex(part => isNew.has(part)) + 1).join('.');
  if (symbol === '') return claims;
  const place = 'place' in first && typeof first.place === 'string' ? first.place : undefined;
  return [...claims, { ...absentBefore(symbol, place), isUnsure: true }];
}

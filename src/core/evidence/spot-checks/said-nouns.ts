import type { CalledClaim, Noun } from './claim-kinds.ts';
import type { Code } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** In front of a name, or of several. */
const IN_FRONT =
  /(?:^| )(class methods?|static methods?|staticmethods?|classmethods?|class attributes?|class(?:es)?|dataclass(?:es)?|enums?|protocols?|exceptions?|functions?|methods?|property|properties|attributes?|fields?|constants?|variables?|settings?|globals?|type variables?|(?:type )?alias(?:es)?|coroutines?)(?: named| called)?[:,]? $/;
/** Behind it, also as what it is said to be. */
const BEHIND =
  /^ (?:(?:is|was|are|were|became|becomes|remains) (?:(?:still|now|also|already|an?|the|new|newly|added|public|private|module-level|top-level|plain|regular|simple|small|helper) )*)?(class methods?|static methods?|staticmethods?|classmethods?|class attributes?|class(?:es)?(?! (?:attribute|method))|dataclass(?:es)?|enums?|protocols?|exceptions?|functions?|methods?|property|properties|attributes?|fields?|constants?|variables?|settings?|globals?|type variables?|(?:type )?alias(?:es)?|coroutines?)(?=$|[ ,;])/;
const LISTED = /§\d+(?:,? and |, | and the |, the )$/;
/** Longer than what stands between a name and its noun. */
const NEAR = 60;

const NOUNS: Readonly<Record<string, Noun>> = {
  classmethod: 'classmethod',
  'class method': 'classmethod',
  staticmethod: 'staticmethod',
  'static method': 'staticmethod',
  'class attribute': 'class attribute',
  class: 'class',
  dataclass: 'dataclass',
  enum: 'enum',
  protocol: 'protocol',
  function: 'function',
  method: 'method',
  exception: 'exception',
  coroutine: 'async',
  property: 'property',
};

/** What is said to be there must be what the words call it, as far as that can be told. */
export function asCalled(
  words: string,
  codes: readonly Code[],
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] {
  if (!claims.some(isThere)) return claims;
  const nouns = nounsOf(words, codes);
  if (nouns.size === 0) return claims;
  return claims.flatMap((claim): readonly SpotCheckClaim[] => {
    const noun = isThere(claim) ? nouns.get(lastOf(claim.symbol)) : undefined;
    if (noun === undefined || !isThere(claim)) return [claim];
    const { symbol, place, when } = claim;
    const called: CalledClaim & { readonly when: typeof when } = {
      kind: 'called',
      symbol,
      place,
      noun,
      when,
    };
    return [claim, called];
  });
}

type Exists = Extract<SpotCheckClaim, { kind: 'exists' }>;
const isThere = (claim: SpotCheckClaim): claim is Exists => claim.kind === 'exists' && claim.is === 'there';
const lastOf = (symbol: string): string => symbol.slice(symbol.lastIndexOf('.') + 1);

/** The noun of each name that has one, by its last part. */
function nounsOf(words: string, codes: readonly Code[]): ReadonlyMap<string, Noun> {
  const nouns = new Map<string, Noun>();
  let listed: string | undefined;
  for (const { 0: written, index } of words.matchAll(/§\d+/g)) {
    const before = words.slice(Math.max(0, index - NEAR), index);
    const end = index + written.length;
    const front = IN_FRONT.exec(before)?.[1] ?? (LISTED.test(before) ? listed : undefined);
    listed = front;
    const said = front ?? BEHIND.exec(words.slice(end, end + NEAR))?.[1];
    const name = /^@?([A-Za-z_][\w.]*)/.exec(codes[Number(written.slice(1))]?.text ?? '')?.[1];
    if (said === undefined || name === undefined) continue;
    const one = said.replace(/(class|alias)es$/, '$1').replace(/ies$/, 'y');
    const noun = NOUNS[one] ?? NOUNS[one.replace(/s$/, '')] ?? 'value';
    nouns.set(lastOf(name), noun);
  }
  return nouns;
}

import type { Code } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const FIRST = /^(?:in|inside|within) (?:the )?(?:file |module )?§(\d+)(?: (?:file|module))?,? (?!only )(.+)$/;
const LAST = /^(.+) (?:in|inside|within) (?:the )?(?:file |module )?§(\d+)$/;
const IS_FILE = /^(?:[\w.-]+\/)*[\w-]+\.pyi?$/;

/** What a sentence says, and the file that it says it of: `In a.py, Box inherits from Item`. */
export function withoutFile(
  words: string,
  codes: readonly Code[],
): { readonly rest: string; readonly file: string } | undefined {
  const first = FIRST.exec(words);
  const last = first === null ? LAST.exec(words) : null;
  const [at, rest] = first === null ? [last?.[2], last?.[1]] : [first[1], first[2]];
  const file = codes[Number(at)]?.text ?? '';
  return rest === undefined || !IS_FILE.test(file) ? undefined : { rest, file };
}

/** Claims about one thing that is looked for by its name. */
const OF_ONE: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'parameter',
  'parameters',
  'parameter_count',
  'bases',
  'sort',
  'called',
  'decorator',
  'value',
  'docstring',
  'raises',
  'within',
  'local',
  'exists',
  'signature',
  'returns',
  'gives',
  'yields',
  'entry_count',
  'item',
  'accessor',
  'key_count',
  'value_has',
  'calls',
  'calls_first',
  'overrides',
  'metaclass',
  'all_keyword_only',
  'catches',
  'passes',
]);

/** That it stays as it is, which is said of a name and not of a file. */
const isOfDefinition = (claim: SpotCheckClaim): boolean =>
  claim.kind === 'same' && claim.symbol !== undefined && claim.what !== 'place';

/** The same claims of what stands in that file; `undefined` where one of them cannot be said of a file. */
export function claimsIn(
  file: string,
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] | undefined {
  const isOfOne = (claim: SpotCheckClaim) =>
    (OF_ONE.has(claim.kind) || isOfDefinition(claim)) &&
    (!('place' in claim) || claim.place === undefined || claim.place === file);
  return claims.every(isOfOne)
    ? claims.map(claim => ({ ...claim, place: file }) as SpotCheckClaim)
    : undefined;
}

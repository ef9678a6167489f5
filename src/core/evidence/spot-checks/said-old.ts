import { descriptionsIn } from './said-descriptions.ts';
import { saidTime } from './said-times.ts';
import type { Code } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const OLD = ['old', 'original', 'former'];
/** These say what happened to a definition, or what uses it, and not what it is. */
const OF_ITS_FATE: ReadonlySet<SpotCheckClaim['kind']> = new Set([
  'same',
  'renamed',
  'callers',
  'call_count',
  'occurs',
  'mention',
  'only_used',
  'only_called_in',
  'imports',
  'imports_for_types',
  'new_parameters',
] as const);

const OLD_FILE = /\b(?:old|original|former) (?:module|file|package) §/;

/** `the old f takes x`: it did before the change. What is now, or still, is said of the time after it. */
export function ofTheOld(
  words: string,
  codes: readonly Code[],
  claims: readonly SpotCheckClaim[],
): readonly SpotCheckClaim[] {
  if (saidTime(words) !== undefined || claims.some(({ when }) => when === 'before')) return claims;
  // What a file was is not looked at.
  if (OLD_FILE.test(words)) return [...claims, { kind: 'nothing_else', when: 'after' }];
  const names = descriptionsIn(words, codes)
    .filter(each => OLD.some(word => each.words.has(word)))
    .map(({ name }) => name);
  return claims.map(claim =>
    names.some(name => isOfIt(claim, name)) ? { ...claim, when: 'before' } : claim,
  );
}

function isOfIt(claim: SpotCheckClaim, name: string): boolean {
  const subject = subjectOf(claim);
  if (subject === undefined || OF_ITS_FATE.has(claim.kind)) return false;
  // That it is there itself is said of what is there now.
  const isItself = `.${subject}`.endsWith(`.${name}`);
  return claim.kind === 'exists' ? !isItself && isAround(name, subject) : isItself || isAround(name, subject);
}

/** `Box` is around `Box.open`. */
const isAround = (name: string, subject: string): boolean => `.${subject}`.includes(`.${name}.`);

function subjectOf(claim: SpotCheckClaim): string | undefined {
  if (claim.kind === 'calls' || claim.kind === 'passes' || claim.kind === 'calls_first') return claim.caller;
  if ('owner' in claim) return claim.owner;
  return 'symbol' in claim ? claim.symbol : undefined;
}

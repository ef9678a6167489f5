import type { ApiChange, SignatureClaim } from '../../../generated/contracts.ts';

type Change = Omit<ApiChange, 'claimed'>;

/** What a sentence says about a change that really happens, and whether the change is of that kind. */
export interface Judgement {
  readonly verdict: SignatureClaim['verdict'];
  readonly reason: string;
}

/** Words that say that something inside of the named one is meant: a parameter, not the function. */
const PART =
  /\b(?:param(?:eter)?s?|arg(?:ument)?s?|keywords?|options?|flags?|fields?|attributes?|members?|signature|default|decorator|docstring|annotation)\b/i;
const NEGATED = /\b(?:not|never|no longer|without|keeps?|unchanged|still|same|only)\b|n't\b/i;

/**
 * Confirmed is only what the whole of the sentence says in a known way: added, removed, moved or renamed, or the
 * new signature itself. That a sentence names what changes says nothing about whether it is true.
 */
export function judgeChange(
  text: string,
  kind: 'removed' | 'new' | 'is' | undefined,
  names: readonly (readonly string[])[],
  meant: readonly Change[],
  described: string,
): Judgement {
  const open: Judgement = {
    verdict: 'not_checkable',
    reason: `whether this is meant is not known: ${described}`,
  };
  const confirmed: Judgement = { verdict: 'confirmed', reason: described };
  const signature = signatureIn(text);
  if (signature !== undefined && !NEGATED.test(text)) {
    const isTrue = meant.some(
      ({ after }) => after !== undefined && squeeze(after).endsWith(squeeze(signature)),
    );
    return isTrue ? confirmed : open;
  }
  if (NEGATED.test(text) || PART.test(text) || text.length > LONGEST) return open;
  const isOne = names.length === 1;
  const are = (change: Change['change']) => meant.every(each => each.change === change);
  if (kind === 'removed') {
    if (are('added')) return { verdict: 'refuted', reason: 'it is added, not removed' };
    return isOne && are('removed') && meant.every(({ moved_to: to }) => to === undefined) ? confirmed : open;
  }
  if (kind === 'new') {
    if (are('removed')) return { verdict: 'refuted', reason: 'it is removed, not added' };
    return isOne && are('added') ? confirmed : open;
  }
  const [, source, target] = names.map(name => name.join('.'));
  const isMove =
    kind === 'is' &&
    names.length === 3 &&
    meant.some(
      ({ name, moved_to: to }) =>
        to !== undefined && name.startsWith(`${source}.`) && to.startsWith(`${target}.`),
    );
  if (isMove && / moved from \S+ to \S+$/.test(text)) return confirmed;
  if (kind !== 'is' || names.length !== 2) return open;
  const [from, to] = names.map(name => meant.filter(change => isNamed(change.name, name)));
  const isGone = from?.length === 1 && (from[0]?.change === 'removed' || from[0]?.change === 'moved');
  const isThere = to?.length === 1 && to[0]?.change === 'added';
  return isGone && isThere ? confirmed : open;
}

const LONGEST = 200;

function isNamed(full: string, segments: readonly string[]): boolean {
  const own = full.split('.');
  return segments.every((segment, i) => own[own.length - segments.length + i] === segment);
}

/** `def f(a) -> int`, or `f(a, b=1)`, where the sentence ends with it: what stands from the `(` on. */
function signatureIn(text: string): string | undefined {
  const open = text.indexOf('(');
  if (open < 0 || text[open + 1] === ')') return undefined;
  const end = text.trimEnd().replace(/[.`]$/, '');
  const isWhole = end.endsWith(')') || end.slice(end.lastIndexOf(')')).startsWith(') -> ');
  return isWhole ? end.slice(open) : undefined;
}

const squeeze = (text: string): string => text.replaceAll(/\s/g, '');

import type { ApiChange, EvidencePlace, SignatureClaim } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { claimedResult } from './claimed-result.ts';
import { judgeChange } from './judge-change.ts';
import { isTypeText } from './type-text.ts';

type Change = Omit<ApiChange, 'claimed'>;

/** Claims with their verdicts, and for each change whether one of them speaks of it. */
export interface ComparedClaims {
  readonly claims: readonly SignatureClaim[];
  readonly changes: readonly ApiChange[];
}

/**
 * `changed_signatures` against what really changes. A claim is refuted only when its words are understood and
 * the sources say otherwise; other sentences about real changes are confirmed as far as naming them goes.
 */
export function compareClaims(
  claims: readonly string[],
  changes: readonly Change[],
  versions: TwoVersions,
): ComparedClaims {
  const spokenOf = new Set<Change>();
  const compared = claims.map(text => {
    const names = namesIn(text);
    const meant = changes.filter(change => names.some(name => isMeant(change, name)));
    for (const change of meant) spokenOf.add(change);
    return judge(text, names, meant, versions);
  });
  // Who speaks of a definition speaks of the places that pass it on.
  const told = new Set([...spokenOf].map(({ name }) => name));
  const isTold = ({ kind, before, after }: Change) =>
    (kind === 'import' || kind === 'export') &&
    [before, after].some(name => name !== undefined && told.has(name));
  return {
    claims: compared,
    changes: changes.map(change => ({ ...change, claimed: spokenOf.has(change) || isTold(change) })),
  };
}

interface Named {
  readonly segments: readonly string[];
  /** Written as a call, with a dot, or in quotes or backticks: certainly a name. */
  readonly isCertain: boolean;
  /** Written as a call. */
  readonly isCall: boolean;
}

const NAME = /[`'"]?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(\)|\([^()]*\))?[`'"]?/g;

/** What may be names in a sentence; ordinary words are among them. */
function namesIn(text: string): readonly Named[] {
  return [...text.matchAll(NAME)].map(match => {
    const [whole, dotted = '', call] = match;
    const isQuoted = /^[`'"]/.test(whole);
    const isCertain =
      call !== undefined || isQuoted || dotted.includes('.') || /[a-z]_[a-z]|[a-z][A-Z]/.test(dotted);
    return { segments: dotted.split('.'), isCertain, isCall: call !== undefined };
  });
}

/** Whether the segments are the last ones of the changed name, or of where it is now. */
function isMeant(change: Change, { segments, isCertain }: Named): boolean {
  if (!isCertain) return false;
  return [change.name, change.moved_to].some(
    name => name !== undefined && endsWith(name.split('.'), segments),
  );
}

function endsWith(name: readonly string[], segments: readonly string[]): boolean {
  if (segments.length > name.length) return false;
  return segments.every((segment, i) => name[name.length - segments.length + i] === segment);
}

function judge(
  text: string,
  names: readonly Named[],
  meant: readonly Change[],
  versions: TwoVersions,
): SignatureClaim {
  const places = meant.map(({ place }) => place);
  const verdict = (
    kind: SignatureClaim['verdict'],
    reason: string,
    at: readonly EvidencePlace[] = places,
  ) => ({
    text,
    verdict: kind,
    reason,
    places: [...at],
  });
  const detail = readDetail(text);
  if (meant.length === 0) return judgeUnchanged(names, detail, versions, verdict);
  if (detail?.kind === 'returns') {
    const now = meant.flatMap(({ after }) => after ?? []);
    const results = now.flatMap(signature => resultOf(signature) ?? []);
    if (results.length === 0) return verdict('not_checkable', `no result is declared: ${now.join('; ')}`);
    const isTrue = results.some(result => normal(result) === normal(detail.what));
    return isTrue && meant.every(({ change }) => change === 'changed' || change === 'added')
      ? verdict('confirmed', `it is now ${now.join('; ')}`)
      : isTypeText(detail.what) && results.every(result => areOtherTypes(result, detail.what))
        ? verdict('refuted', `the result is declared as ${results.join(', ')}`)
        : verdict('not_checkable', `the result is declared as ${results.join(', ')}`);
  }
  const described = meant.map(describeChange).join('; ');
  const certain = names.filter(({ isCertain }) => isCertain).map(({ segments }) => segments);
  const judged = judgeChange(text, detail?.kind, certain, meant, described);
  return verdict(judged.verdict, judged.reason);
}

/** A claim about something that is the same before and after. */
function judgeUnchanged(
  names: readonly Named[],
  detail: Detail | undefined,
  versions: TwoVersions,
  verdict: (kind: SignatureClaim['verdict'], reason: string, at?: readonly EvidencePlace[]) => SignatureClaim,
): SignatureClaim {
  const certain = names.filter(({ isCertain }) => isCertain);
  const first = certain[0];
  if (first === undefined) return verdict('not_checkable', 'it names no function, class or constant');
  const shown = first.segments.join('.');
  const before = placesOf(versions.before, first.segments);
  const after = placesOf(versions.after, first.segments);
  if (before.length === 0 && after.length === 0) {
    // A name of its own, not of a parameter or a field that the sentence speaks of.
    const isUnderstood = detail !== undefined && first.isCall;
    const skipped = versions.before.snapshot.skipped.length + versions.after.snapshot.skipped.length;
    return isUnderstood && skipped === 0 && !isPrivate(first.segments)
      ? verdict('refuted', `there is no ${shown} in the workspace, before the change or after it`)
      : verdict('not_checkable', `there is no ${shown} in the workspace`);
  }
  const isPrivateName = isPrivate(first.segments);
  if (detail === undefined || isPrivateName || certain.length > 1 || after.length > 1)
    return verdict('not_checkable', `no public change of ${shown} was found`, after);
  if (before.length > 0 && after.length > 0 && first.isCall && detail.kind !== 'is')
    return verdict('refuted', `${shown} is declared as before`, after);
  return verdict('not_checkable', `no public change of ${shown} was found`, [...before, ...after]);
}

const isPrivate = (segments: readonly string[]): boolean => segments.some(segment => segment.startsWith('_'));

type Detail =
  | { readonly kind: 'returns'; readonly what: string }
  | { readonly kind: 'removed' | 'new' | 'is' };

/** What the sentence says happens, when it says it in one of the usual ways. */
function readDetail(text: string): Detail | undefined {
  const returns = claimedResult(text);
  if (returns !== undefined) return { kind: 'returns', what: returns.trim() };
  if (/\b(?:is|was|has been) (?:removed|deleted|gone)\b|^removed?\b|\bremoved$/i.test(text))
    return { kind: 'removed' };
  if (/\bis (?:new|added)\b|^(?:new|added?)\b/i.test(text)) return { kind: 'new' };
  if (/\b(?:is now|renamed|moved|now (?:takes|accepts|requires))\b/i.test(text)) return { kind: 'is' };
  return undefined;
}

const normal = (text: string): string =>
  text
    .replace(/^-> ?/, '')
    .replace(/\btyping\.|\bt\./g, '')
    .replace(/["'\s]/g, '')
    .replace(/\b(Tuple|List|Dict|Set)\b/g, word => word.toLowerCase());

const PLAIN = new Set(
  'int float str bytes bool complex None list dict tuple set frozenset object'.split(' '),
);

/** Whether two types can be known to be different: built-in ones, in no union, with other heads. */
function areOtherTypes(a: string, b: string): boolean {
  const [x, y] = [a, b].map(type => (type.includes('|') ? '' : (normal(type).split('[')[0] ?? '')));
  return x !== y && PLAIN.has(x ?? '') && PLAIN.has(y ?? '');
}

function resultOf(signature: string): string | undefined {
  const at = signature.lastIndexOf(') -> ');
  return at < 0 ? undefined : signature.slice(at + 5);
}

/** One change in words: `pkg.m.f is changed: def f(a) → def f(a, b)`. */
export function describeChange(change: Change): string {
  const { name, before, after, moved_to: to, moved_from: from } = change;
  switch (change.change) {
    case 'added':
      return `${name} is added${from === undefined ? '' : `, moved from ${from}`}: ${after ?? ''}`;
    case 'removed':
      return `${name} is removed${to === undefined ? '' : `, moved to ${to}`}: ${before ?? ''}`;
    case 'moved':
      return `${name} is defined in ${to ?? 'another module'} now and still found here`;
    case 'changed':
      return `${name} is changed: ${before ?? ''} → ${after ?? ''}`;
  }
}

/** Where a name with these last segments is defined. */
function placesOf(
  { snapshot, side }: WorkspaceVersion,
  segments: readonly string[],
): readonly EvidencePlace[] {
  const last = segments.at(-1) ?? '';
  return snapshot.table.definitionsNamed(last).flatMap(({ module, index, definition }) => {
    const name = [...module.segments, ...qualifiedName(module.index.definitions, index).split('.')];
    return endsWith(name, segments) ? [{ file: module.path, line: definition.line, side }] : [];
  });
}

import type { ApiChange, EvidencePlace, SignatureClaim } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';

type Change = Omit<ApiChange, 'claimed'>;

/** Claims with their verdicts, and for each change whether one of them speaks of it. */
export interface ComparedClaims {
  readonly claims: readonly SignatureClaim[];
  readonly changes: readonly ApiChange[];
}

/**
 * Which entries of `changed_signatures` speak of which changes. Whether they are true is decided by what is known of
 * both versions (`judgeClaims`): that an entry names what changes says nothing about it.
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
    return describe(text, names, meant, versions);
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
}

const NAME = /[`'"]?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\(\)|\([^()]*\))?[`'"]?/g;

/** What may be names in a sentence; ordinary words are among them. */
function namesIn(text: string): readonly Named[] {
  return [...text.matchAll(NAME)].map(match => {
    const [whole, dotted = '', call] = match;
    const isQuoted = /^[`'"]/.test(whole);
    const isCertain =
      call !== undefined || isQuoted || dotted.includes('.') || /[a-z]_[a-z]|[a-z][A-Z]/.test(dotted);
    return { segments: dotted.split('.'), isCertain };
  });
}

/** Whether the segments are the last ones of the changed name, or of where it is now. */
function isMeant(change: Change, { segments, isCertain }: Named): boolean {
  if (!isCertain) return false;
  return [change.name, change.moved_to].some(name => name !== undefined && endsWith(name, segments));
}

/** Whether these are the last segments of a dotted name. */
function endsWith(name: string, segments: readonly string[]): boolean {
  const dotted = segments.join('.');
  return name.endsWith(dotted) && (name.length === dotted.length || name.at(-dotted.length - 1) === '.');
}

function describe(
  text: string,
  names: readonly Named[],
  meant: readonly Change[],
  { before, after }: TwoVersions,
): SignatureClaim {
  const open = (reason: string, places: readonly EvidencePlace[]): SignatureClaim => ({
    text,
    verdict: 'not_checkable',
    reason,
    places: [...places],
  });
  if (meant.length > 0)
    return open(
      `whether this is meant is not known: ${meant.map(describeChange).join('; ')}`,
      meant.map(({ place }) => place),
    );
  const first = names.find(({ isCertain }) => isCertain);
  if (first === undefined) return open('it names no function, class or constant', []);
  const shown = first.segments.join('.');
  const places = [...placesOf(before, first.segments), ...placesOf(after, first.segments)];
  return places.length === 0
    ? open(`there is no ${shown} in the workspace`, [])
    : open(`no public change of ${shown} was found`, places);
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
    const name = [...module.segments, qualifiedName(module.index.definitions, index)].join('.');
    return endsWith(name, segments) ? [{ file: module.path, line: definition.line, side }] : [];
  });
}

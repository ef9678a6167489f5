import type { ApiChange, Evidence, EvidencePlace } from '../../generated/contracts.ts';
import { count } from '../kernel/amounts.ts';
import { compareSignatures } from './compare-signatures.ts';
import type { ChangedPath } from './given-change.ts';

/** Which number of a version has to go up, by https://semver.org. */
export type ReleaseLevel = 'major' | 'minor' | 'patch' | 'none';

/** One public name that differs, and what that means for who uses it. */
export interface RankedChange {
  readonly name: string;
  readonly level: 'major' | 'minor' | 'patch' | 'open';
  readonly reason: string;
  readonly before?: string;
  readonly after?: string;
  readonly place: EvidencePlace;
}

/**
 * The least that a release with this change has to be. What functions do inside is nothing that signatures show, so it
 * is never said to be enough.
 */
export interface Release {
  readonly level: ReleaseLevel;
  /** One sentence. */
  readonly reason: string;
  /** What decides first. */
  readonly changes: readonly RankedChange[];
}

const ORDER = ['major', 'minor', 'open', 'patch'] as const;

/**
 * @param paths what is changed; some of it may be nothing that anybody looked into
 * @param offersMore whether a module answers for names that it does not define (`__getattr__`)
 */
export function rankRelease(
  evidence: Evidence,
  paths: readonly ChangedPath[],
  offersMore: (file: string) => boolean,
): Release {
  const changes = evidence.api_changes
    .filter(({ name, change }) => isPublic(name) && change !== 'moved')
    .map(change => rank(change, offersMore))
    .toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
  const count = (level: RankedChange['level']) => changes.filter(one => one.level === level).length;
  const [major, minor, open] = [count('major'), count('minor'), count('open')];
  const unseen = unseenPython(evidence, paths);
  const undecided = [
    ...(open === 0 ? [] : [`; ${names(open)} that code cannot rank`]),
    ...(unseen === undefined ? [] : [`; ${unseen}`]),
  ].join('');
  if (major > 0)
    return { level: 'major', reason: `${names(major)} gone or called differently${undecided}`, changes };
  if (minor > 0)
    return {
      level: 'minor',
      reason: `${names(minor)} new or taking more${unseen === undefined ? ', none is gone' : ''}${undecided}`,
      changes,
    };
  if (unseen !== undefined) return { level: 'patch', reason: `${undecided.slice(2)}`, changes };
  if (evidence.modules.some(({ code }) => code !== 'same'))
    return {
      level: 'patch',
      reason: `no public name is new, gone or called differently${undecided}`,
      changes,
    };
  return { level: 'none', reason: 'no Python code is changed', changes };
}

/** Python code whose names nobody knows, as a phrase; it may be more than what is said. */
function unseenPython({ modules }: Evidence, paths: readonly ChangedPath[]): string | undefined {
  const closed = paths.filter(({ notLookedAt, path, notes }) => {
    const mayHoldPython = /\.pyi?$/u.test(path) || notes.some(note => HOLDS_FILES.has(note));
    return notLookedAt !== undefined && mayHoldPython;
  });
  const unseen = [
    ...closed.map(({ path }) => path),
    ...modules.filter(({ code }) => code === 'unreadable').map(({ file }) => file),
  ];
  const [first] = unseen;
  if (first === undefined) return undefined;
  const more = unseen.length > 1 ? ` and ${unseen.length - 1} more` : '';
  return `the names in ${first}${more} are not known, so it may be more`;
}

const HOLDS_FILES: ReadonlySet<string> = new Set(['symbolic link', 'submodule']);

const names = (n: number): string => count(n, 'public name');

/** A leading underscore in any part makes it private; `__init__` and the like are not. */
const isPublic = (name: string): boolean =>
  name.split('.').every(part => !part.startsWith('_') || /^__\w+__$/u.test(part));

function rank(change: ApiChange, offersMore: (file: string) => boolean): RankedChange {
  const { name, before, after, place } = change;
  const [level, reason] = judge(change, offersMore);
  return {
    name,
    level,
    reason,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    place,
  };
}

function judge(
  { change, kind, before, after, moved_to: to, place }: ApiChange,
  offersMore: (file: string) => boolean,
): readonly [RankedChange['level'], string] {
  if (change === 'added') return ['minor', 'it is new'];
  if (change === 'removed') {
    if (offersMore(place.file))
      return ['open', 'it is gone, and the __getattr__ of its module may still offer it'];
    return ['major', to === undefined ? 'it is gone' : `it is only in ${to} now`];
  }
  if (before === undefined || after === undefined) return ['open', 'it is declared differently'];
  if (kind !== 'function' && kind !== 'method' && kind !== 'property')
    return ['open', 'it is declared differently'];
  const compared = compareSignatures(before, after, kind === 'method');
  switch (compared.kind) {
    case 'breaks':
      return ['major', compared.reason];
    case 'takes more':
      return ['minor', 'it takes more than before'];
    case 'same calls':
      return ['patch', 'the same calls fit; declared types or default values differ'];
    case 'open':
      return ['open', compared.reason];
  }
}

/** `at least MINOR: 3 public names are new …`. */
export const releaseLine = ({ level, reason }: Release): string =>
  level === 'none' ? reason : `at least ${level.toUpperCase()}: ${reason}`;

import { encodeUtf8 } from '../kernel/utf8.ts';
import { compileMatcher } from './match-protected.ts';
import { classOf, PROTECTED_PATHS, REASONS } from './protected-paths.ts';
import { hasUnusualCharacters } from './unusual-characters.ts';

/** `path` is canonical: workspace-relative, `/` between segments, no `.`, no empty segment, spelling as given. */
export type WritePathVerdict =
  | { readonly kind: 'ok'; readonly path: string }
  /**
   * Steers tools or runs code: needs an approval of its own by name. `entry`: the pattern that says so; `why`: a
   * clause.
   */
  | { readonly kind: 'control_plane'; readonly path: string; readonly entry: string; readonly why: string }
  | { readonly kind: 'refused'; readonly reason: string };

export type ReadPathVerdict =
  | { readonly kind: 'ok'; readonly path: string }
  | { readonly kind: 'refused'; readonly reason: string };

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const CONTROL = /\p{Cc}/u;
const LONE_SURROGATE = /\p{Surrogate}/u;
const DRIVE = /^[a-z]:/iu;

/** What file systems hold at most, in bytes; longer ones would fail half-way, when folders are made already. */
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;
const MAX_BYTES_OF_A_UNIT = 3;

const findProtected = compileMatcher(PROTECTED_PATHS);

/**
 * Folds a path as the most forgiving file system would: compatibility characters (NFKC), characters that show
 * nothing, case. Upper then lower case also folds the letters that have no lower-case twin (`ı`, `ſ`).
 */
function foldPath(path: string): string {
  const plain = path.normalize('NFKC').replace(DEFAULT_IGNORABLE, '');
  return plain.toUpperCase().toLowerCase().normalize('NFKC').replace(DEFAULT_IGNORABLE, '');
}

/** Windows ignores dots and spaces at the end of a name. A loop, because a pattern would try every start of a run. */
function foldSegment(segment: string): string {
  let end = segment.length;
  while (end > 0 && (segment[end - 1] === '.' || segment[end - 1] === ' ')) end--;
  return segment.slice(0, end);
}

/** The last name of a path as the most forgiving file system compares it. */
export const foldedName = (path: string): string =>
  foldSegment(foldPath(path.slice(path.lastIndexOf('/') + 1)));

const segmentsOf = (path: string): readonly string[] =>
  path.split('/').filter(segment => segment !== '' && segment !== '.');

/** What is wrong with the spelling, whatever the path is used for. Looks at the path as given and folded. */
function spellingProblem(given: string, folded: string): string | undefined {
  if (given === '') return 'the path is empty; give a workspace-relative path';
  if (LONE_SURROGATE.test(given)) return 'the path holds half of a surrogate pair';
  if (CONTROL.test(given) || CONTROL.test(folded)) return 'the path holds a control character';
  if (folded.includes('\\')) return 'use / between folders, not \\';
  if (folded.startsWith('/')) return 'the path must be relative to the workspace, not absolute';
  if (DRIVE.test(folded)) return 'the path must be relative to the workspace, without a drive';
  if (folded.includes(':')) return 'the path must not hold ":"';
  if (/~\d/u.test(folded))
    return 'the path must not hold "~" and a digit: it could be a short name for another';
  for (const text of [given, folded]) {
    const segments = text.split('/').map(segment => segment.trim());
    if (segments.includes('..')) return 'the path must not hold "..": it could leave the workspace';
  }
  const first = segmentsOf(folded)[0]?.trimStart() ?? '';
  if (/^[-@]/u.test(first))
    return 'the path must not start with "-" or "@": a tool could take it for an option';
  for (const segment of folded.split('/')) {
    if (segment !== '' && segment !== '.' && foldSegment(segment) === '') {
      return 'a folder or file name must not be made of dots and spaces only';
    }
  }
  return undefined;
}

interface CheckedPath {
  readonly canonical: string;
  /** Segments as the most forgiving file system compares them. */
  readonly folded: readonly string[];
}

/** Asked first: everything else takes longer the longer a path is. */
function lengthProblem(path: string): string | undefined {
  // A character takes one byte or more.
  if (path.length > MAX_PATH_BYTES || encodeUtf8(path).length > MAX_PATH_BYTES) {
    return `the path is longer than ${MAX_PATH_BYTES} bytes`;
  }
  if (path.length * MAX_BYTES_OF_A_UNIT <= MAX_NAME_BYTES) return undefined;
  const isTooLong = path.split('/').some(name => encodeUtf8(name).length > MAX_NAME_BYTES);
  return isTooLong ? `a folder or file name is longer than ${MAX_NAME_BYTES} bytes` : undefined;
}

function checkSpelling(path: string): CheckedPath | { readonly problem: string } {
  const length = lengthProblem(path);
  if (length !== undefined) return { problem: length };
  const folded = foldPath(path);
  const problem = spellingProblem(path, folded);
  if (problem !== undefined) return { problem };
  const segments = segmentsOf(folded).map(foldSegment);
  if (segments.includes('.git')) return { problem: 'nothing under .git may be read or changed' };
  return { canonical: segmentsOf(path).join('/'), folded: segments };
}

/** Any exception inside the policy means refuse. */
function orRefused<T>(check: () => T): T | { readonly kind: 'refused'; readonly reason: string } {
  try {
    return check();
  } catch {
    return { kind: 'refused', reason: 'the path could not be checked' };
  }
}

/**
 * Whether a path may be written, decided on the path alone: create, overwrite, rename onto, move into and
 * delete ask the same question. Symlinks are for whoever has the file system to look at.
 */
export function checkWritePath(path: string): WritePathVerdict {
  return orRefused<WritePathVerdict>(() => {
    const checked = checkSpelling(path);
    if ('problem' in checked) return { kind: 'refused', reason: checked.problem };
    if (checked.canonical === '') return { kind: 'refused', reason: 'the path names the whole workspace' };
    if (path.endsWith('/')) return { kind: 'refused', reason: 'the path names a folder; give a file' };
    const entry = findProtected(checked.folded);
    if (entry === undefined) return { kind: 'ok', path: checked.canonical };
    const { pattern, area } = entry;
    const why = REASONS[area];
    return classOf(entry) === 'control_plane'
      ? { kind: 'control_plane', path: checked.canonical, entry: pattern, why }
      : { kind: 'refused', reason: `nothing of ${pattern} may be changed: ${why}` };
  });
}

/** Whether a path may be read: the same spellings as for writing; `.` is the workspace, `src/` a folder. */
export function checkReadPath(path: string): ReadPathVerdict {
  return orRefused<ReadPathVerdict>(() => {
    const checked = checkSpelling(path);
    if ('problem' in checked) return { kind: 'refused', reason: checked.problem };
    return { kind: 'ok', path: checked.canonical === '' ? '.' : checked.canonical };
  });
}

/** The path as the snapshot and the change set name it; as given when the policy refuses it. */
export function canonicalPath(path: string): string {
  const verdict = checkReadPath(path);
  return verdict.kind === 'ok' ? verdict.path : path;
}

/**
 * Why no file may be created under this name, beside what `checkWritePath` says: its reader could not tell it from
 * another.
 */
export function newNameProblem(path: string): string | undefined {
  return hasUnusualCharacters(path)
    ? 'a new name must not hold characters that cannot be seen or that change the direction of text'
    : undefined;
}

/** What a path of the control plane does, for whoever is to approve it by name. */
export function whyByName(path: string): string {
  const verdict = checkWritePath(path);
  return `configures tools or runs code${verdict.kind === 'control_plane' ? ` (${verdict.why})` : ''}`;
}

export const describeControlPlane = (path: string): string => `${path} ${whyByName(path)}`;

/** Whether a change of this path changes how the linters run; the automatic lint then waits for its approval. */
export function isLintConfiguration(path: string): boolean {
  const verdict = checkWritePath(path);
  if (verdict.kind !== 'control_plane') return false;
  return PROTECTED_PATHS.some(e => e.area === 'lint' && e.pattern === verdict.entry);
}

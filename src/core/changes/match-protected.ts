import type { ProtectedEntry } from './protected-entry.ts';

/** One name of a pattern: before and after its `*`; a name without one has to be equal. */
type Name = string | { readonly start: string; readonly end: string };

interface Compiled<E> {
  readonly entry: E;
  readonly names: readonly Name[];
  readonly isFolder: boolean;
  readonly isAtRoot: boolean;
  readonly except: readonly Name[];
}

/** Finds the first entry that a path's folded segments match. */
export type ProtectedMatcher<E> = (segments: readonly string[]) => E | undefined;

/** Most entries are one plain name, so that a look into two maps answers for them, however many there are. */
export function compileMatcher<E extends ProtectedEntry>(entries: readonly E[]): ProtectedMatcher<E> {
  const files = new Map<string, E>();
  const folders = new Map<string, E>();
  const others: Compiled<E>[] = [];
  for (const compiled of entries.map(compile)) {
    const [only, ...more] = compiled.names;
    const isPlain = typeof only === 'string' && more.length === 0 && !compiled.isAtRoot;
    if (!isPlain || compiled.except.length > 0) others.push(compiled);
    else (compiled.isFolder ? folders : files).set(only, compiled.entry);
  }
  return segments => {
    for (const segment of segments) {
      const folder = folders.get(segment);
      if (folder) return folder;
    }
    return (
      files.get(segments.at(-1) ?? '') ?? others.find(compiled => matchesPath(compiled, segments))?.entry
    );
  };
}

function compile<E extends ProtectedEntry>(entry: E): Compiled<E> {
  const pattern = entry.pattern.toLowerCase();
  const isFolder = pattern.endsWith('/**');
  const isAtRoot = pattern.startsWith('/');
  const names = (isFolder ? pattern.slice(0, -'/**'.length) : pattern).split('/').filter(name => name !== '');
  return {
    entry,
    names: names.map(compileName),
    isFolder,
    isAtRoot,
    except: (entry.except ?? []).map(compileName),
  };
}

function compileName(name: string): Name {
  const at = name.indexOf('*');
  return at < 0
    ? name.toLowerCase()
    : { start: name.slice(0, at).toLowerCase(), end: name.slice(at + 1).toLowerCase() };
}

function matchesPath<E>(
  { names, isFolder, isAtRoot, except }: Compiled<E>,
  segments: readonly string[],
): boolean {
  const last = segments.length - names.length;
  if (last < 0) return false;
  // A file's name has to be the last one; a folder's may be anywhere.
  const from = isAtRoot || isFolder ? 0 : last;
  const to = isAtRoot ? 0 : last;
  if (isAtRoot && !isFolder && last !== 0) return false;
  for (let at = from; at <= to; at++) {
    if (
      matchesAt(names, segments, at) &&
      !except.some(name => matchesName(name, segments[at + names.length - 1] ?? ''))
    )
      return true;
  }
  return false;
}

/** A loop, because every path is compared with some hundred entries. */
function matchesAt(names: readonly Name[], segments: readonly string[], at: number): boolean {
  let i = at;
  for (const name of names) if (!matchesName(name, segments[i++] ?? '')) return false;
  return true;
}

function matchesName(name: Name, segment: string): boolean {
  if (typeof name === 'string') return segment === name;
  const { start, end } = name;
  return segment.length >= start.length + end.length && segment.startsWith(start) && segment.endsWith(end);
}

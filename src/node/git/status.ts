/** The call whose output `readStatus` reads: renames are two records, submodules are left alone. */
export const STATUS: readonly string[] = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
  '--',
  '.',
];

export interface StatusEntry {
  /** Relative to the folder asked about. */
  readonly path: string;
  readonly kind: 'changed' | 'untracked' | 'unmerged';
}

/** Fields before the path: `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`. */
const FIELDS_BEFORE_PATH: Readonly<Record<string, number>> = { '1': 8, u: 10 };

/**
 * Records of `STATUS`, which names paths from the top of the repository.
 *
 * @param prefix the folder asked about, from the top of the repository (`rev-parse --show-prefix`)
 */
export function readStatus(printed: string, prefix = ''): readonly StatusEntry[] {
  return printed.split('\0').flatMap(record => {
    const letter = record[0] ?? '';
    const entry = letter === '?' ? untracked(record) : tracked(letter, record);
    // A trailing slash is a repository inside this one: its files are not ours.
    if (entry === undefined || entry.path.endsWith('/') || !entry.path.startsWith(prefix)) return [];
    const path = entry.path.slice(prefix.length);
    return path === '' ? [] : [{ ...entry, path }];
  });
}

const untracked = (record: string): StatusEntry => ({ path: record.slice(2), kind: 'untracked' });

function tracked(letter: string, record: string): StatusEntry | undefined {
  const skip = FIELDS_BEFORE_PATH[letter];
  const fields = record.split(' ');
  // The third field of a submodule begins with S.
  if (skip === undefined || !fields[2]?.startsWith('N')) return undefined;
  return { path: fields.slice(skip).join(' '), kind: letter === 'u' ? 'unmerged' : 'changed' };
}

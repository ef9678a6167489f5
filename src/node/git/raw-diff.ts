/** One path that differs, as `git diff --raw -z` tells it. */
export interface RawChange {
  /** Relative to the trees that are compared. */
  readonly path: string;
  /** The path it had, when git takes it for the same file. */
  readonly from?: string;
  readonly before: RawSide;
  readonly after: RawSide;
  readonly isUnmerged: boolean;
}

export interface RawSide {
  readonly mode: Mode;
  /** All zeros: the content is in the working tree. */
  readonly oid: string;
}

export type Mode = 'none' | 'file' | 'executable' | 'symbolic link' | 'submodule';

const MODES: Readonly<Record<string, Mode>> = {
  '100644': 'file',
  // Written by old versions of git.
  '100664': 'file',
  '100755': 'executable',
  '120000': 'symbolic link',
  '160000': 'submodule',
};

/** Options of every `diff-tree` and `diff-index`: no program of a configuration runs for them. */
export const RAW = [
  '-r',
  '-z',
  '--raw',
  '--no-abbrev',
  '--no-ext-diff',
  '--no-textconv',
  '--ignore-submodules=dirty',
] as const;

/** Reads `:100644 100644 OID OID M\0path\0`, with two paths behind `R` and `C`. */
export function readRawDiff(printed: string): readonly RawChange[] {
  const fields = printed.split('\0');
  const changes: RawChange[] = [];
  for (let i = 0; i + 1 < fields.length; ) {
    const match = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(fields[i] ?? '');
    if (match === null) {
      // `diff-tree` of a commit begins with its name.
      i++;
      continue;
    }
    const [, oldMode = '', newMode = '', oldOid = '', newOid = '', status = ''] = match;
    const isPair = status === 'R' || status === 'C';
    const path = fields[i + (isPair ? 2 : 1)] ?? '';
    changes.push({
      path,
      ...(status === 'R' ? { from: fields[i + 1] ?? '' } : {}),
      // A copy leaves its origin as it was.
      before: status === 'C' ? { mode: 'none', oid: oldOid } : { mode: modeOf(oldMode), oid: oldOid },
      after: { mode: modeOf(newMode), oid: newOid },
      isUnmerged: status === 'U',
    });
    i += isPair ? 3 : 2;
  }
  return changes;
}

export const modeOf = (mode: string): Mode => MODES[mode] ?? 'none';

export const isRegular = (mode: Mode): boolean => mode === 'file' || mode === 'executable';

import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { blobSizes, HISTORY_TIMEOUT_MS, readBlobs } from '../git/objects.ts';
import { isRegular, RAW, type RawChange, type RawSide, readRawDiff } from '../git/raw-diff.ts';
import type { RunGit } from '../git/run-git.ts';
import { type FoundPath, type FoundSide, MOST_CHANGE_BYTES, MOST_FILE_BYTES } from './changed-files.ts';

const NO_CONTENT = /^0+$/;

/** Paths that differ between two trees, below the folder in which git runs. */
export const compareTrees = (git: RunGit, before: string, after: string, signal: AbortSignal) =>
  rawDiff(git, ['diff-tree', ...RAW, '-M', '--relative', before, after, '--'], signal);

/** Paths that differ between a tree and the index (`staged`), or the files on the disk that git knows. */
export function compareWithTree(
  git: RunGit,
  before: string,
  what: 'staged' | 'worktree',
  signal: AbortSignal,
): Promise<Result<readonly RawChange[]>> {
  const index = what === 'staged' ? ['--cached', '-M'] : [];
  return rawDiff(git, ['diff-index', ...RAW, ...index, '--relative', before, '--'], signal);
}

async function rawDiff(
  git: RunGit,
  args: readonly string[],
  signal: AbortSignal,
): Promise<Result<readonly RawChange[]>> {
  const printed = await git({ args, timeoutMs: HISTORY_TIMEOUT_MS }, signal);
  return printed.ok ? ok(readRawDiff(printed.value)) : printed;
}

/** The tree without files; its name depends on how the repository hashes. */
export async function emptyTree(git: RunGit, signal: AbortSignal): Promise<Result<string>> {
  const named = await git({ args: ['hash-object', '-t', 'tree', '--stdin'], stdin: '' }, signal);
  return named.ok ? ok(named.value.trim()) : named;
}

/** Reads what the paths had and have; what is too large, or not in this clone, stays without bytes and says why. */
export async function readContents(
  git: RunGit,
  changes: readonly RawChange[],
  signal: AbortSignal,
): Promise<Result<readonly FoundPath[]>> {
  const sides = changes.flatMap(({ before, after }) => [before, after]).filter(isReadable);
  const sizes = await blobSizes(git, [...new Set(sides.map(({ oid }) => oid))], signal);
  if (!sizes.ok) return sizes;
  let total = 0;
  const wanted = new Set<string>();
  for (const [oid, size] of sizes.value) {
    if (size > MOST_FILE_BYTES || total + size > MOST_CHANGE_BYTES) continue;
    total += size;
    wanted.add(oid);
  }
  const blobs = await readBlobs(git, [...wanted], signal);
  if (!blobs.ok) return fail(blobs.error);
  const found = (side: RawSide): FoundSide => {
    if (!isReadable(side)) return { mode: side.mode };
    const bytes = blobs.value.get(side.oid);
    if (bytes !== undefined) return { mode: side.mode, bytes };
    const size = sizes.value.get(side.oid);
    return {
      mode: side.mode,
      missing: size === undefined ? 'its content is not in this clone' : tooLarge(size),
    };
  };
  return ok(
    changes.map(({ path, from, before, after, isUnmerged }) => ({
      path,
      from,
      before: found(before),
      after: isUnmerged ? { mode: 'file', missing: 'it has a conflict that is not resolved' } : found(after),
    })),
  );
}

const isReadable = ({ mode, oid }: RawSide): boolean => isRegular(mode) && !NO_CONTENT.test(oid);

export const tooLarge = (size: number): string =>
  size > MOST_FILE_BYTES
    ? `it is larger than ${MOST_FILE_BYTES / 1024 / 1024} MB`
    : `the change as a whole is larger than ${MOST_CHANGE_BYTES / 1024 / 1024} MB`;

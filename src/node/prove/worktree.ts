import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../core/kernel/result.ts';
import { isLeftOut } from '../files/walk-files.ts';
import { checkInForms } from '../git/check-in-form.ts';
import { HISTORY_TIMEOUT_MS } from '../git/objects.ts';
import type { RawChange } from '../git/raw-diff.ts';
import type { RunGit } from '../git/run-git.ts';
import { type FoundPath, type FoundSide, MOST_CHANGE_BYTES, MOST_FILE_BYTES } from './changed-files.ts';
import { compareWithTree, readContents, tooLarge } from './git-change.ts';

/** Files on the disk against a tree: those that git knows, and new ones that it does not ignore. */
export async function worktreePaths(
  git: RunGit,
  root: string,
  before: string,
  signal: AbortSignal,
): Promise<Result<readonly FoundPath[]>> {
  const [raw, untracked] = await Promise.all([
    compareWithTree(git, before, 'worktree', signal),
    listUntracked(git, signal),
  ]);
  if (!raw.ok) return raw;
  if (!untracked.ok) return untracked;
  const paths = new Set([...raw.value.map(({ path }) => path), ...untracked.value]);
  const [known, forms] = await Promise.all([
    readContents(git, raw.value.map(onlyBefore), signal),
    checkInForms(git, [...paths], signal),
  ]);
  if (!known.ok) return known;
  if (!forms.ok) return forms;
  const byPath = new Map(known.value.map(one => [one.path, one]));
  for (const path of untracked.value)
    if (!byPath.has(path)) byPath.set(path, { path, before: { mode: 'none' }, after: { mode: 'none' } });
  const found: FoundPath[] = [];
  let total = 0;
  for (const one of byPath.values()) {
    const form = forms.value(one.path);
    const there = await onDisk(join(root, one.path), MOST_CHANGE_BYTES - total);
    const isReplaced = there.mode === 'submodule' && one.before.mode !== 'submodule';
    // A folder where a file was is no repository of its own: what git tracked there is gone.
    const isGone =
      isReplaced && (await lstat(join(root, one.path, '.git')).catch(() => undefined)) === undefined;
    const side: FoundSide = isGone ? { mode: 'none' } : there;
    total += side.bytes?.length ?? 0;
    const after: FoundSide =
      side.bytes === undefined
        ? side
        : form.problem === undefined
          ? { ...side, bytes: form.bytes(side.bytes, one.before.bytes) }
          : { mode: side.mode, missing: form.problem };
    found.push({ ...one, after: one.after.missing === undefined ? after : one.after });
  }
  return ok(found);
}

/** What is on the disk is read there. */
const onlyBefore = (change: RawChange): RawChange => ({ ...change, after: { mode: 'none', oid: '' } });

async function listUntracked(git: RunGit, signal: AbortSignal): Promise<Result<readonly string[]>> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  const listed = await git({ args, timeoutMs: HISTORY_TIMEOUT_MS }, signal);
  if (!listed.ok) return listed;
  // A name that ends so is another repository; environments, and links to them, are nobody's change.
  return ok(
    listed.value.split('\0').filter(path => path !== '' && !path.endsWith('/') && !isLeftOut(`${path}/`)),
  );
}

/** A file or link as it is; links are not followed. */
export async function onDisk(absolute: string, room = MOST_CHANGE_BYTES): Promise<FoundSide> {
  const stat = await lstat(absolute).catch(() => undefined);
  if (stat === undefined) return { mode: 'none' };
  if (stat.isSymbolicLink()) return { mode: 'symbolic link' };
  if (stat.isDirectory()) return { mode: 'submodule' };
  if (!stat.isFile()) return { mode: 'file', missing: 'it is not a regular file' };
  const mode = (stat.mode & 0o100) === 0 ? 'file' : 'executable';
  if (stat.size > Math.min(MOST_FILE_BYTES, room)) return { mode, missing: tooLarge(stat.size) };
  const bytes = await readFile(absolute).catch(() => undefined);
  return bytes === undefined ? { mode, missing: 'it cannot be read' } : { mode, bytes };
}

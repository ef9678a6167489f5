import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunGit } from '../git/run-git.ts';

/** Whose signatures count: a file as of `ssh-keygen`, ALLOWED SIGNERS. */
export interface Signers {
  /** For people. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface SignersFile {
  /** As a person wrote it. */
  readonly name: string;
  /** Absolute; it exists. */
  readonly file: string;
  /** Top folder of the work tree. */
  readonly top: string;
  /** The commit before the change that is checked; `undefined`: there is none. */
  readonly before: string | undefined;
  /** Where only the attestation says what was before: this must have come of it. */
  readonly after?: string;
}

const SHORT = 10;

/** A file of the repository is read as it was before the change, which must not choose who may sign it. */
export async function readSigners(
  git: RunGit,
  { name, file, top, before, after }: SignersFile,
  signal: AbortSignal,
): Promise<Result<Signers>> {
  const inside = pathInside(realpathSync(top), file);
  if (inside === undefined) return ok({ name, bytes: readFileSync(file) });
  const outside = 'or give a file outside of the repository';
  if (before === undefined)
    return fail(`nothing was there before the first commit, ${name} neither; ${outside}`);
  if (
    after !== undefined &&
    !(await git({ args: ['merge-base', '--is-ancestor', before, after] }, signal)).ok
  )
    return fail(
      `the commit ${before.slice(0, SHORT)} is not in the history of ${after.slice(0, SHORT)}; give a file of signers from outside of the repository`,
    );
  const listed = await git({ args: ['ls-tree', '--full-tree', '-z', before, '--', inside] }, signal);
  if (!listed.ok) return listed;
  const oid = /^100\d{3} blob ([0-9a-f]+)\t[^\0]*\0$/.exec(listed.value)?.[1];
  const commit = before.slice(0, SHORT);
  if (oid === undefined)
    return fail(
      `${name} is not a file of the commit ${commit} before the change, and the change must not choose its signers; commit it first, ${outside}`,
    );
  const chunks: Uint8Array[] = [];
  const read = await git(
    { args: ['cat-file', 'blob', oid], onBytes: bytes => void chunks.push(Uint8Array.from(bytes)) },
    signal,
  );
  return read.ok ? ok({ name: `${name} of the commit ${commit}`, bytes: Buffer.concat(chunks) }) : read;
}

/** The path in the repository; `undefined`: no commit can write the file. */
function pathInside(top: string, file: string): string | undefined {
  // From the root down: a link inside the repository is part of what a change may write.
  const parts = file.split(path.sep);
  const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join(path.sep) || path.sep);
  const found = above.find(folder => realpathSync(folder) === top);
  const inside = found === undefined ? path.relative(top, realpathSync(file)) : path.relative(found, file);
  const [first = ''] = inside.split(path.sep);
  const isOutside = first === '..' || first.toLowerCase() === '.git' || path.isAbsolute(inside);
  return isOutside ? undefined : inside.split(path.sep).join('/');
}

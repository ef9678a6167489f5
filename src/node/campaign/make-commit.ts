import type { Committer } from '../../core/campaign/events.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import type { RunGit } from '../git/run-git.ts';
import { readStatus, STATUS } from '../git/status.ts';

/**
 * Everything that was changed in a checkout of ours as one commit on `base`; `undefined`: nothing was. Its date is
 * that of the base: the same change is the same commit, whoever makes it and however often.
 */
export async function makeCommit(
  git: RunGit,
  base: string,
  { committer, message }: { readonly committer: Committer; readonly message: string },
  signal: AbortSignal,
): Promise<Result<string | undefined>> {
  const listed = await git({ args: STATUS }, signal);
  if (!listed.ok) return listed;
  const paths = readStatus(listed.value).map(({ path }) => path);
  if (paths.length === 0) return ok(undefined);
  const unfiltered = await refuseFilteredFiles(git, signal, paths);
  if (!unfiltered.ok) return unfiltered;
  const stdin = `${paths.map(path => `./${path}`).join('\0')}\0`;
  const add = ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'];
  const added = await git({ args: add, stdin }, signal);
  if (!added.ok) return added;
  const tree = await git({ args: ['write-tree'] }, signal);
  if (!tree.ok) return tree;
  const date = await git({ args: ['show', '-s', '--no-show-signature', '--format=%ct', base] }, signal);
  if (!date.ok) return date;
  const who = `${plain(committer.name)} <${plain(committer.email)}> ${date.value.trim()} +0000`;
  const text = [
    `tree ${tree.value.trim()}`,
    `parent ${base}`,
    `author ${who}`,
    `committer ${who}`,
    '',
    `${message.trim()}\n`,
  ];
  const made = await git(
    { args: ['hash-object', '-t', 'commit', '-w', '--stdin'], stdin: text.join('\n') },
    signal,
  );
  return made.ok ? ok(made.value.trim()) : fail(`the commit could not be made: ${made.error}`);
}

/** As git keeps names: no angle brackets, no line ends. */
const plain = (text: string): string => text.replace(/[<>\n\0]/g, '').trim() || 'unknown';

/** Files as a tree; for what is known of a result beside the change. */
export async function makeTree(
  git: RunGit,
  files: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Result<string>> {
  const entries: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const blob = await git({ args: ['hash-object', '-w', '--stdin'], stdin: text }, signal);
    if (!blob.ok) return blob;
    entries.push(`100644 blob ${blob.value.trim()}\t${name}`);
  }
  const tree = await git({ args: ['mktree'], stdin: `${entries.join('\n')}\n` }, signal);
  return tree.ok ? ok(tree.value.trim()) : tree;
}

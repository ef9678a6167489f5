import { count } from '../../core/kernel/amounts.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { ProgramEnd } from '../../core/ports/program-on-copy.ts';
import type { ChangedPath } from '../../core/prove/given-change.ts';
import { createRunGit } from '../git/run-git.ts';
import { workTreeOf } from '../git/work-tree.ts';
import { describePaths, type FoundPath } from '../prove/changed-files.ts';
import { foldersPaths } from '../prove/folders-change.ts';
import { notLookedInto } from './not-looked-into.ts';

/** More are counted. */
const MOST_NAMED = 20;

/** What a program changed in its copy, without new files that the repository of the workspace ignores. */
export async function changedInCopy(
  root: string,
  copies: { readonly before: string; readonly after: string },
  processes: Processes,
  signal: AbortSignal,
): Promise<Pick<ProgramEnd, 'changes' | 'notCarried' | 'notes'>> {
  const found = await foldersPaths(copies.before, copies.after, { all: true });
  const asked = await ignoredAmong(root, found.filter(isNew), processes, signal);
  const ignored = asked.ok ? asked.value : new Set<string>();
  const taken = found.filter(({ path }) => !ignored.has(path));
  const { files, paths } = describePaths(taken);
  const notCarried = [
    ...(asked.ok ? [] : [`git does not say which of the new files it ignores: ${asked.error}`]),
    ...paths.flatMap(whyNotCarried),
  ];
  const modes = [...taken.filter(isNewProgram).map(newProgramNote), ...paths.flatMap(modeNote)];
  const others = await notLookedInto(copies.before, copies.after);
  return {
    changes: { files, receipts: [] },
    notCarried: limited(notCarried),
    notes: [
      ...limited(modes),
      ...(ignored.size === 0
        ? []
        : [
            `${count(ignored.size, 'new file')} that git ignores ${ignored.size === 1 ? 'is' : 'are'} left out`,
          ]),
      ...(others.tools.length === 0
        ? []
        : [`caches and environments that it made are left out: ${limited(others.tools).join(', ')}`]),
      ...(others.empty.length === 0
        ? []
        : [`folders without files are not applied: ${limited(others.empty).join(', ')}`]),
    ],
  };
}

const isNew = ({ before }: FoundPath): boolean => before.mode === 'none';

const isNewProgram = ({ before, after }: FoundPath): boolean =>
  before.mode === 'none' && after.mode === 'executable';

const newProgramNote = ({ path }: FoundPath): string =>
  `${path} is new and executable in the copy; modes are not applied, only contents`;

const whyNotCarried = ({ path, change, notLookedAt }: ChangedPath): readonly string[] =>
  notLookedAt === undefined ? [] : [`${path} is ${change}, and that cannot be applied: ${notLookedAt}`];

const modeNote = ({ path, notes }: ChangedPath): readonly string[] =>
  notes
    .filter(note => note.endsWith('executable'))
    .map(note => `${path} is ${note} in the copy; modes are not applied, only contents`);

const limited = (sentences: readonly string[]): readonly string[] =>
  sentences.length <= MOST_NAMED
    ? sentences
    : [...sentences.slice(0, MOST_NAMED), `and ${sentences.length - MOST_NAMED} more`];

/** Asked of the workspace's own repository: a program could have changed what its copy ignores. */
async function ignoredAmong(
  root: string,
  found: readonly FoundPath[],
  processes: Processes,
  signal: AbortSignal,
): Promise<Result<ReadonlySet<string>>> {
  // git looks below no link and takes no such name literally.
  const names = found.map(({ path }) => path).filter(path => !path.includes('\0') && !path.startsWith(':'));
  if (names.length === 0 || (await workTreeOf(root)) === undefined) return ok(new Set());
  const git = createRunGit(root, processes);
  const args = ['check-ignore', '-z', '--stdin'];
  // 1: none of them is ignored.
  const call = { args, stdin: names.join('\0'), ownPathsOnly: true, goodCodes: [1] };
  const answer = await git(call, signal);
  return answer.ok ? ok(new Set(answer.value.split('\0').filter(Boolean))) : answer;
}

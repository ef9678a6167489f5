import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fail, type Result } from '../../core/kernel/result.ts';
import type { ClaimText, GivenChange } from '../../core/prove/given-change.ts';
import { workTreeOf } from '../../node/git/work-tree.ts';
import { createProcesses } from '../../node/processes.ts';
import { ProvableChanges } from '../../node/prove/open-prove.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import { analystIn } from '../analysis.ts';
import { type Io, UsageError } from '../io.ts';
import { readOptionInput } from '../named-file.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';

export const INPUT_OPTIONS = {
  worktree: flagOption('the working tree with its new files, against HEAD (the default)'),
  staged: flagOption('what is staged, against HEAD'),
  patch: textOption('FILE|-', 'a unified diff, whether the files here have it already or not'),
  dirs: flagOption('two folders, BEFORE and AFTER; no git is needed'),
  claims: listOption('FILE|-', 'a text that says what the change does: the description of a pull request'),
} as const;

/** What was asked for, and the folder that linters look at. */
export interface ProveInput {
  readonly given: Result<GivenChange>;
  readonly root: string;
  /** Texts of `--claims`; the change has them, too. */
  readonly claims: readonly ClaimText[];
}

/** Reads the change that the command line names. */
export async function readProveInput(
  line: CommandLine,
  io: Io,
  progress: (sentence: string) => void,
): Promise<ProveInput> {
  const what = chooseSource(line);
  const claims = await readClaims(line, io);
  const folders = what === 'dirs' ? readFolders(line, io) : undefined;
  // Import paths and the places that other tools show begin at the top of the repository.
  const repository = await workTreeOf(line.root);
  const top = line.text('root') === undefined ? repository : undefined;
  const root = folders?.before ?? top ?? line.root;
  const changes = new ProvableChanges({
    root,
    stateDir: workspaceStateDir(root),
    processes: createProcesses(),
    signal: line.signal,
    beside: analystIn,
    progress,
  });
  const given = await open();
  return {
    given: given.ok ? { ...given, value: withClaims(given.value, claims) } : given,
    root: folders?.after ?? root,
    claims,
  };

  async function open(): Promise<Result<GivenChange>> {
    const [range = ''] = line.positionals;
    if (repository === undefined && what !== 'dirs' && what !== 'patch')
      return fail(
        `${line.root} is not a git repository and not in one${range && `, so there is no ${range}`}; --patch FILE and --dirs BEFORE AFTER need none`,
      );
    switch (what) {
      case 'range':
        return changes.range(range);
      case 'staged':
        return changes.staged();
      case 'worktree':
        return changes.worktree();
      case 'dirs':
        return changes.folders(folders?.after ?? '');
      case 'patch': {
        const name = line.text('patch') ?? '';
        const bytes = await readOptionInput('patch', name, io);
        return changes.patch(name === '-' ? 'the patch' : path.basename(name), bytes);
      }
    }
  }
}

type Source = 'range' | 'staged' | 'worktree' | 'patch' | 'dirs';

/** What the command line asks about; several at once are wrong use. */
export function chooseSource(line: CommandLine): Source {
  const isDirs = line.flag('dirs');
  if (isDirs && line.positionals.length !== 2) throw new UsageError('--dirs needs two folders: BEFORE AFTER');
  if (!isDirs && line.positionals.length > 1)
    throw new UsageError(`unexpected argument "${line.positionals[1]}"`);
  const named: readonly (readonly [Source, boolean])[] = [
    ['range', !isDirs && line.positionals.length === 1],
    ['staged', line.flag('staged')],
    ['worktree', line.flag('worktree')],
    ['patch', line.text('patch') !== undefined],
    ['dirs', isDirs],
  ];
  const asked = named.filter(([, isAsked]) => isAsked);
  if (asked.length > 1) throw new UsageError('give one of RANGE, --staged, --worktree, --patch and --dirs');
  return asked[0]?.[0] ?? 'worktree';
}

function readFolders(line: CommandLine, io: Io) {
  const [before = '', after = ''] = line.positionals.map(name => path.resolve(io.cwd, name));
  for (const folder of [before, after]) {
    try {
      readdirSync(folder);
    } catch {
      throw new UsageError(`${folder} is not a folder that can be read`);
    }
  }
  return { before, after };
}

async function readClaims(line: CommandLine, io: Io): Promise<readonly ClaimText[]> {
  const names = line.list('claims');
  if ([...names, line.text('patch')].filter(name => name === '-').length > 1)
    throw new UsageError('standard input can be read once: one - only');
  const read = names.map(async name => ({
    from: name === '-' ? '--claims' : `--claims ${path.basename(name)}`,
    text: Buffer.from(await readOptionInput('claims', name, io)).toString(),
  }));
  return Promise.all(read);
}

export const withClaims = (given: GivenChange, claims: readonly ClaimText[]): GivenChange => ({
  ...given,
  claims: [...given.claims, ...claims],
});

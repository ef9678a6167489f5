import { basename } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { createAnalyst } from '../../core/evidence/analyst.ts';
import { count } from '../../core/kernel/amounts.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import { filesAfter } from '../../core/lint/simulated-workspace.ts';
import type { Analyst } from '../../core/ports/analyst.ts';
import type { Files } from '../../core/ports/files.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { claimsInText } from '../../core/prove/claims-in-text.ts';
import type { ClaimingPart, GivenChange } from '../../core/prove/given-change.ts';
import { WorkspaceIndex } from '../../core/python/index/workspace-index.ts';
import type { AnalysisFolder } from '../analysis/analysis-calls.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { breather } from '../files/pause.ts';
import { type Commit, findCommit, type Revisions, readRange, subjectOf } from '../git/revisions.ts';
import { createRunGit, type RunGit } from '../git/run-git.ts';
import { openTree } from '../git/tree-files.ts';
import { createIndexStore } from '../python/index-store.ts';
import { openTreeIndex } from '../python/tree-index.ts';
import { sha256 } from '../system.ts';
import { describePaths, type FoundPath } from './changed-files.ts';
import { foldersPaths } from './folders-change.ts';
import { compareTrees, compareWithTree, emptyTree, readContents } from './git-change.ts';
import { patchedPaths } from './patch-change.ts';
import { worktreePaths } from './worktree.ts';

export interface ProvePlaces {
  /** Top folder of what is looked at, absolute. */
  readonly root: string;
  readonly stateDir: string;
  readonly processes: Processes;
  readonly signal: AbortSignal;
  /** The same analyst, which looks at large changes in a thread. */
  readonly beside: (folder: AnalysisFolder, here: Analyst) => Analyst;
  /** Told before each step that may take a while. */
  readonly progress: (sentence: string) => void;
}

/** Commits of a range whose own claims are held against them. */
const MOST_PARTS = 100;

/** Changes of a git repository, or of files that are handed over. The errors are sentences that say what to do. */
export class ProvableChanges {
  readonly #places: ProvePlaces;
  readonly #git: RunGit;

  constructor(places: ProvePlaces) {
    this.#places = places;
    this.#git = createRunGit(places.root, places.processes, process.env, { together: true });
  }

  async range(range: string): Promise<Result<GivenChange>> {
    const { signal } = this.#places;
    const revisions = await readRange(this.#git, range, signal);
    return revisions.ok ? this.#between(revisions.value) : revisions;
  }

  async staged(): Promise<Result<GivenChange>> {
    const { signal, progress } = this.#places;
    const head = await this.#head();
    if (!head.ok) return head;
    const { commit, tree } = head.value;
    const raw = await compareWithTree(this.#git, tree, 'staged', signal);
    if (!raw.ok) return raw;
    progress(`reading ${count(raw.value.length, 'file')}`);
    const found = await readContents(this.#git, raw.value, signal);
    if (!found.ok) return found;
    const { analyst, files } = await this.#inTree(tree);
    const notes = await this.#notes();
    return ok(given(found.value, { source: 'staged', title: STAGED, before: commit, analyst, files, notes }));
  }

  async worktree(): Promise<Result<GivenChange>> {
    const { root, stateDir, signal, progress } = this.#places;
    const head = await this.#head();
    if (!head.ok) return head;
    const { commit, tree } = head.value;
    progress('looking for what is changed');
    // Each is several starts of git, which wait for nothing of each other.
    const [found, filesBefore, notes] = await Promise.all([
      worktreePaths(this.#git, root, tree, signal),
      openTree(this.#git, tree, signal),
      this.#notes(),
    ]);
    if (!found.ok) return found;
    if (!filesBefore.ok) return filesBefore;
    const files = createDiskFiles({ root, stateDir });
    const python = new WorkspaceIndex(files, { store: createIndexStore({ root, stateDir }) });
    const analyst = this.#analyst({ root, stateDir }, files, python);
    return ok(
      given(found.value, {
        source: 'worktree',
        title: WORKTREE,
        before: commit,
        analyst,
        files: filesBefore.value,
        notes,
      }),
    );
  }

  /** A unified diff over the files on the disk, which may have it already. */
  async patch(name: string, bytes: Uint8Array): Promise<Result<GivenChange>> {
    const { root, stateDir } = this.#places;
    const files = createDiskFiles({ root, stateDir });
    const patched = await patchedPaths(files, bytes);
    if (!patched.ok) return patched;
    const { found, preface, isDone } = patched.value;
    const python = new WorkspaceIndex(files, { store: createIndexStore({ root, stateDir }) });
    const analyst = this.#analyst({ root, stateDir }, files, python);
    const title = `${name} ${isDone ? 'as the files have it already' : 'on the files as they are'}`;
    const change = given(found, { source: 'patch', title, analyst, files });
    return ok({
      ...change,
      filesBefore: isDone ? filesAfter(files, backwards(change)) : files,
      claims: [{ from: name, text: preface }],
    });
  }

  /** The folder of this is BEFORE. */
  async folders(after: string): Promise<Result<GivenChange>> {
    const { root, stateDir, progress } = this.#places;
    progress('comparing two folders');
    const found = await foldersPaths(root, after);
    const files = createDiskFiles({ root, stateDir });
    const python = new WorkspaceIndex(files, { store: createIndexStore({ root, stateDir }) });
    const analyst = this.#analyst({ root, stateDir }, files, python);
    const title = `${basename(root)} and ${basename(after)}`;
    return ok(given(found, { source: 'folders', title, analyst, files }));
  }

  async #between({ before, after, commits, title }: Revisions): Promise<Result<GivenChange>> {
    const { signal, progress } = this.#places;
    const tree = before === undefined ? await emptyTree(this.#git, signal) : ok(before);
    if (!tree.ok) return tree;
    const raw = await compareTrees(this.#git, tree.value, after, signal);
    if (!raw.ok) return raw;
    progress(`reading ${count(raw.value.length, 'file')}`);
    const found = await readContents(this.#git, raw.value, signal);
    if (!found.ok) return found;
    const { analyst, files } = await this.#inTree(tree.value);
    const [only, ...others] = commits;
    const isOne = only !== undefined && others.length === 0;
    return ok({
      ...given(found.value, {
        source: 'range',
        title,
        before,
        after,
        analyst,
        files,
        notes: await this.#notes(),
      }),
      claims: isOne ? [claimOf(only)] : [],
      parts: isOne ? [] : this.#parts(commits),
    });
  }

  /** Of a folder inside of a repository only what is below it is read. */
  async #notes(): Promise<readonly string[]> {
    const prefix = await this.#git({ args: ['rev-parse', '--show-prefix'] }, this.#places.signal);
    const folder = prefix.ok ? prefix.value.replace(/\n$/, '') : '';
    return folder === ''
      ? []
      : [`only ${folder} is looked at: what the change does elsewhere in the repository is not`];
  }

  /** What the message of one commit claims is about what that commit does. */
  #parts(commits: readonly Commit[]): readonly ClaimingPart[] {
    const claiming = commits.filter(commit => {
      const { invariants, claims } = claimsInText([claimOf(commit)]);
      return commit.parents.length <= 1 && invariants.length + claims.length > 0;
    });
    return claiming.slice(0, MOST_PARTS).map(commit => ({
      title: nameOf(commit),
      load: () => this.range(commit.oid),
    }));
  }

  /** A repository without a commit has no files before. */
  async #head(): Promise<Result<{ readonly commit?: string; readonly tree: string }>> {
    const { signal } = this.#places;
    const head = await findCommit(this.#git, 'HEAD', signal);
    if (head.ok) return ok({ commit: head.value, tree: head.value });
    const tree = await emptyTree(this.#git, signal);
    const repository = await this.#git({ args: ['rev-parse', '--git-dir'] }, signal);
    if (!repository.ok) return repository;
    return tree.ok ? ok({ tree: tree.value }) : tree;
  }

  async #inTree(tree: string) {
    const { root, stateDir, processes, signal } = this.#places;
    const { files, python } = await openTreeIndex({ root, stateDir, tree }, processes, signal);
    return { files, analyst: this.#analyst({ root, stateDir, tree }, files, python) };
  }

  #analyst(folder: AnalysisFolder, files: Files, python: WorkspaceIndex): Analyst {
    return this.#places.beside(folder, createAnalyst({ files, python, sha256, breathe: breather() }));
  }
}

const STAGED = 'what is staged, against HEAD';
const WORKTREE = 'the working tree with its new files, against HEAD';

interface Described {
  readonly source: GivenChange['source'];
  readonly title: string;
  readonly before?: string | undefined;
  readonly after?: string;
  readonly analyst: Analyst;
  readonly files: Files;
  readonly notes?: readonly string[];
}

function given(found: readonly FoundPath[], described: Described): GivenChange {
  const { source, title, before, after, analyst, files: filesBefore, notes = [] } = described;
  const { files, paths } = describePaths(found);
  return {
    source,
    title,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    changes: { files, receipts: [] },
    paths,
    filesBefore,
    analyst,
    claims: [],
    parts: [],
    notes,
  };
}

/** The same change the other way round. */
const backwards = ({ changes: { files } }: GivenChange): ChangeSet => ({
  files: files.map(file => ({
    ...file,
    before: file.after,
    after: file.before,
    beforeSha256: file.afterSha256,
    afterSha256: file.beforeSha256,
    spans: [],
  })),
  receipts: [],
});

const nameOf = (commit: Commit): string => `commit ${commit.oid.slice(0, 10)} "${subjectOf(commit)}"`;
const claimOf = (commit: Commit) => ({ from: nameOf(commit), text: commit.message });

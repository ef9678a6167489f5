import type { LintBackendArgs } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Files } from '../ports/files.ts';
import type { Git, UnseenFile } from '../ports/git.ts';
import { lintPath } from './lint-path.ts';
import { isPythonFile, isUnder, PYTHON_EXTENSIONS } from './workspace-path.ts';

/** What one call of `lint_backend` looks at. */
export interface Selection {
  /** The path asked for, `''` for the whole workspace. */
  readonly path: string;
  /** `all`: everything under `path`, as the tools themselves choose; `listed`: exactly `files`. */
  readonly kind: 'all' | 'listed';
  /** Python files, sorted. */
  readonly files: readonly string[];
  readonly notes: readonly string[];
}

/**
 * `check_all: false` selects the modified and untracked Python files under the path, `true` all of
 * them. Without a git repository everything is selected and a note says so. The error is a sentence.
 */
export async function selectFiles(
  args: LintBackendArgs,
  defaultPath: string,
  ports: { readonly files: Files; readonly git: Git },
  signal: AbortSignal,
): Promise<Result<Selection>> {
  const path = lintPath(args.path, defaultPath);
  if (!path.ok) return path;
  const problem = await reasonNotToLint(path.value, ports.files);
  if (problem !== undefined) return fail(problem);
  return ok(await select(path.value, args.check_all, ports, signal));
}

/** Those of these files that are Python and are there. */
export async function selectNamed(named: readonly string[], files: Files): Promise<Selection> {
  const there = await Promise.all(
    named.filter(isPythonFile).map(async path => ((await files.read(path)).kind === 'file' ? [path] : [])),
  );
  return { path: '', kind: 'listed', files: there.flat().sort(), notes: [] };
}

async function reasonNotToLint(path: string, files: Files): Promise<string | undefined> {
  // The workspace itself, which may be empty: before its first commit, for example.
  if (path === '' || (await files.list(path)) !== undefined) return undefined;
  const read = await files.read(path);
  switch (read.kind) {
    case 'file':
      return undefined;
    case 'missing':
      return `there is no file or folder ${path} in the workspace; name an existing path`;
    case 'refused':
      return `${path} cannot be read: ${read.reason}`;
  }
}

async function select(
  path: string,
  checkAll: boolean,
  ports: { readonly files: Files; readonly git: Git },
  signal: AbortSignal,
): Promise<Selection> {
  if (checkAll) return selectAll(path, [], ports.files);
  const modified = await ports.git.modifiedFiles(signal);
  if (modified.kind === 'not_a_repository') {
    const note = `Not a git repository (${modified.reason}): everything under ${show(path)} was checked.`;
    return selectAll(path, [note], ports.files);
  }
  const files = modified.paths.filter(
    file => isUnder(path, file) && isPythonFile(file) && !isInstalled(file),
  );
  const notes =
    files.length > 0
      ? []
      : [`Nothing was checked: git sees no modified or untracked Python file under ${show(path)}.`];
  return { path, kind: 'listed', files, notes: [...notes, ...unseenNotes(path, modified.unseen ?? [])] };
}

/** What may have changed under the path and was not looked at. */
function unseenNotes(path: string, unseen: readonly UnseenFile[]): readonly string[] {
  const under = unseen.filter(
    ({ path: one }) => (isUnder(path, one) || isUnder(one, path)) && !isInstalled(one),
  );
  const repositories = under.filter(({ why }) => why === 'a repository of its own');
  const flagged = under.filter(({ why, path: one }) => why === 'taken for unchanged' && isPythonFile(one));
  return [
    ...(repositories.length === 0
      ? []
      : [`Not checked, because it is a repository of its own that changed: ${named(repositories)}.`]),
    ...(flagged.length === 0
      ? []
      : [
          `Not checked, because git was told to take it for unchanged (assume-unchanged, skip-worktree): ${named(flagged)}.`,
        ]),
  ];
}

const MOST_NAMED = 5;

const named = (files: readonly UnseenFile[]): string => {
  const more = files.length - MOST_NAMED;
  const first = files.slice(0, MOST_NAMED).map(({ path }) => path);
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

async function selectAll(path: string, notes: readonly string[], files: Files): Promise<Selection> {
  const found = await files.walk(path, { extensions: PYTHON_EXTENSIONS });
  const none =
    found.length > 0
      ? []
      : [`Nothing was checked: there is no Python file under ${show(path)} but what git ignores.`];
  return { path, kind: 'all', files: found, notes: [...notes, ...none] };
}

const show = (path: string): string => (path === '' ? 'the workspace' : path);

/** An environment that no one ignored in git is still not the project's code. */
const isInstalled = (file: string): boolean =>
  file.split('/').some(segment => ['.venv', 'venv', 'site-packages', 'node_modules'].includes(segment));

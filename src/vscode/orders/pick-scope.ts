import * as vscode from 'vscode';
import { isInScope } from '../../core/changes/scope.ts';
import { proposeScopes } from '../../core/panel/new-order.ts';
import { canBeNewFile, foldersOf, pathsNamedIn, withoutEnd } from '../../core/panel/step-paths.ts';
import { showWarningMessage } from '../inert-window.ts';
import { type BACK, fits, type LiveRow, pickSeveral } from '../live-pick.ts';
import { NOT_IN } from './json-files.ts';

/** What may change. */
export interface Scope {
  readonly paths: readonly string[];
  /** Of these, the files that are not there yet. */
  readonly newFiles: readonly string[];
}

interface ScopeRow extends LiveRow {
  readonly path: string;
  readonly isNew?: boolean;
}

const MOST_FILES = 5000;
const MOST_ROWS = 100;

/** Files and folders that may change, at least one, from the real paths of the folder; a path that is not there is a new file. */
export async function pickScope(
  folder: vscode.WorkspaceFolder,
  about: { readonly open?: string | undefined; readonly text?: string; readonly before?: readonly string[] },
  how: { readonly title?: string; readonly canGoBack?: boolean } = {},
): Promise<Scope | typeof BACK | undefined> {
  const known = new Set<string>();
  let all: readonly string[] = [];
  const more = filesIn(folder).then(files => {
    all = [...foldersOf(files), ...files];
    for (const path of all) known.add(path);
  });
  const near = await nearRows(folder, about);
  for (const { path } of near) known.add(path);
  const rows = (typed: string): readonly ScopeRow[] => {
    if (typed === '') return near;
    const nearby = new Set(near.map(({ path }) => path));
    const found = [
      ...near.filter(({ path }) => fits(typed, path)),
      ...all.filter(path => !nearby.has(path) && fits(typed, path)).map(rowOf),
    ].slice(0, MOST_ROWS);
    const created = { path: typed, label: typed, description: 'a new file', icon: 'new-file', isNew: true };
    return canBeNewFile(typed, known) ? [...found, created] : found;
  };
  const picked = await pickSeveral<ScopeRow>({
    title: how.title ?? 'Work order (2 of 3): which files may change?',
    placeHolder: 'Type a path or a new file; Enter takes the first',
    rows,
    more,
    whenNone: 'first',
    canGoBack: how.canGoBack === true,
  });
  if (picked === undefined || typeof picked === 'symbol') return picked;
  const isNew = (row: ScopeRow) => row.isNew === true && !known.has(row.path);
  const existing = picked.filter(row => !isNew(row)).map(({ path }) => path);
  const newFiles = picked.filter(isNew).map(({ path }) => path);
  if (picked.length === 0) {
    void showWarningMessage('A work order needs a scope: a file or a folder that may change.');
    return undefined;
  }
  return { paths: [...existing, ...newFiles.filter(path => !isInScope(path, existing))], newFiles };
}

const rowOf = (path: string): ScopeRow => ({
  path,
  label: path,
  icon: path.endsWith('/') ? 'folder' : 'file',
});

/** What was chosen before, what the words name, the open file with its folders, and the folders at the top. */
async function nearRows(
  folder: vscode.WorkspaceFolder,
  { open, text = '', before = [] }: Parameters<typeof pickScope>[1],
): Promise<readonly ScopeRow[]> {
  const all: readonly (readonly [string, string | undefined])[] = [
    ...before.map(path => [path, 'chosen before'] as const),
    ...(await scopeNamedIn(folder, text)).map(path => [path, 'named in the step'] as const),
    ...proposeScopes(open).map((path, at) => [path, at === 0 ? 'the open file' : undefined] as const),
    ...(await topFolders(folder)).map(path => [path, undefined] as const),
  ];
  const rows = new Map<string, ScopeRow>();
  for (const [path, description] of all)
    if (!rows.has(path)) rows.set(path, { ...rowOf(path), ...(description && { description }) });
  return [...rows.values()];
}

/** The files and folders that a step in words names and that are there, as a scope has them. */
export async function scopeNamedIn(folder: vscode.WorkspaceFolder, text: string): Promise<readonly string[]> {
  const exists = async (path: string) => ((await kindOf(folder, path)) === undefined ? [] : [path]);
  const named = (await Promise.all(pathsNamedIn(text).map(exists))).flat();
  return Promise.all(named.map(path => asScope(folder, path)));
}

async function kindOf(folder: vscode.WorkspaceFolder, path: string): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder.uri, path))).type;
  } catch {
    return undefined;
  }
}

/** A folder has a slash behind it. */
async function asScope(folder: vscode.WorkspaceFolder, path: string): Promise<string> {
  const bare = withoutEnd(path, '/');
  const type = await kindOf(folder, bare);
  return type !== undefined && (type & vscode.FileType.Directory) !== 0 ? `${bare}/` : bare;
}

async function filesIn(folder: vscode.WorkspaceFolder): Promise<readonly string[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const found = await vscode.workspace.findFiles(pattern, NOT_IN, MOST_FILES);
  return found.map(uri => vscode.workspace.asRelativePath(uri, false)).sort();
}

async function topFolders(folder: vscode.WorkspaceFolder): Promise<readonly string[]> {
  const entries = await vscode.workspace.fs.readDirectory(folder.uri);
  return entries
    .filter(
      ([name, type]) =>
        (type & vscode.FileType.Directory) !== 0 && !name.startsWith('.') && name !== 'node_modules',
    )
    .map(([name]) => `${name}/`)
    .sort();
}

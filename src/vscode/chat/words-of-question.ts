import * as vscode from 'vscode';
import { canBeNewFile, pathsNamedIn } from '../../core/panel/step-paths.ts';
import { exists } from '../exists.ts';
import { scopeNamedIn } from '../orders/pick-scope.ts';
import { uriOf } from './folder-of-question.ts';

/** What was typed and attached. */
export interface Asked {
  readonly prompt: string;
  readonly references: readonly vscode.ChatPromptReference[];
}

/** The prompt with the path of each file where it was typed as a reference. References come last one first. */
export function wordsOf(folder: vscode.WorkspaceFolder, { prompt, references }: Asked): string {
  let words = prompt;
  for (const { range, value } of references) {
    const uri = uriOf(value);
    const path = uri && pathIn(folder, uri);
    if (range !== undefined && path !== undefined)
      words = `${words.slice(0, range[0])}${path}${words.slice(range[1])}`;
  }
  return words.trim();
}

/** What may change; of these, the files that are not there yet. */
export interface AskedScope {
  readonly paths: readonly string[];
  readonly newFiles: readonly string[];
}

/** What is attached on purpose and what the words name; else the open file that the chat attached. */
export async function scopeOf(
  folder: vscode.WorkspaceFolder,
  words: string,
  references: Asked['references'],
): Promise<AskedScope | undefined> {
  const isOffered = ({ id }: vscode.ChatPromptReference) => id.startsWith('vscode.implicit');
  const attached = await Promise.all(
    references.filter(one => !isOffered(one)).map(({ value }) => attachedPath(folder, value)),
  );
  const named = await scopeNamedIn(folder, words);
  const existing = unique([...attached.flat(), ...named]);
  const newFiles = await newFilesIn(folder, words);
  if (existing.length + newFiles.length > 0) return { paths: [...existing, ...newFiles], newFiles };
  const offered = await Promise.all(
    references.filter(isOffered).map(({ value }) => attachedPath(folder, value)),
  );
  if (offered.flat().length > 0) return { paths: unique(offered.flat()), newFiles: [] };
  return undefined;
}

async function attachedPath(folder: vscode.WorkspaceFolder, value: unknown): Promise<readonly string[]> {
  const uri = uriOf(value);
  if (uri === undefined) return [];
  const path = pathIn(folder, uri);
  if (path === undefined)
    throw new Error(
      `${uri.fsPath} is not in the folder ${folder.name}: a work order changes the files of one folder.`,
    );
  const { type } = await vscode.workspace.fs.stat(uri);
  return [(type & vscode.FileType.Directory) !== 0 ? `${path}/` : path];
}

/** Files that are not there yet, in folders that are: what has no folder in its name may be anything. */
async function newFilesIn(folder: vscode.WorkspaceFolder, words: string): Promise<readonly string[]> {
  const likely = pathsNamedIn(words).filter(path => path.includes('/') && canBeNewFile(path, new Set()));
  const found = await Promise.all(
    likely.map(async path => {
      const uri = vscode.Uri.joinPath(folder.uri, path);
      const isNew = !(await exists(uri)) && (await exists(vscode.Uri.joinPath(uri, '..')));
      return isNew ? [path] : [];
    }),
  );
  return found.flat();
}

/** Undefined for what is in another folder, or in none. */
export function pathIn(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string | undefined {
  return vscode.workspace.getWorkspaceFolder(uri) === folder
    ? vscode.workspace.asRelativePath(uri, false)
    : undefined;
}

const unique = (paths: readonly string[]): readonly string[] => [...new Set(paths)];

import * as vscode from 'vscode';
import type { RunState } from '../../core/workorder/state.ts';

/** The files of a change whose text in this editor is not saved. */
export const unsavedOf = (
  folder: vscode.WorkspaceFolder,
  { files }: Pick<RunState, 'files'>,
): readonly vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(
    ({ isDirty, uri }) =>
      isDirty &&
      uri.scheme === 'file' &&
      files.some(({ path }) => vscode.Uri.joinPath(folder.uri, path).toString() === uri.toString()),
  );

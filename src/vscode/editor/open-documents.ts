import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { HeldChange } from './holdable.ts';

/** A held change and the address of its document. */
export interface DocumentChange {
  readonly held: HeldChange;
  readonly uri: vscode.Uri;
}

/** A document that was loaded when its file was about to be written on the disk. */
export interface LoadedFile {
  readonly change: FileChange;
  readonly uri: vscode.Uri;
}

/**
 * The documents that are loaded now, by address. Asked anew for each look: VS Code closes what no tab shows when
 * it likes, and loads it again as another object when an edit makes it unsaved.
 */
export function loadedDocuments(): ReadonlyMap<string, vscode.TextDocument> {
  const loaded = vscode.workspace.textDocuments.filter(document => !document.isClosed);
  return new Map(loaded.map(document => [document.uri.toString(), document]));
}

/** The first of the paths that has unsaved changes in this window. */
export function findUnsaved(root: vscode.Uri, paths: readonly string[]): string | undefined {
  const loaded = loadedDocuments();
  return paths.find(path => loaded.get(vscode.Uri.joinPath(root, path).toString())?.isDirty === true);
}

/** The files that a loaded document shows. */
export function findLoaded(root: vscode.Uri, changes: readonly FileChange[]): readonly LoadedFile[] {
  const loaded = loadedDocuments();
  return changes
    .map(change => ({ change, uri: vscode.Uri.joinPath(root, change.path) }))
    .filter(({ uri }) => loaded.has(uri.toString()));
}

/**
 * The document of a change, when it holds exactly the bytes before: opened as UTF-8 and not behind the disk.
 * `undefined`: the change has to go through the disk.
 */
export async function openExactly(root: vscode.Uri, held: HeldChange): Promise<DocumentChange | undefined> {
  const uri = vscode.Uri.joinPath(root, held.change.path);
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined; // binary, too large, gone: the disk finds out which and says so
  }
  const isUtf8 = /^utf8(bom)?$/.test(document.encoding);
  return isUtf8 && document.getText() === held.before ? { held, uri } : undefined;
}

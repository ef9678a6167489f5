import * as vscode from 'vscode';
import type { HeldChange } from './holdable.ts';

/** A held change and the document that shows the file's bytes right now. */
export interface DocumentChange {
  readonly held: HeldChange;
  readonly document: vscode.TextDocument;
}

/** The first of the paths that has unsaved changes in this window. */
export function findUnsaved(root: vscode.Uri, paths: readonly string[]): string | undefined {
  const unsaved = new Set(
    vscode.workspace.textDocuments
      .filter(document => document.isDirty)
      .map(document => document.uri.toString()),
  );
  return unsaved.size === 0
    ? undefined
    : paths.find(path => unsaved.has(vscode.Uri.joinPath(root, path).toString()));
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
  return isUtf8 && document.getText() === held.before ? { held, document } : undefined;
}

/** Documents follow the disk with a delay; afterwards the person sees what is there. */
export async function followDisk(
  changes: readonly DocumentChange[],
  shown: 'before' | 'after',
): Promise<void> {
  const behind = () =>
    changes.some(({ held, document }) => !document.isClosed && document.getText() !== held[shown]);
  for (const end = Date.now() + 2000; behind() && Date.now() < end; ) {
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}

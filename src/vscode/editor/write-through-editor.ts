import * as vscode from 'vscode';
import type { DocumentChange } from './open-documents.ts';
import { replacementsOf } from './text-edits.ts';

const AUTO_SAVE_MS = 2000;

/** What stood in the way of an edit, with the file it is about. */
export interface EditorFault {
  readonly path: string;
  readonly reason: string;
}

/**
 * Changes and saves the documents as one step of undo. Text edits only: VS Code compares all versions before it
 * touches the first, so nothing is half done until the saving. Gives what went wrong; then the caller restores.
 */
export async function writeThroughEditor(
  changes: readonly DocumentChange[],
): Promise<EditorFault | undefined> {
  if (changes.length === 0) return undefined;
  const [first] = changes;
  const edit = new vscode.WorkspaceEdit();
  for (const { held, document } of changes) {
    edit.set(
      document.uri,
      replacementsOf(held).map(({ start, end, text }) =>
        vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text),
      ),
    );
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    const path = first?.held.change.path ?? '';
    return { path, reason: 'VS Code refused the edit: a file was changed at the same moment' };
  }
  // `true` does not mean that every buffer changed: a read-only one is passed over in silence.
  const unchanged = changes.find(({ held, document }) => document.getText() !== held.after);
  if (unchanged !== undefined)
    return faultOf(unchanged, 'could not be changed in the editor; is it read-only there?');
  return save(changes);
}

/** All at once: one after another costs a tenth of a second each, and an unsaved file soon gets a tab. */
async function save(changes: readonly DocumentChange[]): Promise<EditorFault | undefined> {
  const saved = await Promise.all(changes.map(({ document }) => saveOne(document)));
  const failed = changes.find((_, index) => saved[index] !== true);
  return failed && faultOf(failed, 'could not be saved');
}

async function saveOne(document: vscode.TextDocument): Promise<boolean> {
  const saved = await document.save().then(
    done => done,
    () => false,
  );
  return saved || isSavedBySomebodyElse(document);
}

/** Auto-save may be faster than we are, and is told to us late; what it wrote is compared like everything else. */
async function isSavedBySomebodyElse(document: vscode.TextDocument): Promise<boolean> {
  for (const end = Date.now() + AUTO_SAVE_MS; document.isDirty && Date.now() < end; ) {
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  return !document.isDirty;
}

/**
 * Makes the buffers show the version before again and saves them; save participants may add to it once more,
 * so the caller puts the exact bytes on disk afterwards.
 */
export async function restoreThroughEditor(changes: readonly DocumentChange[]): Promise<void> {
  const changed = changes.filter(
    ({ held, document }) => !document.isClosed && document.getText() !== held.before,
  );
  const edit = new vscode.WorkspaceEdit();
  for (const { held, document } of changed) {
    const end = document.positionAt(document.getText().length);
    edit.set(document.uri, [
      vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), held.before),
    ]);
  }
  if (changed.length > 0) await vscode.workspace.applyEdit(edit);
  const unsaved = changes.filter(({ document }) => document.isDirty);
  // An auto-save under way would write after the caller.
  await Promise.all(unsaved.map(({ document }) => saveOne(document)));
}

const faultOf = ({ held }: DocumentChange, what: string): EditorFault => ({
  path: held.change.path,
  reason: `${held.change.path} ${what}`,
});

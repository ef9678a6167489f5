import * as vscode from 'vscode';
import { type DocumentChange, loadedDocuments } from './open-documents.ts';
import { replacementsOf } from './text-edits.ts';

const AUTO_SAVE_MS = 2000;
/** An edit, a save and whatever saves beside us. */
const RESTORE_TRIES = 3;

/** What was in the way of an edit, with the file it is about. */
export interface EditorFault {
  readonly path: string;
  readonly reason: string;
}

interface ChangedDocument {
  readonly change: DocumentChange;
  readonly document: vscode.TextDocument;
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
  for (const change of changes) {
    const document = await vscode.workspace.openTextDocument(change.uri);
    if (document.getText() !== change.held.before)
      return faultOf({ change, document }, 'was changed in its editor at the same moment');
    edit.set(
      change.uri,
      replacementsOf(change.held).map(({ start, end, text }) =>
        vscode.TextEdit.replace(new vscode.Range(document.positionAt(start), document.positionAt(end)), text),
      ),
    );
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    const path = first?.held.change.path ?? '';
    return { path, reason: 'VS Code refused the edit: a file was changed at the same moment' };
  }
  // `true` does not mean that every buffer changed: a read-only one is passed over in silence. One that is closed
  // was saved by someone else; its file is compared like all others.
  const documents = documentsOf(changes);
  const unchanged = documents.find(({ change, document }) => document.getText() !== change.held.after);
  if (unchanged !== undefined)
    return faultOf(unchanged, 'could not be changed in the editor; is it read-only there?');
  return save(documents);
}

/** The documents as they are loaded now. */
function documentsOf(changes: readonly DocumentChange[]): readonly ChangedDocument[] {
  const loaded = loadedDocuments();
  return changes.flatMap(change => {
    const document = loaded.get(change.uri.toString());
    return document === undefined ? [] : [{ change, document }];
  });
}

/** All at once: one after another costs a tenth of a second each, and an unsaved file soon gets a tab. */
async function save(documents: readonly ChangedDocument[]): Promise<EditorFault | undefined> {
  const saved = await Promise.all(documents.map(({ document }) => saveOne(document)));
  const failed = documents.find((_, index) => saved[index] !== true);
  return failed && faultOf(failed, 'could not be saved');
}

async function saveOne(document: vscode.TextDocument): Promise<boolean> {
  const saved = await document.save().then(
    done => done,
    () => false,
  );
  return saved || isSavedElsewhere(document);
}

/**
 * Auto-save may be faster than we are, and is reported to us late; what it wrote is compared like everything else.
 */
async function isSavedElsewhere(document: vscode.TextDocument): Promise<boolean> {
  for (const end = Date.now() + AUTO_SAVE_MS; document.isDirty && Date.now() < end; ) {
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  return !document.isDirty;
}

/**
 * Makes the buffers show the version before again and saves them, until none is unsaved; save participants may add
 * to it once more, so the caller puts the exact bytes on disk afterwards.
 */
export async function restoreThroughEditor(changes: readonly DocumentChange[]): Promise<void> {
  for (let tries = 0; tries < RESTORE_TRIES; tries++) {
    const changed = documentsOf(changes).filter(
      ({ change, document }) => document.getText() !== change.held.before,
    );
    const edit = new vscode.WorkspaceEdit();
    for (const { change, document } of changed) {
      const end = document.positionAt(document.getText().length);
      edit.set(change.uri, [
        vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), end), change.held.before),
      ]);
    }
    if (changed.length > 0) await vscode.workspace.applyEdit(edit);
    const unsaved = documentsOf(changes).filter(({ document }) => document.isDirty);
    // An auto-save under way would write after the caller.
    await Promise.all(unsaved.map(({ document }) => saveOne(document)));
    if (documentsOf(changes).every(({ document }) => !document.isDirty)) return;
  }
}

const faultOf = ({ change }: ChangedDocument, what: string): EditorFault => ({
  path: change.held.change.path,
  reason: `${change.held.change.path} ${what}`,
});

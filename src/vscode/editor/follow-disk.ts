import { utimes } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { breather } from '../../node/files/pause.ts';
import { textOf } from './holdable.ts';
import { type LoadedFile, loadedDocuments } from './open-documents.ts';

const LOOK_MS = 25;
const NUDGE_MS = 500;
/** A busy window reloads some hundred documents a second. */
const PATIENCE_MS = 10_000;
const PATIENCE_PER_FILE_MS = 20;

/**
 * Makes VS Code see what is written to these files, also where it does not look by itself: outside the workspace and
 * in what `files.watcherExclude` names. To be disposed.
 */
export function watchFolders(files: readonly LoadedFile[]): vscode.Disposable {
  const folders = new Set(files.map(({ uri }) => path.dirname(uri.fsPath)));
  return vscode.Disposable.from(
    ...[...folders].map(folder =>
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(folder), '*')),
    ),
  );
}

/**
 * Waits until the documents show what is on the disk: they follow it with a delay. Gives the files whose documents
 * do not, although there was time enough; those that were closed meanwhile have nothing to show.
 */
export async function followDisk(
  files: readonly LoadedFile[],
  shown: 'before' | 'after',
): Promise<readonly LoadedFile[]> {
  const start = Date.now();
  const end = start + PATIENCE_MS + files.length * PATIENCE_PER_FILE_MS;
  const pause = breather();
  let behind = files.map(file => ({ file, text: linesOf(file.change[shown]) }));
  for (let nudge = start + NUDGE_MS; ; ) {
    const loaded = loadedDocuments();
    const stillBehind: typeof behind = [];
    for (const one of behind) {
      if (isBehind(loaded.get(one.file.uri.toString()), one.text)) stillBehind.push(one);
      await pause();
    }
    behind = stillBehind;
    if (behind.length === 0 || Date.now() > end) return behind.map(({ file }) => file);
    if (Date.now() > nudge) {
      await Promise.all(behind.map(({ file }) => touch(file)));
      nudge = Date.now() + 2 * NUDGE_MS;
    }
    await new Promise(resolve => setTimeout(resolve, LOOK_MS));
  }
}

/** A watch that began after the write has seen nothing: a new time stamp tells it again. */
async function touch({ uri }: LoadedFile): Promise<void> {
  const now = new Date();
  // A file that was deleted meanwhile has nothing to tell.
  await utimes(uri.fsPath, now, now).catch(() => undefined);
}

/** Not told: a deleted file, whose document keeps its text, and what another encoding makes of the bytes. */
function isBehind(document: vscode.TextDocument | undefined, text: string | undefined): boolean {
  if (document === undefined || document.isDirty || text === undefined) return false;
  return /^utf8(bom)?$/.test(document.encoding) && withOneLineEnd(document.getText()) !== text;
}

const linesOf = (bytes: Uint8Array | undefined): string | undefined => {
  const text = bytes && textOf(bytes);
  return text === undefined ? undefined : withOneLineEnd(text);
};

/** A document has one kind of line end, whatever its file has. */
const withOneLineEnd = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

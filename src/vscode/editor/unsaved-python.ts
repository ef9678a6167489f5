import path from 'node:path';
import * as vscode from 'vscode';
import { encodeUtf8 } from '../../core/kernel/utf8.ts';
import type { UnsavedFiles } from '../../core/python/index/workspace-index.ts';

interface Encoded {
  readonly version: number;
  readonly bytes: Uint8Array;
}

/**
 * What editors hold of the folder's Python files and have not saved, whenever it is asked: an editor's buffer
 * is the file's content. Each version of a document is encoded once.
 */
export function unsavedPython(folder: vscode.Uri): () => UnsavedFiles {
  const encoded = new WeakMap<vscode.TextDocument, Encoded>();
  const bytesOf = (document: vscode.TextDocument): Uint8Array => {
    const known = encoded.get(document);
    if (known?.version === document.version) return known.bytes;
    const bytes = encodeDocument(document);
    encoded.set(document, { version: document.version, bytes });
    return bytes;
  };
  return () => {
    const unsaved = new Map<string, Uint8Array>();
    for (const document of vscode.workspace.textDocuments) {
      if (!document.isDirty || document.uri.scheme !== folder.scheme) continue;
      const relative = path.relative(folder.fsPath, document.uri.fsPath).split(path.sep).join('/');
      if (/\.pyi?$/.test(relative) && !relative.startsWith('../')) unsaved.set(relative, bytesOf(document));
    }
    return unsaved;
  };
}

/** As saving would write it: in one of the two encodings that Python files have here. */
function encodeDocument(document: vscode.TextDocument): Uint8Array {
  const text = document.getText();
  return document.encoding === 'iso88591' ? Buffer.from(text, 'latin1') : encodeUtf8(text);
}

import * as vscode from 'vscode';

/** As long as a person is taken to think about the next word. */
const PAUSE_MS = 2000;

/** Whether a person types into a file right now: nothing takes the keys from them then. */
export class Typing {
  #last = 0;
  readonly #watch = vscode.window.onDidChangeTextEditorSelection(({ kind, textEditor }) => {
    const isFile = ['file', 'untitled'].includes(textEditor.document.uri.scheme);
    if (isFile && kind === vscode.TextEditorSelectionChangeKind.Keyboard) this.#last = Date.now();
  });

  get isNow(): boolean {
    return Date.now() - this.#last < PAUSE_MS;
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

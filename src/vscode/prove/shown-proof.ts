import * as vscode from 'vscode';
import type { Proof } from '../../core/prove/prove.ts';

export interface FolderProof {
  readonly folder: vscode.WorkspaceFolder;
  readonly proof: Proof;
}

/** The proof that the Review view shows in the place of a run, until a run is shown again. */
export class ShownProof {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #value: FolderProof | undefined;

  get value(): FolderProof | undefined {
    return this.#value;
  }

  show(value: FolderProof): void {
    this.#value = value;
    this.#changed.fire();
  }

  clear(): void {
    this.#value = undefined;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

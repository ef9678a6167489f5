import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import { isReviewed } from '../../core/workorder/review-stage.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { showWarningMessage } from '../inert-window.ts';
import type { ActiveRun } from './active-run.ts';

/** While a proposal waits: says once when one of its files is not as the models read it, because an Apply would be refused. */
export class ReviewedFiles {
  readonly #folder: vscode.WorkspaceFolder;
  readonly #run: ActiveRun;
  readonly #changes: () => readonly FileChange[];
  #watch: vscode.Disposable | undefined;
  #isSaid = false;

  /** @param changes what is proposed now */
  constructor(folder: vscode.WorkspaceFolder, run: ActiveRun, changes: () => readonly FileChange[]) {
    this.#folder = folder;
    this.#run = run;
    this.#changes = changes;
  }

  update(state: RunState): void {
    if (isReviewed(state)) this.#watch ??= this.#begin();
    else this.end();
  }

  end(): void {
    this.#watch?.dispose();
    this.#watch = undefined;
  }

  #begin(): vscode.Disposable {
    const pattern = new vscode.RelativePattern(this.#folder, '**/*');
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    const look = (uri: vscode.Uri) => void this.#look(vscode.workspace.asRelativePath(uri, false));
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(look),
      watcher.onDidCreate(look),
      watcher.onDidDelete(look),
    );
  }

  async #look(path: string): Promise<void> {
    const change = this.#changes().find(one => one.path === path);
    if (change === undefined || this.#isSaid) return;
    const now = await this.#read(path);
    if (this.#isSaid || this.#watch === undefined || isSame(change.before, now)) return;
    this.#isSaid = true;
    const cancel = 'Cancel Run';
    const answer = await showWarningMessage(
      `${path} was changed while you review: Apply would be refused. Cancel the run, then try again with the same replies; no model is paid for that.`,
      cancel,
    );
    if (answer === cancel && this.#watch !== undefined) await this.#run.cancel();
  }

  async #read(path: string): Promise<Uint8Array | undefined> {
    try {
      return await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#folder.uri, path));
    } catch {
      return undefined;
    }
  }
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.length === other.length && one.every((byte, at) => byte === other[at]);

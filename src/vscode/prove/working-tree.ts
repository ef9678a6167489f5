import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { Proof } from '../../core/prove/prove.ts';
import { countsLine, outcomeLine } from '../../core/prove/summary.ts';
import type { Services } from '../services.ts';
import { SECTION } from '../settings.ts';
import { ProofProblems } from './proof-problems.ts';
import { type Proven, proveFolder } from './prove-folder.ts';

/** Saves of several files come together. */
const SOON_MS = 60;

let opened: WorkingTree | undefined;

/** Made when a change is proved for the first time in this window. */
export function workingTree(services: Services): WorkingTree {
  if (opened === undefined) {
    opened = new WorkingTree(services);
    services.context.subscriptions.push(opened);
  }
  return opened;
}

/** Shows what was proved, and proves the working tree again after each save, with its verdict in the status bar. */
export class WorkingTree {
  readonly #services: Services;
  readonly #problems = new ProofProblems();
  readonly #item = vscode.window.createStatusBarItem(
    'workorder.workingTree',
    vscode.StatusBarAlignment.Left,
    49,
  );
  readonly #saves = vscode.workspace.onDidSaveTextDocument(document => this.#saved(document));
  #folder: vscode.WorkspaceFolder | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #looking: AbortController | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#item.name = 'Work Order: Working Tree';
    this.#item.command = 'workorder.proveChanges';
  }

  /** What a person asked for. */
  show(folder: vscode.WorkspaceFolder, proven: Proven): void {
    this.#problems.show(folder, proven);
    this.#services.proofs.show({ folder, proof: proven.proof });
    if (proven.given.source !== 'worktree') return;
    this.#folder = folder;
    this.#draw(proven.proof);
  }

  dispose(): void {
    clearTimeout(this.#waiting);
    this.#looking?.abort();
    this.#saves.dispose();
    this.#item.dispose();
    this.#problems.dispose();
    opened = undefined;
  }

  #saved(document: vscode.TextDocument): void {
    const folder = this.#folder;
    if (folder === undefined || vscode.workspace.getWorkspaceFolder(document.uri) !== folder) return;
    if (vscode.workspace.getConfiguration(SECTION).get('prove.onSave') === false) {
      this.#item.hide();
      return;
    }
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#look(folder), SOON_MS);
  }

  async #look(folder: vscode.WorkspaceFolder): Promise<void> {
    this.#looking?.abort();
    const looking = new AbortController();
    this.#looking = looking;
    try {
      const { analyst } = await this.#services.folders.of(folder);
      const proven = await proveFolder(folder.uri.fsPath, analyst, { kind: 'worktree' }, looking.signal);
      if (looking.signal.aborted) return;
      if (!proven.ok) {
        this.#item.hide();
        return;
      }
      this.#draw(proven.value.proof);
      this.#problems.show(folder, proven.value);
      // A run that is shown meanwhile stays; the view of this proof follows.
      if (this.#services.proofs.value?.folder === folder)
        this.#services.proofs.show({ folder, proof: proven.value.proof });
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#services.log.error(error, 'proving the working tree');
    }
  }

  #draw(proof: Proof): void {
    const open = proof.verdict.findings.filter(({ severity }) => severity !== 'note').length;
    const words = open === 0 ? 'nothing to look at' : `${open} to look at`;
    const icon = proof.outcome === 'blocked' ? 'error' : open > 0 ? 'warning' : 'verified';
    this.#item.text = proof.outcome === 'nothing changed' ? '$(verified) no changes' : `$(${icon}) ${words}`;
    this.#item.tooltip = inertText(`Working tree: ${outcomeLine(proof)}\n${countsLine(proof)}`);
    this.#item.accessibilityInformation = { label: `Working tree: ${words}`, role: 'button' };
    this.#item.show();
  }
}

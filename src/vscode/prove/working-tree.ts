import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { Proof } from '../../core/prove/prove.ts';
import { countsLine, outcomeLine } from '../../core/prove/summary.ts';
import { workTreeOf } from '../../node/git/work-tree.ts';
import type { Services } from '../services.ts';
import { SECTION } from '../settings.ts';
import { ProofProblems } from './proof-problems.ts';
import { type Proven, proveFolder } from './prove-folder.ts';

const SETTING = `${SECTION}.prove.onSave`;

/** Saves of several files come together. */
const SOON_MS = 60;

/** Folders that git ignores nearly everywhere, and its own: they are written all the time. */
const NOT_PROVED: ReadonlySet<string> = new Set(
  '.git .venv venv node_modules __pycache__ .mypy_cache .ruff_cache .pytest_cache'.split(' '),
);

/** Equal while a file was not written; of a file that is not there it is equal to nothing. */
async function stampOf(uri: vscode.Uri): Promise<string> {
  try {
    const { ctimeNs, size } = await stat(uri.fsPath, { bigint: true });
    return `${ctimeNs} ${size}`;
  } catch {
    return `none ${nextNone++}`;
  }
}

let nextNone = 0;
let opened: WorkingTree | undefined;

/** Made when the window has started, or a change is proved before that. */
export function workingTree(services: Services): WorkingTree {
  if (opened === undefined) {
    opened = new WorkingTree(services);
    services.context.subscriptions.push(opened);
  }
  return opened;
}

/**
 * Shows what was proved, and proves the working tree in the background, with its verdict in the status bar: when the
 * window has started, when a file was written, in the editor or by another program, and when git moved to another commit.
 */
export class WorkingTree {
  readonly #services: Services;
  readonly #problems = new ProofProblems();
  /** An apply, an agent and a terminal save nothing in the editor. */
  readonly #files = vscode.workspace.createFileSystemWatcher('**/*');
  /** What git writes with each commit, checkout and reset. */
  readonly #commits = vscode.workspace.createFileSystemWatcher('**/.git/logs/HEAD');
  readonly #item = vscode.window.createStatusBarItem(
    'workorder.workingTree',
    vscode.StatusBarAlignment.Left,
    49,
  );
  readonly #watch = vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      this.#saved.set(uri.toString(), stampOf(uri));
      this.#soon(uri);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => this.begin()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => this.begin()),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(SETTING)) this.begin();
    }),
    this.#commits.onDidChange(uri => this.#soon(uri)),
    this.#commits.onDidCreate(uri => this.#soon(uri)),
    this.#commits,
    this.#files.onDidChange(uri => void this.#written(uri)),
    this.#files.onDidCreate(uri => void this.#written(uri)),
    this.#files.onDidDelete(uri => void this.#written(uri)),
    this.#files,
  );
  /** What was on the disk when the editor had saved it: the watcher tells of each save once more, and later. */
  readonly #saved = new Map<string, Promise<string>>();
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
    this.#watch.dispose();
    this.#item.dispose();
    this.#problems.dispose();
    opened = undefined;
  }

  /** Looks at the folder that was proved last, or the one a person is in. */
  begin(): void {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const open = vscode.window.activeTextEditor?.document.uri;
    const known = this.#folder && folders.find(({ uri }) => uri.toString() === this.#folder?.uri.toString());
    const folder = known ?? (open && vscode.workspace.getWorkspaceFolder(open)) ?? folders[0];
    if (folder === undefined) this.#hide();
    else this.#soon(folder.uri);
  }

  async #written(uri: vscode.Uri): Promise<void> {
    if (uri.path.split('/').some(name => NOT_PROVED.has(name))) return;
    const saved = this.#saved.get(uri.toString());
    if (saved !== undefined && (await saved) === (await stampOf(uri))) return;
    this.#saved.delete(uri.toString());
    this.#soon(uri);
  }

  #soon(uri: vscode.Uri): void {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return;
    clearTimeout(this.#waiting);
    const isOff = vscode.workspace.getConfiguration().get(SETTING) === false;
    if (isOff || !vscode.workspace.isTrusted) this.#hide();
    else this.#waiting = setTimeout(() => void this.#look(folder), SOON_MS);
  }

  #hide(): void {
    this.#looking?.abort();
    this.#item.hide();
  }

  async #look(folder: vscode.WorkspaceFolder): Promise<void> {
    this.#looking?.abort();
    const looking = new AbortController();
    this.#looking = looking;
    try {
      // Nothing is opened for a folder that is in no repository.
      const isInRepository = (await workTreeOf(folder.uri.fsPath)) !== undefined;
      if (looking.signal.aborted) return;
      if (!isInRepository) {
        this.#item.hide();
        return;
      }
      const { analyst } = await this.#services.folders.of(folder);
      const proven = await proveFolder(folder.uri.fsPath, analyst, { kind: 'worktree' }, looking.signal);
      if (looking.signal.aborted) return;
      if (!proven.ok) {
        this.#item.hide();
        return;
      }
      this.#folder = folder;
      this.#draw(proven.value.proof);
      this.#problems.show(folder, proven.value);
      // A run that is shown meanwhile stays; the view of this proof follows.
      if (this.#services.proofs.value?.folder === folder)
        this.#services.proofs.show({ folder, proof: proven.value.proof });
    } catch (error) {
      if (error instanceof Cancelled) return;
      // What was said before may not be so any more.
      this.#item.hide();
      this.#services.log.error(error, 'proving the working tree');
    }
  }

  #draw(proof: Proof): void {
    const open = proof.verdict.findings.filter(({ severity }) => severity !== 'note').length;
    const words = open === 0 ? 'nothing to look at' : `${open} to look at`;
    const icon = proof.outcome === 'blocked' ? 'error' : open > 0 ? 'warning' : 'verified';
    // Beside the counts of the Problems panel a number alone would be one of these.
    this.#item.text =
      proof.outcome === 'nothing changed' ? '$(verified) No changes' : `$(${icon}) Changes: ${words}`;
    this.#item.tooltip = inertText(`Working tree: ${outcomeLine(proof)}\n${countsLine(proof)}`);
    this.#item.accessibilityInformation = { label: `Working tree: ${words}`, role: 'button' };
    this.#item.show();
  }
}

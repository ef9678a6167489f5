import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import { setContextKey } from '../context-keys.ts';
import { AFTER, BEFORE, type MemoryFiles, sidesOf } from './memory-files.ts';

const TITLE = 'Work Order: ';

/** The change of one run as diffs: all files in one editor, or one file at its place. */
export class DiffEditor {
  readonly #files: MemoryFiles;
  readonly #watch: vscode.Disposable;
  #shown:
    | { readonly runId: string; readonly title: string; readonly changes: readonly FileChange[] }
    | undefined;

  constructor(files: MemoryFiles) {
    this.#files = files;
    const track = () =>
      setContextKey('reviewTab', isOurTab(vscode.window.tabGroups.activeTabGroup.activeTab));
    this.#watch = vscode.Disposable.from(
      vscode.window.tabGroups.onDidChangeTabs(track),
      vscode.window.tabGroups.onDidChangeTabGroups(track),
    );
  }

  /** The bytes at hand, for the tree's targets. */
  get changes(): readonly FileChange[] {
    return this.#shown?.changes ?? [];
  }

  /** Takes the bytes of a run without opening anything. */
  load(runId: string, title: string, changes: readonly FileChange[], now: number): void {
    this.#files.show(runId, changes, now);
    this.#shown = { runId, title, changes };
    setContextKey('hasChanges', changes.length > 0);
  }

  clear(): void {
    this.#shown = undefined;
    setContextKey('hasChanges', false);
  }

  /** All files in one scrollable editor. */
  async openAll(): Promise<void> {
    if (this.#shown === undefined) return;
    const { runId, title, changes } = this.#shown;
    const rows = changes.map(change => {
      const { before, after } = sidesOf(runId, change);
      return [after ?? before, before, after] as const;
    });
    await vscode.commands.executeCommand('vscode.changes', `${TITLE}${title}`, rows);
  }

  /** One file; `line` is 1-indexed on the proposed side. Answers whether the file is part of the change. */
  async openFile(path: string, line?: number): Promise<boolean> {
    const change = this.#shown?.changes.find(candidate => candidate.path === path);
    if (this.#shown === undefined || change === undefined) return false;
    const { before, after } = sidesOf(this.#shown.runId, change);
    const selection = line === undefined ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
    const options: vscode.TextDocumentShowOptions = { preview: true, ...selection };
    if (before !== undefined && after !== undefined)
      await vscode.commands.executeCommand('vscode.diff', before, after, `${path} (proposed)`, options);
    else await vscode.commands.executeCommand('vscode.open', after ?? before, options, `${path} (proposed)`);
    return true;
  }

  /** After the decision the proposal is history: its editors go. */
  async closeAll(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(isOurTab);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.#watch.dispose();
  }
}

/** The multi-file editor has no input type in the API, so its title tells. */
function isOurTab(tab: vscode.Tab | undefined): boolean {
  if (tab === undefined) return false;
  const input = tab.input;
  if (input instanceof vscode.TabInputTextDiff) return isOurs(input.modified) || isOurs(input.original);
  if (input instanceof vscode.TabInputText) return isOurs(input.uri);
  return tab.label.startsWith(TITLE);
}

const isOurs = (uri: vscode.Uri): boolean => uri.scheme === AFTER || uri.scheme === BEFORE;

import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { type ContextKey, setContextKey } from '../context-keys.ts';
import { AFTER, BEFORE, type EditedFile, type MemoryFiles, sidesOf } from './memory-files.ts';

/** Whose changes a diff editor shows; the context keys choose its buttons. */
export interface DiffOwner {
  /** Begins the title of the editor for all files, and tells it from others. */
  readonly title: string;
  /** Begins every run id it shows; empty: those of no one else. */
  readonly prefix: string;
  /** Said of a single file in its title. */
  readonly word: 'proposed' | 'applied';
  readonly tabKey?: ContextKey;
  readonly changesKey?: ContextKey;
}

export const ORDER_DIFF: DiffOwner = {
  title: 'Work Order: ',
  prefix: '',
  word: 'proposed',
  tabKey: 'reviewTab',
  changesKey: 'hasChanges',
};

export const AGENT_DIFF: DiffOwner = {
  title: 'Agent: ',
  prefix: 'agent-',
  word: 'proposed',
  tabKey: 'agentReviewTab',
  changesKey: 'hasAgentChanges',
};

/** What agents changed earlier: never what Apply is about. */
export const AGENT_HISTORY_DIFF: DiffOwner = {
  title: 'Applied by an agent: ',
  prefix: 'done-',
  word: 'applied',
};

/** What of an answer is there while the rest still arrives. */
export const ARRIVING_DIFF: DiffOwner = {
  title: 'Arriving: ',
  prefix: 'arriving-',
  word: 'proposed',
};

const isOthers = (authority: string): boolean =>
  [AGENT_DIFF, AGENT_HISTORY_DIFF, ARRIVING_DIFF].some(({ prefix }) => authority.startsWith(prefix));

function set(key: ContextKey | undefined, value: boolean): void {
  if (key !== undefined) setContextKey(key, value);
}

const namesOf = (changes: readonly FileChange[]): string => changes.map(({ path }) => path).join('\n');

const KEEP_MS = 2000;

const allTabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap(group => group.tabs);

/** The change of one run as diffs: all files in one editor, or one file at its place. */
export class DiffEditor {
  readonly #files: MemoryFiles;
  readonly #owner: DiffOwner;
  readonly #watch: vscode.Disposable;
  readonly #lookedAt = new Set<string>();
  #shown:
    | { readonly runId: string; readonly title: string; readonly changes: readonly FileChange[] }
    | undefined;
  /** The files that the editor for all of them has rows for. */
  #rows: readonly FileChange[] = [];

  constructor(files: MemoryFiles, owner: DiffOwner) {
    this.#files = files;
    this.#owner = owner;
    const track = () => set(owner.tabKey, this.#isOfReview(vscode.window.tabGroups.activeTabGroup.activeTab));
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
    if (this.#shown !== undefined) this.#files.forget(this.#shown.runId);
    this.#files.show(runId, changes, now);
    this.#shown = { runId, title, changes };
    this.#lookedAt.clear();
    set(this.#owner.changesKey, changes.length > 0);
  }

  /** What a person saves in the proposed side; only while it can be edited. */
  get onDidEdit(): vscode.Event<EditedFile> {
    return this.#files.onDidEdit;
  }

  /** Whether the proposed side of the run that is shown can be edited. */
  letEdit(isEditable: boolean): void {
    this.#files.letEdit(isEditable ? this.#shown?.runId : undefined);
  }

  /** Proposed files with text that is not saved. */
  get unsaved(): readonly vscode.Uri[] {
    return this.#unsavedDocuments().map(({ uri }) => uri);
  }

  /** Saves them in memory, or those of these paths. */
  async saveUnsaved(paths?: readonly string[]): Promise<void> {
    const documents = this.#unsavedDocuments().filter(
      ({ uri }) => paths === undefined || paths.includes(uri.path.slice(1)),
    );
    await Promise.all(documents.map(document => document.save()));
  }

  #unsavedDocuments(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(
      ({ uri, isDirty }) => isDirty && uri.scheme === AFTER && this.#isOurs(uri),
    );
  }

  /** Other results of the same run: open editors follow, except where someone types; answers whether they were opened anew for other files. */
  async update(
    changes: readonly FileChange[],
    now: number,
    typed: ReadonlySet<string> = new Set(),
  ): Promise<boolean> {
    if (this.#shown === undefined) return false;
    const { runId } = this.#shown;
    this.#shown = { ...this.#shown, changes };
    const unsaved = new Set(this.unsaved.map(({ path }) => path.slice(1)));
    this.#files.update(
      runId,
      changes.filter(({ path }) => !typed.has(path) && !unsaved.has(path)),
      now,
    );
    // A file that is left out would stand there whole, with no difference in it.
    if (namesOf(changes) === namesOf(this.#rows)) return false;
    const old = this.#ourTabs();
    await this.openAll();
    await this.#closeOf(old);
    return true;
  }

  clear(): void {
    this.#shown = undefined;
    this.#lookedAt.clear();
    set(this.#owner.changesKey, false);
  }

  /** All files in one scrollable editor. */
  async openAll(): Promise<void> {
    if (this.#shown === undefined) return;
    const { runId, title, changes } = this.#shown;
    const old = this.#ourTabs();
    this.#rows = changes;
    const rows = changes.map(change => {
      const { before, after } = sidesOf(runId, change);
      return [after ?? before, before, after] as const;
    });
    await vscode.commands.executeCommand(
      'vscode.changes',
      showControls(`${this.#owner.title}${title}`),
      rows,
    );
    await this.#keepNew(old);
    // Only now: between the two a person would see whatever is beneath.
    await this.#closeOf(old.filter(tab => this.#isOfAll(tab)));
  }

  /** Otherwise the next file that is clicked would take its place. Tabs are reported to extensions a moment late. */
  async #keepNew(old: readonly vscode.Tab[]): Promise<void> {
    for (const end = Date.now() + KEEP_MS; Date.now() < end; await new Promise(r => setTimeout(r, 25))) {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      if (tab === undefined || !this.#isOurTab(tab) || old.includes(tab)) continue;
      if (tab.isPreview) await vscode.commands.executeCommand('workbench.action.keepEditor');
      return;
    }
  }

  /** Whether a single file may take turns with others in one tab: not where that would be the view of all files. */
  get mayPreview(): boolean {
    return !allTabs().some(tab => tab.isPreview && this.#isOfAll(tab));
  }

  /** A file that is looked at during the review, changed by it or not: what decides about it stays in reach. */
  lookAt(file: vscode.Uri): void {
    if (this.#shown !== undefined) this.#lookedAt.add(file.toString());
  }

  /** One file; `line` is 1-indexed on the proposed side. Answers whether the file is part of the change. */
  async openFile(path: string, line?: number, preserveFocus = false): Promise<boolean> {
    const change = this.#shown?.changes.find(candidate => candidate.path === path);
    if (this.#shown === undefined || change === undefined) return false;
    const { before, after } = sidesOf(this.#shown.runId, change);
    const selection = line === undefined ? {} : { selection: new vscode.Range(line - 1, 0, line - 1, 0) };
    const options: vscode.TextDocumentShowOptions = { preview: this.mayPreview, preserveFocus, ...selection };
    const title = showControls(`${path} (${this.#owner.word})`);
    if (before !== undefined && after !== undefined)
      await vscode.commands.executeCommand('vscode.diff', before, after, title, options);
    else await vscode.commands.executeCommand('vscode.open', after ?? before, options, title);
    return true;
  }

  /** After the decision the proposal is history: its editors go. */
  async closeAll(): Promise<void> {
    await this.#closeOf(this.#ourTabs());
  }

  /** Those of them that are still there. */
  async #closeOf(tabs: readonly vscode.Tab[]): Promise<void> {
    const open = this.#ourTabs().filter(tab => tabs.includes(tab));
    if (open.length > 0) await vscode.window.tabGroups.close(open, true);
  }

  dispose(): void {
    this.#watch.dispose();
  }

  #ourTabs(): readonly vscode.Tab[] {
    return allTabs().filter(tab => this.#isOurTab(tab));
  }

  #isOfReview(tab: vscode.Tab | undefined): boolean {
    if (tab?.input instanceof vscode.TabInputText && this.#lookedAt.has(tab.input.uri.toString()))
      return true;
    return this.#isOurTab(tab);
  }

  /** The multi-file editor has no input type in the API, so its title tells. */
  #isOfAll(tab: vscode.Tab): boolean {
    return tab.label.startsWith(this.#owner.title);
  }

  #isOurTab(tab: vscode.Tab | undefined): boolean {
    if (tab === undefined) return false;
    const { input } = tab;
    if (input instanceof vscode.TabInputTextDiff)
      return this.#isOurs(input.modified) || this.#isOurs(input.original);
    if (input instanceof vscode.TabInputText) return this.#isOurs(input.uri);
    return this.#isOfAll(tab);
  }

  #isOurs({ scheme, authority }: vscode.Uri): boolean {
    if (scheme !== AFTER && scheme !== BEFORE) return false;
    const { prefix } = this.#owner;
    return prefix === '' ? !isOthers(authority) : authority.startsWith(prefix);
  }
}

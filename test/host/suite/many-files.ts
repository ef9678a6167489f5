import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ApplyResult } from '../../../src/core/ports/files.ts';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../../../src/node/files/fs-port.ts';
import { createEditorFiles } from '../../../src/vscode/editor/editor-files.ts';
import { changeSet } from '../../contract/changes.ts';
import { eventually } from './support.ts';

/** How many of the files have a tab before the change. */
export type Open = 'none' | 'some' | 'all';

const SOME = 12;
const AT_ONCE = 10;

/** A folder of `count` files of which every one is changed, in the editor of this window. */
export class ManyFiles {
  readonly names: readonly string[];
  readonly root: string;
  readonly stateDir: string;
  readonly changes: ReturnType<typeof changeSet>;
  readonly #parent: string;

  constructor(count: number) {
    this.#parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-many-')));
    this.root = path.join(this.#parent, 'work');
    this.stateDir = path.join(this.#parent, 'state');
    this.names = Array.from({ length: count }, (_, i) => `p${i % 7}/m${i}.py`);
    for (const name of this.names) {
      fs.mkdirSync(path.dirname(this.fsPath(name)), { recursive: true });
      fs.writeFileSync(this.fsPath(name), before(name));
    }
    this.changes = changeSet(
      Object.fromEntries(this.names.map(name => [name, [before(name), after(name)] as const])),
    );
  }

  /** In the middle of the change, where things go wrong. */
  get middle(): string {
    return this.changes.files[Math.floor(this.names.length / 2)]?.path ?? '';
  }

  fsPath(name: string): string {
    return path.join(this.root, name);
  }

  uri(name: string): vscode.Uri {
    return vscode.Uri.file(this.fsPath(name));
  }

  /** Opens tabs, the middle file among them. */
  async show(open: Open): Promise<void> {
    const others = this.names.filter(name => name !== this.middle);
    const shown = {
      none: [],
      some: [this.middle, ...others.slice(0, SOME - 1)],
      all: [this.middle, ...others],
    };
    // At the same time is faster, although VS Code says no to some of them; those are shown alone then.
    for (let at = 0; at < shown[open].length; at += AT_ONCE)
      await Promise.allSettled(shown[open].slice(at, at + AT_ONCE).map(name => this.#showOne(name)));
    const hasTab = new Set(
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
    );
    const loaded = new Set(this.documents().map(({ uri }) => uri.toString()));
    for (const name of shown[open]) {
      const key = this.uri(name).toString();
      if (!hasTab.has(key) || !loaded.has(key)) await this.#showOne(name);
    }
    assert.ok(this.documents().length >= shown[open].length);
  }

  #showOne(name: string): Thenable<vscode.TextEditor> {
    return vscode.window.showTextDocument(this.uri(name), { preview: false, preserveFocus: true });
  }

  /** `port` stands in the way of what is written past the editor. */
  apply(port: FsPort = nodeFs): Promise<ApplyResult> {
    const disk = createDiskFiles({ root: this.root, stateDir: this.stateDir, fs: port });
    const files = createEditorFiles({
      folder: vscode.Uri.file(this.root),
      disk,
      stateDir: this.stateDir,
      fs: port,
    });
    return files.apply(this.changes, { runId: 'many', signal: new AbortController().signal });
  }

  /** All files as before, or all as after; anything else fails. */
  onDisk(): 'before' | 'after' {
    const texts = this.names.map(name => fs.readFileSync(this.fsPath(name), 'utf8'));
    if (texts.every((text, i) => text === before(this.names[i] ?? ''))) return 'before';
    const wrong = texts.findIndex((text, i) => text !== after(this.names[i] ?? ''));
    assert.equal(wrong, -1, `${this.names[wrong]} is neither as the others nor as it should be`);
    return 'after';
  }

  documents(): readonly vscode.TextDocument[] {
    const prefix = `${this.root}/`;
    return vscode.workspace.textDocuments.filter(
      ({ uri, isClosed }) => !isClosed && uri.fsPath.startsWith(prefix),
    );
  }

  dirty(): readonly string[] {
    return this.documents()
      .filter(({ isDirty }) => isDirty)
      .map(({ uri }) => path.relative(this.root, uri.fsPath));
  }

  /** Nothing is half done: the disk, the editors, the rollback record. */
  checkWhole(expected: 'before' | 'after'): void {
    assert.equal(this.onDisk(), expected);
    assert.deepEqual(this.dirty(), [], 'no editor is left unsaved');
    const text = expected === 'before' ? before : after;
    for (const document of this.documents()) {
      const name = path.relative(this.root, document.uri.fsPath).replaceAll('\\', '/');
      assert.equal(document.getText(), text(name), `the editor of ${name}`);
    }
    const stray = fs.readdirSync(this.root, { recursive: true, withFileTypes: true });
    assert.equal(stray.filter(entry => entry.isFile()).length, this.names.length, 'no stray file');
    assert.deepEqual(
      fs.readdirSync(this.stateDir).filter(name => name.includes('journal')),
      [],
    );
  }

  async undoIn(name: string): Promise<void> {
    await vscode.window.showTextDocument(this.uri(name));
    await vscode.commands.executeCommand('undo');
  }

  async dispose(): Promise<void> {
    for (const document of this.documents().filter(({ isDirty }) => isDirty)) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(
      () => vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0),
      'tabs to close',
    );
    fs.rmSync(this.#parent, { recursive: true, force: true });
  }
}

export const before = (name: string): string => `# ${name}\nx = 1\n${'y = 2  # a line of code\n'.repeat(40)}`;
export const after = (name: string): string => before(name).replace('x = 1', 'x = 100');

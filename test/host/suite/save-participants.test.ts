import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { createDiskFiles } from '../../../src/node/files/disk-files.ts';
import { createEditorFiles } from '../../../src/vscode/editor/editor-files.ts';
import { changeSet } from '../../contract/changes.ts';
import { eventually, reset, workspaceFolder } from './support.ts';

/** What a person or an extension lets happen to a file while it is saved. */
interface Participant {
  readonly name: string;
  /** Settings by their full name; back to their defaults afterwards. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly register?: () => vscode.Disposable;
  /** Whether what is saved is another text than the one that was approved. */
  readonly alters: boolean;
}

const PYTHON: vscode.DocumentSelector = { pattern: '**/*.py' };
const top = new vscode.Position(0, 0);

const onWillSave = (edits: (document: vscode.TextDocument) => Promise<vscode.TextEdit[]>) => () =>
  vscode.workspace.onWillSaveTextDocument(event => event.waitUntil(edits(event.document)));
const formatter = (edits: vscode.TextEdit[]) => () =>
  vscode.languages.registerDocumentFormattingEditProvider(PYTHON, {
    provideDocumentFormattingEdits: () => edits,
  });

const PARTICIPANTS: readonly Participant[] = [
  {
    name: 'format on save',
    settings: { 'editor.formatOnSave': true },
    register: formatter([vscode.TextEdit.insert(top, '# formatted\n')]),
    alters: true,
  },
  {
    name: 'a formatter that finds nothing to do',
    settings: { 'editor.formatOnSave': true },
    register: formatter([]),
    alters: false,
  },
  { name: 'trim trailing whitespace', settings: { 'files.trimTrailingWhitespace': true }, alters: true },
  { name: 'insert final newline', settings: { 'files.insertFinalNewline': true }, alters: true },
  { name: 'trim final newlines', settings: { 'files.trimFinalNewlines': true }, alters: true },
  {
    name: 'a code action on save',
    settings: { 'editor.codeActionsOnSave': { 'source.organizeImports': 'always' } },
    register: () =>
      vscode.languages.registerCodeActionsProvider(
        PYTHON,
        {
          provideCodeActions(document) {
            const kind = vscode.CodeActionKind.SourceOrganizeImports;
            const action = new vscode.CodeAction('Organize', kind);
            action.edit = new vscode.WorkspaceEdit();
            action.edit.insert(document.uri, top, 'import os\n');
            return [action];
          },
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.SourceOrganizeImports] },
      ),
    alters: true,
  },
  {
    name: 'another extension that edits before the save',
    register: onWillSave(async () => [vscode.TextEdit.insert(top, '# added\n')]),
    alters: true,
  },
  {
    name: 'another extension that edits one file of several',
    register: onWillSave(async ({ uri }) =>
      uri.path.endsWith('/c.py') ? [vscode.TextEdit.insert(top, '# added\n')] : [],
    ),
    alters: true,
  },
  {
    name: 'another extension that takes its time',
    register: onWillSave(() => new Promise(resolve => setTimeout(() => resolve([]), 800))),
    alters: false,
  },
  {
    name: 'another extension that fails',
    register: onWillSave(() => Promise.reject(new Error('no'))),
    alters: false,
  },
  {
    name: 'auto-save after a moment',
    settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 1 },
    alters: false,
  },
  {
    name: 'auto-save with trim trailing whitespace',
    settings: {
      'files.autoSave': 'afterDelay',
      'files.autoSaveDelay': 1,
      'files.trimTrailingWhitespace': true,
    },
    alters: true,
  },
  {
    name: 'auto-save on focus change',
    settings: { 'files.autoSave': 'onFocusChange' },
    alters: false,
  },
];

const BEFORE = { 'a.py': 'a = 1\n', 'b.py': 'b = 1\n', 'c.py': 'c = 1\n', 'mixed.py': 'm = 1\r\nn = 1\n' };
/** Trailing blanks, blank lines at the end, and no line end at the end: what the settings above would change. */
const AFTER = {
  'a.py': 'a = 2   \n',
  'b.py': 'b = 2\n\n\n',
  'c.py': 'c = 2\nd = 3',
  'mixed.py': 'm = 2\r\nn = 1\n',
};
type Name = keyof typeof BEFORE;
const NAMES = Object.keys(BEFORE) as readonly Name[];

describe('what happens to files while they are saved', () => {
  let parent: string;
  let root: string;
  beforeEach(() => {
    parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'wo-saving-')));
    // In the workspace, because VS Code watches no file elsewhere that has no editor.
    root = path.join(workspaceFolder().fsPath, path.basename(parent));
    fs.mkdirSync(root);
    for (const name of NAMES) fs.writeFileSync(path.join(root, name), BEFORE[name]);
  });
  afterEach(async () => {
    await reset();
    fs.rmSync(parent, { recursive: true, force: true });
  });

  const contents = () =>
    Object.fromEntries(NAMES.map(name => [name, fs.readFileSync(path.join(root, name), 'utf8')]));

  async function underSettings(settings: Participant['settings'], work: () => Promise<void>): Promise<void> {
    const configuration = vscode.workspace.getConfiguration();
    const names = Object.keys(settings ?? {});
    // Not merely taken out again: without "off" the browser saves by itself, in every later test.
    const earlier = Object.fromEntries(names.map(name => [name, configuration.inspect(name)?.globalValue]));
    const set = async (values: Readonly<Record<string, unknown>>) => {
      for (const name of names)
        await configuration.update(name, values[name], vscode.ConfigurationTarget.Global);
    };
    await set(settings ?? {});
    try {
      await work();
    } finally {
      await set(earlier);
    }
  }

  for (const { name, settings, register, alters } of PARTICIPANTS) {
    const promise = alters ? 'is caught and told, and every file is restored' : 'does not stand in the way';
    it(`${name} ${promise}`, async () => {
      const stateDir = path.join(parent, 'state');
      const disk = createDiskFiles({ root, stateDir });
      const files = createEditorFiles({ folder: vscode.Uri.file(root), disk, stateDir });
      const changes = changeSet(
        Object.fromEntries(NAMES.map(file => [file, [BEFORE[file], AFTER[file]] as const])),
      );
      const registered = register?.();
      try {
        await underSettings(settings, async () => {
          const result = await files.apply(changes, { runId: 'r', signal: new AbortController().signal });
          if (!alters) {
            assert.deepEqual(result, { kind: 'applied' });
            assert.deepEqual(contents(), AFTER);
            return;
          }
          assert.ok(result.kind === 'not_applied' && result.rolledBack, JSON.stringify(result));
          assert.match(result.reason, /^[abc]\.py was altered while it was saved \(format on save/);
          assert.deepEqual(contents(), BEFORE);
        });
      } finally {
        registered?.dispose();
      }
      const expected = alters ? BEFORE : AFTER;
      const own = () =>
        vscode.workspace.textDocuments.filter(({ uri, isClosed }) => !isClosed && uri.path.startsWith(root));
      const behind = () =>
        own().flatMap(document => {
          const file = NAMES.find(candidate => document.uri.path.endsWith(`/${candidate}`));
          const isRight = !document.isDirty && file !== undefined && document.getText() === expected[file];
          return isRight
            ? []
            : [`${document.uri.path} ${document.isDirty} ${JSON.stringify(document.getText())}`];
        });
      await eventually(() => behind().length === 0, 'the editors').catch(() =>
        assert.deepEqual(behind(), []),
      );
      assert.deepEqual(contents(), expected, 'also a moment later');
    });
  }
});

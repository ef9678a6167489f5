import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { WrapState } from '../../../src/core/wrap/state.ts';
import type { Step } from '../../support/acp/scripted-agent.ts';
import { eventually, hasPage, onPage, readDisk, reset } from './support.ts';

const FILE = 'docs/note.md';

const TURNS: readonly (readonly Step[])[] = [
  [
    { say: 'I write it.' },
    { plan: ['write a note'] },
    { ask: 'edit the note', kind: 'edit', path: FILE },
    { write: FILE, text: 'one\n' },
  ],
  [{ write: FILE, text: 'two\n' }],
  [{ edit: FILE, from: 'two', to: 'three' }],
];

const act = (verb: string, id?: string, text?: string): Thenable<boolean> =>
  vscode.commands.executeCommand(
    `workorder.agent.${verb}`,
    id === undefined ? undefined : { kind: 'agent', host: 'outside-agents', id },
    text,
  );
const diffTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).find(tab => tab.label.startsWith('Agent: '));
const diffIsShown = () => eventually(() => diffTab() !== undefined, 'the diff of the agent’s change');
const treeItem = (name: string) => onPage('waitFor', { role: 'treeitem', name, within: '.customview-tree' });

/** Called without a row: the first that offers it is taken from the list. */
async function actOnFirst(verb: string, text?: string): Promise<void> {
  let isDone = false;
  void act(verb, undefined, text).then(done => {
    isDone = done;
  });
  await eventually(async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return isDone;
  }, verb);
}

describe('Start Agent…', () => {
  const set = (value: unknown) =>
    vscode.workspace
      .getConfiguration('workorder')
      .update('outsideAgent.command', value, vscode.ConfigurationTarget.Global);
  before(function () {
    // Only the page says when it is the person's turn.
    if (!hasPage) this.skip();
    const root = vscode.extensions.getExtension('work-order.work-order')?.extensionPath ?? '';
    const node = path.join(root, 'node_modules/node/bin/node');
    return set([node, path.join(root, 'test/support/acp/scripted-agent.ts'), JSON.stringify(TURNS)]);
  });
  after(() => set(undefined));
  afterEach(reset);

  it('lets an agent of another maker work on a copy: each turn is a change in the review, and it goes on with the person’s words', async () => {
    const ended = vscode.commands.executeCommand<WrapState | undefined>('workorder.startAgent', {
      task: 'Write a note',
    });
    await diffIsShown();
    await treeItem('Write a note');
    await treeItem('Plan');
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
    await eventually(async () => await act('apply'), 'the first change to be applied');
    await eventually(async () => (await readDisk(FILE)) === 'one\n', 'it to be written');
    await treeItem('scripted 1.0 has ended its turn');
    await actOnFirst('say', 'Write two');
    await diffIsShown();
    await eventually(async () => await act('reject', undefined, 'that is too few'), 'the rejection');
    await treeItem('scripted 1.0 has ended its turn');
    await actOnFirst('say', 'Write three');
    await diffIsShown();
    await eventually(async () => await act('apply'), 'the third change to be applied');
    await eventually(async () => (await readDisk(FILE)) === 'three\n', 'it to be written');
    await treeItem('scripted 1.0 has ended its turn');
    await actOnFirst('stop');

    const state = await ended;
    assert.equal(state?.outcome?.kind, 'APPLIED', JSON.stringify(state?.outcome));
    assert.deepEqual(
      state?.turns.map(({ did }) => did.map(({ title }) => title)),
      [['write docs/note.md'], ['write docs/note.md'], ['edit docs/note.md']],
    );
    assert.equal(await act('revert', `run/${state?.runId}`), true);
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
  });
});

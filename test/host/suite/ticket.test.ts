import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TicketState } from '../../../src/core/tickets/state.ts';
import { eventually, hasPage, onPage, readDisk, reset, script, writeDisk } from './support.ts';

type Call = readonly [tool: string, args?: object];

const TICKET = 'tickets/wrap.ticket.json';
const FILE = 'docs/wrap.md';
const read: Call = ['read_file', { path: FILE }];
const write = (content: string): Call => ['write_file', { path: FILE, content }];
const assign: Call = [
  'assign_to_developer',
  { mode: 'implementation', goal: 'Write it.', acceptanceCriteria: ['it is there'] },
];
const report = (message: string, filesChanged = [{ path: FILE, summary: 'text' }]): Call => [
  'subtask_complete',
  { status: 'complete', filesChanged, buildStatus: 'pass', message },
];
const judge = (status: string, notes = 'Read it.'): Call => ['update_subtask', { status, notes }];
const complete: Call = ['complete_ticket', { summary: 'Written.' }];

/** The agents' replies, in order; the manager and the developer take turns. */
function replies(...turns: readonly (readonly Call[])[]): void {
  for (const calls of turns) {
    const tool_calls = calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args }));
    script().add({ text: JSON.stringify({ thoughts: 'A step.', tool_calls }) });
  }
}

const start = (): Thenable<TicketState | undefined> =>
  vscode.commands.executeCommand('workorder.startTicket', { path: TICKET, review: 'turn', delivery: 'none' });

const act = (verb: string, id?: string, text?: string): Thenable<boolean> =>
  vscode.commands.executeCommand(
    `workorder.agent.${verb}`,
    id === undefined ? undefined : { kind: 'agent', host: 'tickets', id },
    text,
  );

const diffTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).find(tab => tab.label.startsWith('Agent: '));
const diffIsShown = () => eventually(() => diffTab() !== undefined, 'the diff of the developer’s change');
const treeItem = (name: string) => onPage('waitFor', { role: 'treeitem', name, within: '.customview-tree' });

const ticketOf = (title: string) =>
  JSON.stringify({
    title,
    description: '',
    acceptanceCriteria: [],
    subtasks: [{ id: 'text', title: 'The text' }],
  });

/** An editor saves in place, so that the file is cut off for an instant: poll it only through `eventually`. */
const ticketFile = async () =>
  JSON.parse(await readDisk(TICKET)) as { status?: string; subtasks: { status?: string }[] };

describe('Start Ticket', () => {
  before(async () => {
    const models = vscode.workspace.getConfiguration('workorder.models');
    await models.update('designer', 'vscode:scripted/scripted', vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workorder.agents.focus');
  });
  after(async () => {
    const models = vscode.workspace.getConfiguration('workorder.models');
    await models.update('designer', undefined, vscode.ConfigurationTarget.Global);
  });
  beforeEach(async () => {
    await vscode.commands.executeCommand('workbench.actions.treeView.workorder.agents.collapseAll');
    await writeDisk(TICKET, ticketOf('Write about wrapping'));
  });
  afterEach(reset);

  it('shows each change of the developer, counts a rejection, and writes the ticket’s file until it is Done [000-019] [000-021] [000-028]', async () => {
    replies([assign], [write('draft\n'), report('A draft.')]);
    const ended = start();
    await diffIsShown();
    if (hasPage) {
      await treeItem('Needs you');
      await treeItem('The text');
      await treeItem('Developer, implementation');
    }
    assert.equal((await ticketFile()).subtasks[0]?.status, 'in-progress');
    replies(
      [judge('rejected', 'Say more.'), assign],
      [read, write('the whole text\n'), report('All of it.')],
    );
    await eventually(async () => await act('apply'), 'the change to be applied, once it could be looked at');
    await eventually(async () => (await readDisk(FILE).catch(() => '')) === 'draft\n', 'the first change');
    await diffIsShown();
    if (hasPage) await treeItem('rejected once');
    replies([judge('complete'), complete]);
    await eventually(async () => await act('apply'), 'the change to be applied, once it could be looked at');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'DONE', JSON.stringify(state?.outcome));
    assert.equal(await readDisk(FILE), 'the whole text\n');
    assert.equal((await ticketFile()).status, 'Done');

    assert.equal(await act('revert', `run/${state?.runId}`), true);
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
    assert.equal((await ticketFile()).status, 'Open');
  });

  it('waits with a blocked subtask in the inbox, and goes on with your words', async () => {
    await writeDisk(TICKET, ticketOf('Write about greetings'));
    replies([judge('blocked', 'Which language?')], []);
    const state = await start();
    assert.equal(
      state?.outcome?.kind === 'BLOCKED' && state.outcome.by,
      'subtask',
      JSON.stringify(state?.outcome),
    );
    if (hasPage) await treeItem('Which language?');
    replies([assign], [report('Nothing to do.', [])], [judge('complete'), complete]);
    assert.equal(await act('answer', `blocked/${state?.runId}/text`, 'German'), true);
    await eventually(async () => (await ticketFile()).status === 'Done', 'the ticket to be Done');
    // The run writes once more into the ticket's file when it ends: the next test's must not be there yet.
    if (hasPage) await treeItem('ticket, done, Write about greetings');
    assert.match(
      JSON.stringify(
        script()
          .requests()
          .map(r => r.messages),
      ),
      /The user says: German/,
    );
  });

  it('shows the manager’s breakdown before anything is assigned', async () => {
    await writeDisk(
      TICKET,
      JSON.stringify({ title: 'Be polite', description: '', acceptanceCriteria: [], subtasks: [] }),
    );
    const subtasks = [{ title: 'Say hello', description: '', acceptanceCriteria: ['it says hello'] }];
    script().add({ text: JSON.stringify({ subtasks }) });
    const ended = start();
    if (hasPage) await treeItem('Plan of 1 subtask');
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('Subtasks of Be polite'),
      'the breakdown as a document',
    );
    assert.equal(await act('reject', undefined, 'smaller steps'), true);
    const state = await ended;
    assert.equal(
      state?.outcome?.kind === 'BLOCKED' && state.outcome.by,
      'breakdown',
      JSON.stringify(state?.outcome),
    );
    assert.deepEqual((await ticketFile()).subtasks, []);
  });

  it('says what is wrong with a ticket file, and starts nothing', async () => {
    await writeDisk(TICKET, '{"title": "T"}');
    assert.equal(await start(), undefined);
    assert.deepEqual(script().requests(), []);
  });
});

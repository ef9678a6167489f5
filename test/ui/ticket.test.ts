import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/eventually.ts';
import { useSession } from './support/session.ts';

const FILE = 'shop/pricing/gift_wrap.py';
const TICKET = 'tickets/gift-wrap.ticket.json';
const WRAP = `"""Gift wrap."""

WRAP_CENTS = 250
`;

describe('a ticket, as a person works with it', () => {
  const session = useSession({
    viewport: { width: 1280, height: 1600 },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted' },
  });

  const reply = (thoughts: string, ...calls: readonly (readonly [string, object?])[]) => {
    const tool_calls = calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args }));
    session().script.add({ text: JSON.stringify({ thoughts, tool_calls }) });
  };
  const assign = (goal: string) =>
    [
      'assign_to_developer',
      { mode: 'implementation', goal, acceptanceCriteria: [], filesToModify: [FILE] },
    ] as const;
  const report = (message: string) =>
    [
      'subtask_complete',
      { status: 'complete', filesChanged: [{ path: FILE, summary: 'price' }], buildStatus: 'pass', message },
    ] as const;

  it('starts from the list of tickets, and shows who has the turn, the subtasks and the change to review', async () => {
    const { workbench, example } = session();
    reply('The price comes first.', assign('Write gift_wrap_price(pieces).'));
    reply(
      'Write the price of one piece.',
      ['write_file', { path: FILE, content: WRAP }],
      report('2.50 a piece.'),
    );
    await workbench.openView('Work Order');
    await workbench.runCommand('Work Order: Start Ticket');
    await workbench.quickInput.pick(/^Give gift wrap a price/);
    await workbench.quickInput.pick(/^Ask per turn/);
    await workbench.quickInput.pick(/^This folder, nothing/);
    await workbench.treeItem(/^Change to review/).waitFor();
    await workbench.treeItem(/^developer, waiting for you, Developer, implementation/).waitFor();
    await workbench.treeItem(/^subtask, Compute the price of wrapping, in-progress/).waitFor();
    await workbench.editorAction('Apply').waitFor();
    await workbench.screenshot('ticket-review');
    assert.ok(!fs.existsSync(path.join(example.folder, FILE)));
  });

  it('shows rejections in the tree and the ticket’s file, and what is blocked under Needs you', async () => {
    const { workbench, read } = session();
    reply('Large orders are not free yet.', [
      'update_subtask',
      { status: 'rejected', notes: 'Five pieces and more must be free.' },
    ]);
    reply(
      'Nobody said how large an order is.',
      ['update_subtask', { status: 'blocked', notes: 'From how many pieces on is wrapping free?' }],
      ['update_subtask', { status: 'blocked', notes: 'Waits for the price.' }],
    );
    reply('Nothing is left to do.', ['read_file', { path: FILE }]);
    await workbench.applyChange(
      workbench.treeItem(/^Blocked, Compute the price of wrapping: From how many pieces/),
    );
    await eventually(() => JSON.parse(read(TICKET)).status === 'Blocked', 'the ticket’s file to say so');
    await workbench.treeItem(/^subtask, Compute the price of wrapping, blocked, rejected once/).waitFor();
    await workbench.screenshot('ticket-blocked');
  });
});

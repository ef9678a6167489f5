import assert from 'node:assert/strict';
import { assign, MemoryTicket, report, smoothManager, twoSubtasks } from './memory-ticket.ts';

const EMPTY = { ...twoSubtasks, subtasks: [] };
const breakdown = (...titles: readonly string[]) =>
  JSON.stringify({
    subtasks: titles.map(title => ({ title, description: '', acceptanceCriteria: [`${title} is done`] })),
  });

describe('a ticket without subtasks', () => {
  it('is broken down by the manager, shown for approval, and only then assigned', async () => {
    const ticket = new MemoryTicket({}, EMPTY);
    const state = await ticket.run(
      [breakdown('Price', 'Tests'), ...smoothManager(2)],
      [[report()], [report()]],
    );
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(
      ticket.reviewer.breakdowns[0]?.subtasks.map(s => [s.id, s.title, s.acceptanceCriteria]),
      [
        ['subtask-1', 'Price', ['Price is done']],
        ['subtask-2', 'Tests', ['Tests is done']],
      ],
    );
    const order = ticket.events.map(e => e.type);
    assert.ok(order.indexOf('breakdown_decided') < order.indexOf('talk_started'));
    assert.deepEqual(
      ticket.fileTicket().subtasks.map(s => [s.id, s.status]),
      [
        ['subtask-1', 'complete'],
        ['subtask-2', 'complete'],
      ],
    );
  });

  it('waits for you when you reject the breakdown; nothing is assigned', async () => {
    const ticket = new MemoryTicket({}, EMPTY);
    ticket.reviewer.onBreakdown = { kind: 'reject', by: 'Ann', reason: 'too coarse' };
    const state = await ticket.run([breakdown('All')], []);
    assert.deepEqual(state.outcome, {
      kind: 'BLOCKED',
      by: 'breakdown',
      reasons: ['the breakdown was rejected by Ann: too coarse'],
    });
    assert.deepEqual(state.subtasks, []);
    assert.deepEqual(ticket.ofType('assigned'), []);
  });

  it('gets two repair turns for a breakdown that is none, with the exact fault', async () => {
    const ticket = new MemoryTicket({}, EMPTY);
    const state = await ticket.run(['Sure!', '{"subtasks": []}', breakdown('All'), [assign()]], []);
    assert.deepEqual(
      ticket.ofType('protocol_fault').map(f => f.repair),
      [1, 2],
    );
    assert.match(ticket.manager.told(2), /subtasks must not be empty/);
    assert.equal(state.subtasks.length, 1);
  });

  it('stops after them', async () => {
    const ticket = new MemoryTicket({}, EMPTY);
    const state = await ticket.run(['no', 'no', 'no', breakdown('All')], []);
    assert.match(JSON.stringify(state.outcome), /"breakdown".*after 2 repair turns/);
    assert.deepEqual(ticket.reviewer.breakdowns, []);
  });

  it('shows the same proposal again after a crash before the decision', async () => {
    const ticket = new MemoryTicket({}, EMPTY);
    const crash = new Error('the window closed');
    ticket.reviewer.approveBreakdown = () => Promise.reject(crash);
    await assert.rejects(ticket.run([breakdown('All')], []), crash);
    ticket.reviewer.approveBreakdown = async proposal => {
      ticket.reviewer.breakdowns.push(proposal);
      return { kind: 'accept', by: 'Ann' };
    };
    const state = await ticket.resume(smoothManager(1), [[report()]]);
    assert.equal(state.outcome?.kind, 'DONE');
    assert.equal(ticket.reviewer.breakdowns[0]?.subtasks[0]?.title, 'All');
  });
});

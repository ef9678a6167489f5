import assert from 'node:assert/strict';
import { createTickets } from '../../../src/core/tickets/tickets.ts';
import { write } from '../taskagent/memory-agent.ts';
import { assign, MemoryTicket, report, smoothManager, TICKET_FILE, update } from './memory-ticket.ts';

const done = async () => {
  const ticket = new MemoryTicket();
  await ticket.run(smoothManager(2), [[write('a.txt')], [report()], [report()]]);
  return { ticket, tickets: createTickets(async () => ticket.ports) };
};

describe('the end of a ticket', () => {
  it('is written into its file when a Done ticket is taken back: open again, with what was undone', async () => {
    const { ticket, tickets } = await done();
    assert.equal(ticket.fileTicket().status, 'Done');
    const reverted = await tickets.revert({ runId: 'run-1', by: 'Ann' });
    assert.deepEqual(reverted, { ok: true, value: ['a.txt'] });
    const { status, subtasks, activity } = ticket.fileTicket();
    assert.equal(status, 'Open');
    assert.deepEqual(
      subtasks.map(s => s.status),
      ['open', 'complete'],
      'the second changed nothing',
    );
    const { actor, from, to, notes } = activity?.at(-1) ?? {};
    assert.deepEqual(
      { actor, from, to, notes },
      { actor: 'Ann', from: 'Done', to: 'Open', notes: 'took back a.txt' },
    );
  });

  it('is not Blocked without a reason when what it was blocked by is taken back', async () => {
    const ticket = new MemoryTicket();
    const tickets = createTickets(async () => ticket.ports);
    // The developer's model gives no answer any more.
    await ticket.run([[assign()]], [[write('a.txt')]]);
    assert.equal(ticket.fileTicket().status, 'Blocked');
    assert.equal((await tickets.revert({ runId: 'run-1', by: 'Ann' })).ok, true);
    assert.equal(ticket.fileTicket().status, 'Open');
    const { from, to } = ticket.fileTicket().activity?.at(-1) ?? {};
    assert.deepEqual([from, to], ['Blocked', 'Open']);
  });

  it('stays Blocked when a subtask still needs a person', async () => {
    const ticket = new MemoryTicket();
    const tickets = createTickets(async () => ticket.ports);
    await ticket.run(
      [[assign()], [update('complete'), assign()], [update('blocked', 'needs a key')]],
      [[write('a.txt'), report()], [report()]],
    );
    assert.equal((await tickets.revert({ runId: 'run-1', by: 'Ann' })).ok, true);
    const { status, subtasks } = ticket.fileTicket();
    assert.deepEqual([status, ...subtasks.map(s => s.status)], ['Blocked', 'open', 'blocked']);
  });

  it('lets a ticket that was taken back run again', async () => {
    const { ticket, tickets } = await done();
    await tickets.revert({ runId: 'run-1', by: 'Ann' });
    const again = await ticket.run(smoothManager(1), [[write('a.txt', 'better\n')], [report()]]);
    assert.equal(again.outcome?.kind, 'DONE', JSON.stringify(again.outcome));
    assert.equal(ticket.files.text('a.txt'), 'better\n');
    assert.equal(ticket.fileTicket().status, 'Done');
  });

  it('keeps the file as it is when nothing can be taken back', async () => {
    const { ticket, tickets } = await done();
    ticket.files.set('a.txt', 'of a person\n');
    assert.equal((await tickets.revert({ runId: 'run-1', by: 'Ann' })).ok, false);
    assert.equal(ticket.fileTicket().status, 'Done');
  });

  it('is written into its file when a run is given up', async () => {
    const ticket = new MemoryTicket();
    ticket.journals.left = 6;
    await assert.rejects(ticket.run([[assign()], [update('complete')]], [[report()]]), /the machine stopped/);
    ticket.journals.left = Number.POSITIVE_INFINITY;
    const given = await createTickets(async () => ticket.ports).giveUp('run-1');
    assert.equal(given.ok && given.value.outcome?.kind, 'CANCELLED');
    assert.equal(ticket.fileTicket().activity?.at(-1)?.notes, 'Stopped by you');
    assert.match(ticket.files.text(TICKET_FILE) ?? '', /Stopped by you/);
  });

  it('is no other process’s to decide while the run is at work', async () => {
    const ticket = new MemoryTicket();
    const tickets = createTickets(async () => ticket.ports);
    const refusals: unknown[] = [];
    ticket.reviewer.decide = () => ({ reject: 'no' });
    const review = ticket.reviewer.review.bind(ticket.reviewer);
    ticket.reviewer.review = async proposal => {
      const settings = ticket.settings([], []);
      refusals.push(await tickets.revert({ runId: 'run-1', by: 'Bob' }), await tickets.giveUp('run-1'));
      refusals.push(await tickets.resume({ ...settings, runId: 'run-1', unblock: [], by: 'Bob' }));
      return review(proposal);
    };
    const state = await ticket.run([[assign()]], [[write('a.txt')]]);
    const elsewhere = { ok: false, error: 'run-1 is at work elsewhere' };
    assert.deepEqual(refusals, [elsewhere, elsewhere, elsewhere]);
    assert.equal(state.outcome?.kind, 'BLOCKED', 'the models have no more replies');
    assert.equal((await tickets.giveUp('run-1')).ok, true, 'it was let go at the end');
  });
});

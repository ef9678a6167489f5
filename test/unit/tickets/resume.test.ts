import assert from 'node:assert/strict';
import { resumeTicket } from '../../../src/core/tickets/resume-ticket.ts';
import { formatTicket } from '../../../src/core/tickets/ticket-file.ts';
import type { Ticket } from '../../../src/generated/contracts.ts';
import { write } from '../taskagent/memory-agent.ts';
import {
  assign,
  completeTicket,
  MemoryTicket,
  report,
  smoothManager,
  TICKET_FILE,
  twoSubtasks,
  update,
} from './memory-ticket.ts';

const one: Ticket = { ...twoSubtasks, subtasks: [{ id: 'price', title: 'Give it a price' }] };
const changed = { filesChanged: [{ path: 'a.txt', summary: 'new' }], message: 'Wrote a.txt.' };

describe('a ticket that goes on', () => {
  it('has the six fields of its state as they were [000-040] [000-044] [000-045] [000-046] [000-047] [000-048] [000-049]', async () => {
    const ticket = new MemoryTicket();
    const before = await ticket.run(
      [[assign()], [update('rejected'), assign({ mode: 'testing' })]],
      [[report()]],
    );
    assert.equal(before.outcome?.kind, 'BLOCKED', 'the developer’s model gave no answer');
    const after = await ticket.resume([], []);
    for (const field of [
      'currentAgent',
      'currentSubtaskId',
      'currentDeveloperMode',
      'rejectionCounts',
      'lastDeveloperResult',
      'lastManagerAssignment',
    ] as const)
      assert.deepEqual(after[field], before[field], field);
  });

  it('counts rejections on: the third one after a reload blocks [000-022] [000-047]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run(
      [[assign()], [update('rejected'), assign()], [update('rejected')]],
      [[report()], [report()]],
    );
    const state = await ticket.resume([[assign()], [update('rejected')]], [[report()]]);
    assert.equal(state.subtasks[0]?.status, 'blocked');
    assert.equal(state.rejectionCounts['price'], 3);
  });

  it('counts on from the file too, when another machine goes on', async () => {
    const first = new MemoryTicket();
    await first.run(
      [[assign()], [update('rejected'), assign()], [update('rejected')]],
      [[report()], [report()]],
    );
    const second = new MemoryTicket({ [TICKET_FILE]: formatTicket(first.fileTicket()) });
    const state = await second.run([[assign()], [update('rejected')]], [[report()]]);
    assert.equal(state.subtasks[0]?.status, 'blocked');
    assert.equal(second.fileTicket().activity?.[0]?.to, 'in-progress', 'the log goes on as well');
  });

  it('goes on with the developer’s conversation word for word after a crash', async () => {
    const ticket = new MemoryTicket({ 'a.txt': 'A\n' }, one);
    await ticket.run([[assign()]], [[['read_file', { path: 'a.txt' }]]]);
    const asked = ticket.developer.asked.at(-1) ?? [];
    const state = await ticket.resume([[update('complete'), completeTicket()]], [[report()]]);
    const resumed = ticket.developer.asked[0] ?? [];
    assert.deepEqual(resumed.slice(0, asked.length), asked);
    assert.match(resumed.at(-1)?.text ?? '', /The run was interrupted and continues now\..*The ticket now:/s);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('tells what you say when it goes on', async () => {
    const ticket = new MemoryTicket({}, one);
    await ticket.run([[assign()]], []);
    await ticket.resume([], [[report()]], { words: 'The key is in the drawer.' });
    assert.match(ticket.developer.asked[0]?.at(-1)?.text ?? '', /The user says: The key is in the drawer\./);
  });

  it('needs a blocked subtask unblocked first, and forgets its rejections then [000-022]', async () => {
    const ticket = new MemoryTicket({}, one);
    await ticket.run([[update('blocked', 'needs a key')]], []);
    const refused = await resumeTicket(ticket.ports, {
      ...ticket.settings([], []),
      runId: 'run-1',
      unblock: [],
      by: 'Ann',
    });
    assert.match(refused.ok ? '' : refused.error, /\(price\) and needs a person; unblock one to continue/);
    const state = await ticket.resume([[assign()], [update('complete'), completeTicket()]], [[report()]], {
      unblock: ['price'],
      words: 'Here is the key.',
    });
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(state.rejectionCounts, {});
    const entry = ticket.fileTicket().activity?.find(a => a.actor === 'Ann');
    assert.deepEqual([entry?.from, entry?.to, entry?.notes], ['blocked', 'open', 'Here is the key.']);
  });

  it('takes over what you changed in its file', async () => {
    const ticket = new MemoryTicket({}, one);
    await ticket.run([[assign()]], []);
    const { subtasks, ...rest } = ticket.fileTicket();
    const more = [...subtasks, { id: 'docs', title: 'Write it down' }];
    ticket.files.set(TICKET_FILE, formatTicket({ ...rest, subtasks: more }));
    const state = await ticket.resume(smoothManager(2).slice(1), [[report()], [report()]]);
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(
      state.subtasks.map(s => [s.id, s.status]),
      [
        ['price', 'complete'],
        ['docs', 'complete'],
      ],
    );
  });

  it('does not go on when it is done', async () => {
    const ticket = new MemoryTicket({}, one);
    await ticket.run(smoothManager(1), [[report()]]);
    const resumed = await resumeTicket(ticket.ports, {
      ...ticket.settings([], []),
      runId: 'run-1',
      unblock: [],
      by: 'Ann',
    });
    assert.equal(resumed.ok, false);
  });

  it('says that a change stays when it is cancelled, and goes on later', async () => {
    const ticket = new MemoryTicket({}, one);
    const abort = new AbortController();
    ticket.signal = abort.signal;
    ticket.reviewer.decide = () => {
      queueMicrotask(() => abort.abort());
      return 'apply';
    };
    const cancelled = await ticket.run([[assign()]], [[write('a.txt')], [report(changed)]]);
    assert.equal(cancelled.outcome?.kind, 'CANCELLED');
    ticket.signal = new AbortController().signal;
    ticket.reviewer.decide = () => 'apply';
    const state = await ticket.resume(
      [[update('complete'), completeTicket()]],
      [[write('a.txt')], [report(changed)], [report(changed)]],
    );
    assert.equal(state.outcome?.kind, 'DONE');
  });
});

import assert from 'node:assert/strict';
import { agentsTree } from '../../../src/core/panel/agents-list.ts';
import { runItemOf } from '../../../src/core/panel/run-items.ts';
import { TICKET_ITEMS, TICKETS, ticketItemId } from '../../../src/core/panel/ticket-items.ts';
import {
  breakdownPlan,
  type TicketRunView,
  ticketNeeds,
  ticketRow,
} from '../../../src/core/panel/ticket-rows.ts';
import type { TicketState } from '../../../src/core/tickets/state.ts';
import { write } from '../taskagent/memory-agent.ts';
import { assign, MemoryTicket, report, twoSubtasks, update } from '../tickets/memory-ticket.ts';
import { drawn } from './sample-run.ts';

const view = (state: TicketState, more: Partial<TicketRunView> = {}): TicketRunView => ({
  state,
  lastAt: 0,
  isRunning: false,
  ...more,
});

const tree = (run: TicketRunView): string =>
  drawn(agentsTree([{ host: TICKETS, agents: [ticketRow(run)], needsYou: ticketNeeds(run) }], 60_000));

const changed = { filesChanged: [{ path: 'a.txt', summary: 'new' }] };

describe('a ticket in the Agents view', () => {
  it('shows subtasks with status, rejections and changes, who works and on what, and the activity', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[assign()], [update('rejected', 'Once more.'), assign({ mode: 'testing' })]],
      [[write('a.txt'), report(changed)]],
    );
    const { outcome: _ended, ...running } = state;
    assert.equal(
      tree(
        view(
          { ...running, outcome: undefined, note: 'Run the tests.' },
          { isRunning: true, calls: new Map([['', 'run_tests']]) },
        ),
      ),
      `Gift wrap — 0 of 2 subtasks complete · 45 tokens
  Manager — waits for the developer’s report
  Developer, testing — run_tests
  Give it a price — in-progress, rejected once
    Change 1 — a.txt
  Test the price — open
  Activity — 5
    orchestrator — Needs you (model): developer: no more replies
    price → in-progress — testing: Do it.
    price → rejected — Once more.
    price → awaiting review — reports complete: Done.
    price → in-progress — implementation: Do it.
  Used — 45 tokens`,
    );
  });

  it('shows the criteria that the manager verified below a complete subtask [000-007]', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run([[assign()], [update('complete')]], [[report()]]);
    assert.match(tree(view(state)), /Give it a price — complete\n {4}it is done — met\n {2}Test the price/);
  });

  it('puts each blocked subtask in the inbox, to be answered, when nothing else is left', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[update('blocked', 'needs a key'), update('blocked', 'needs the price')], []],
      [],
    );
    assert.deepEqual(
      ticketNeeds(view(state)).map(({ id, kind, sentence, verbs }) => ({ id, kind, sentence, verbs })),
      [
        {
          id: 'blocked/run-1/price',
          kind: 'blocked',
          sentence: 'Give it a price: needs a key',
          verbs: ['answer', 'stop'],
        },
        {
          id: 'blocked/run-1/tests',
          kind: 'blocked',
          sentence: 'Test the price: needs the price',
          verbs: ['answer', 'stop'],
        },
      ],
    );
    assert.deepEqual(ticketRow(view(state)).verbs, ['transcript', 'remove']);
  });

  it('says before an answer that tests fail, and what the answer does to that', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[update('blocked', 'needs a key'), update('blocked', 'needs it')], []],
      [],
    );
    const [need] = ticketNeeds(view({ ...state, testRun: { ok: false, passed: 1, total: 2 } }));
    assert.equal(
      need?.sentence,
      'Give it a price: needs a key (the last test run failed: 1 of 2 tests passed; your answer lets as many fail)',
    );
  });

  it('offers to resume what was interrupted or reached a limit', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run([[assign()]], []);
    assert.deepEqual(ticketNeeds(view(state))[0]?.verbs, ['resume', 'stop']);
    const interrupted = view({ ...state, outcome: undefined });
    assert.equal(ticketNeeds(interrupted)[0]?.kind, 'interrupted');
    assert.equal(ticketRow(interrupted).status, 'interrupted');
  });

  it('shows a merge that did not work as a conflict', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run([[assign()]], []);
    const outcome = { kind: 'BLOCKED', by: 'delivery', reasons: ['conflicts with main in a.py'] } as const;
    const [need] = ticketNeeds(view({ ...state, outcome }));
    assert.deepEqual([need?.kind, need?.sentence], ['conflict', 'conflicts with main in a.py']);
  });

  it('shows the breakdown as a plan to read before it is approved', () => {
    const { subtasks } = twoSubtasks;
    const plan = breakdownPlan({ runId: 'run-1', ticket: { ...twoSubtasks, subtasks: [] }, subtasks });
    assert.equal(plan.sentence, 'Plan of 2 subtasks: Give it a price; Test the price');
    assert.equal(
      plan.markdown,
      '# Gift wrap\n\nWrapping costs money.\n\n## 1. Give it a price\n\n- a function returns it\n\n## 2. Test the price',
    );
  });

  it('waits as a whole while its plan waits', async () => {
    const state = await new MemoryTicket().run([], []);
    const row = ticketRow(view(state, { isRunning: true, waiting: new Set(['']) }));
    assert.equal(row.status, 'waiting');
    assert.equal(row.children?.find(({ role }) => role === 'manager')?.status, 'waiting');
  });

  it('reads its ids back', () => {
    for (const item of [
      { kind: 'run', runId: 'r' },
      { kind: 'file', runId: 'r' },
      { kind: 'blocked', runId: 'r', of: ['s-1'] },
      { kind: 'change', runId: 'r', of: ['3'] },
    ] as const)
      assert.deepEqual(runItemOf(TICKET_ITEMS, ticketItemId(item)), { of: [], ...item });
    assert.equal(runItemOf(TICKET_ITEMS, 'waiting-1'), undefined);
  });
});

import assert from 'node:assert/strict';
import { resumeTicket } from '../../../src/core/tickets/resume-ticket.ts';
import { runTicket } from '../../../src/core/tickets/run-ticket.ts';
import { MemorySteering } from '../../support/memory-steering.ts';
import { type Call, type PlayedModel, type Reply, write } from '../taskagent/memory-agent.ts';
import { MemoryTicket, report, smoothManager, TICKET_FILE } from './memory-ticket.ts';

const DEVELOPER: readonly Reply[] = [
  [write('a.py'), report({ filesChanged: [{ path: 'a.py', summary: 'new' }] })],
  [write('b.py'), report({ filesChanged: [{ path: 'b.py', summary: 'new' }] })],
];

/** Says something while the developer's n-th reply is under way, from 0. */
async function steered(at: number, act: (steering: MemorySteering) => void, developer = DEVELOPER) {
  const ticket = new MemoryTicket();
  const steering = new MemorySteering();
  const settings = ticket.settings([...smoothManager(2)], developer);
  let asked = 0;
  const { ask } = ticket.developer;
  ticket.developer.ask = request => {
    if (asked++ === at) act(steering);
    return ask.call(ticket.developer, request);
  };
  const ports = { ...ticket.ports, steering };
  const state = await runTicket(ports, { ...settings, ticket: ticket.fileTicket(), path: TICKET_FILE });
  return { ticket, steering, state, ports };
}

const textsOf = (model: PlayedModel): readonly string[] => model.asked.flatMap(all => all.at(-1)?.text ?? '');

describe('steering a ticket while it works', () => {
  it('gives the words to the agent whose turn it is, once, and an agent about to report reads them first', async () => {
    const again: readonly Reply[] = [
      [write('a.py'), report({ filesChanged: [{ path: 'a.py', summary: 'new' }] })],
      [report({ filesChanged: [{ path: 'a.py', summary: 'new' }] })],
      [write('b.py'), report({ filesChanged: [{ path: 'b.py', summary: 'new' }] })],
    ];
    const { ticket, steering, state } = await steered(0, s => s.say('say', 'Use cents.'), again);
    assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
    const told = [...textsOf(ticket.developer), ...textsOf(ticket.manager)];
    assert.equal(told.filter(text => text.includes('Ann says: Use cents.')).length, 1);
    assert.deepEqual(steering.said, []);
  });

  it('pauses before the next reply, and goes on where it was', async () => {
    const { ticket, state, ports } = await steered(0, s => s.say('pause'));
    assert.equal(state.outcome?.kind, 'BLOCKED');
    assert.match(JSON.stringify(state.outcome), /paused by Ann/);
    const done: readonly Call[] = [
      write('b.py'),
      report({ filesChanged: [{ path: 'b.py', summary: 'new' }] }),
    ];
    const resumed = await resumeTicket(ports, {
      ...ticket.settings([...smoothManager(2).slice(1)], [done]),
      runId: 'run-1',
      unblock: [],
      by: 'Ann',
    });
    assert.ok(resumed.ok);
    assert.equal(resumed.value.outcome?.kind, 'DONE', JSON.stringify(resumed.value.outcome));
    assert.deepEqual([ticket.files.text('a.py'), ticket.files.text('b.py')], ['x\n', 'x\n']);
  });

  it('stops at once', async () => {
    const { state } = await steered(0, s => s.say('stop'));
    assert.equal(state.outcome?.kind, 'CANCELLED');
  });
});

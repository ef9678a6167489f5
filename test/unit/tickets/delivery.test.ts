import assert from 'node:assert/strict';
import { ok } from '../../../src/core/kernel/result.ts';
import type { FeatureMerge, MergeOutcome, OneFlow } from '../../../src/core/ports/one-flow.ts';
import { featureBranch } from '../../../src/core/tickets/complete-ticket.ts';
import { write } from '../taskagent/memory-agent.ts';
import { completeTicket, MemoryTicket, report, smoothManager } from './memory-ticket.ts';

const MERGED: MergeOutcome = {
  kind: 'merged',
  branch: 'feature/gift-wrap',
  base: 'main',
  sha: 'abc',
  notes: [],
};

/** git-oneflow that answers as told, and remembers what it was asked. */
class PlayedFlow implements OneFlow {
  readonly asked: FeatureMerge[] = [];
  ready: Awaited<ReturnType<OneFlow['check']>> = ok(true);
  outcomes: MergeOutcome[] = [MERGED];

  async check() {
    return this.ready;
  }

  async merge(feature: FeatureMerge) {
    this.asked.push(feature);
    return this.outcomes.shift() ?? MERGED;
  }
}

const work = [[write('shop/wrap.py'), write('secrets.json', '{}\n'), report()], [report()]] as const;

describe('the delivery of a ticket', () => {
  it('merges between the check of the subtasks and Done, exactly what the ticket changed [000-027] [000-028]', async () => {
    const ticket = new MemoryTicket();
    const flow = new PlayedFlow();
    ticket.oneFlow = flow;
    const state = await ticket.run(smoothManager(2), work, { delivery: 'oneflow' });
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(flow.asked, [
      {
        branch: 'feature/gift-wrap',
        paths: ['shop/wrap.py'],
        subject: 'gift-wrap: Gift wrap',
        body: 'All of it.\n\n- Give it a price\n- Test the price',
      },
    ]);
    const order = ticket.events.map(e => e.type);
    assert.ok(order.indexOf('merged') < order.indexOf('completed'));
    assert.match(state.warnings.join('\n'), /secrets\.json look like secrets and stay out of the commit/);
  });

  it('leaves the ticket open when it cannot be merged, and needs you [000-027]', async () => {
    const ticket = new MemoryTicket();
    const flow = new PlayedFlow();
    flow.outcomes = [{ kind: 'needs_you', step: 'rebase', reason: 'conflicts with main in a.py' }];
    ticket.oneFlow = flow;
    const blocked = await ticket.run(smoothManager(2), work, { delivery: 'oneflow' });
    assert.deepEqual(blocked.outcome, {
      kind: 'BLOCKED',
      by: 'delivery',
      reasons: ['conflicts with main in a.py'],
    });
    assert.equal(ticket.fileTicket().status, 'Blocked');
    assert.deepEqual(ticket.ofType('completed'), []);

    const done = await ticket.resume([[completeTicket()]], [], { delivery: 'oneflow' });
    assert.equal(done.outcome?.kind, 'DONE');
    assert.equal(flow.asked.length, 2);
  });

  it('does not begin where git-oneflow could not end', async () => {
    const ticket = new MemoryTicket();
    const flow = new PlayedFlow();
    flow.ready = {
      ok: false,
      error: 'git-oneflow starts from main, but work is checked out; switch to main first',
    };
    ticket.oneFlow = flow;
    const state = await ticket.run(smoothManager(2), work, { delivery: 'oneflow' });
    assert.match(JSON.stringify(state.outcome), /"delivery".*switch to main first/);
    assert.equal(ticket.manager.asked.length, 0);
  });

  it('merges nothing twice after a crash behind the merge', async () => {
    const ticket = new MemoryTicket();
    const flow = new PlayedFlow();
    ticket.oneFlow = flow;
    const { events } = ticket;
    const whole = await ticket.run(smoothManager(2), work, { delivery: 'oneflow' });
    assert.equal(whole.outcome?.kind, 'DONE');
    const merged = events.findIndex(e => e.type === 'merged');

    const crashed = new MemoryTicket();
    const again = new PlayedFlow();
    crashed.oneFlow = again;
    crashed.journals.left = merged + 1;
    await assert.rejects(crashed.run(smoothManager(2), work, { delivery: 'oneflow' }));
    crashed.journals.left = Number.POSITIVE_INFINITY;
    const state = await crashed.resume([[completeTicket()]], [], { delivery: 'oneflow' });
    assert.equal(state.outcome?.kind, 'DONE');
    assert.equal(again.asked.length, 1);
  });

  it('names the branch after the ticket and its title', () => {
    assert.equal(
      featureBranch({ id: 'T-12', title: 'Give gift wrap a price' }),
      'feature/t-12-give-gift-wrap-a-price',
    );
    assert.equal(featureBranch({ id: 'gift-wrap', title: 'Gift wrap' }), 'feature/gift-wrap');
    assert.equal(featureBranch({ id: '..', title: '¿?' }), 'feature/ticket');
  });
});

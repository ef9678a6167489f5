import assert from 'node:assert/strict';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { finish, MemoryAgent, write } from './memory-agent.ts';

describe('an agent’s run at work', () => {
  it('is resumed, given up and taken back by nobody else, and by anybody when it has ended', async () => {
    const agent = new MemoryAgent();
    const taskAgent = createTaskAgent(async () => agent.ports);
    const refusals: unknown[] = [];
    const review = agent.reviewer.review.bind(agent.reviewer);
    agent.reviewer.review = async proposal => {
      const { assignment: _1, mode: _2, profile: _3, ...rest } = agent.request([[finish()]]);
      refusals.push(
        await taskAgent.resume({ ...rest, runId: 'run-1' }),
        await taskAgent.giveUp('run-1'),
        await taskAgent.revert({ runId: 'run-1', by: 'Bob' }),
      );
      return review(proposal);
    };
    const state = await agent.run([[write('a.py')], [finish()]]);
    const elsewhere = { ok: false, error: 'run-1 is at work elsewhere' };
    assert.deepEqual(refusals, [elsewhere, elsewhere, elsewhere]);
    assert.equal(state.applied.length, 1);
    assert.deepEqual(await taskAgent.revert({ runId: 'run-1', by: 'Bob' }), { ok: true, value: ['a.py'] });
  });
});

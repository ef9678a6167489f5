import assert from 'node:assert/strict';
import { taskAgentRow } from '../../../src/core/panel/task-agents.ts';
import { triedNodes } from '../../../src/core/panel/tried-nodes.ts';
import type { Tried } from '../../../src/core/ports/trials.ts';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { finish, MemoryAgent, submit, write } from '../taskagent/memory-agent.ts';

const tried: Tried = {
  trials: [],
  tests: { kind: 'not run', reason: 'pytest is not installed' },
};

describe('what a person had run of the changes of an agent', () => {
  it('is in the Agents view until a change is taken back', async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.py')], [submit()], [finish()]]);
    const runs = createTaskAgent(async () => agent.ports);
    const details = async () => {
      const state = await runs.state('run-1');
      assert.ok(state);
      return (taskAgentRow({ state, lastAt: 0, isRunning: false }).details ?? []).map(({ label }) => label);
    };
    assert.ok(!(await details()).includes('Run before and after'));
    assert.ok((await runs.recordTried('run-1', tried)).ok);
    assert.ok((await details()).includes('Run before and after'));
    assert.ok((await runs.revert({ runId: 'run-1', by: 'Ann' })).ok);
    assert.ok(!(await details()).includes('Run before and after'));
  });

  it('says what was run, and shows nothing where nothing was', () => {
    const [node] = triedNodes('run-1', tried);
    assert.deepEqual(
      node?.children?.map(({ label }) => label),
      ['pytest is not installed'],
    );
    assert.deepEqual(triedNodes('run-1', undefined), []);
  });
});

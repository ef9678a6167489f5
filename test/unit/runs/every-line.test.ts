import assert from 'node:assert/strict';
import type { Model } from '../../../src/core/ports/model.ts';
import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { runTaskAgent } from '../../../src/core/taskagent/run-agent.ts';
import { DyingJournals } from '../../support/dying-journals.ts';
import { type Call, envelope, MemoryAgent } from '../taskagent/memory-agent.ts';

/** An agent that looks where it is and goes on from there, as a capable model would. */
function modelOf(agent: MemoryAgent): Model {
  const next = (): readonly Call[] => {
    const subjects = agent.delivery.commits.map(c => c.subject);
    for (const [n, file] of ['a.py', 'b.py'].entries()) {
      if (agent.files.text(file) === undefined) return [['write_file', { path: file, content: 'x\n' }]];
      const feature = { task_id: 1, feature_id: n + 1, title: file };
      if (!subjects.includes(`Feature 1.${n + 1}: ${file}`)) return [['finish_feature', feature]];
    }
    return [
      ['submit_for_review', { task_id: 1, task_title: 'Both' }],
      ['finish', {}],
    ];
  };
  return {
    label: 'scripted',
    ask: async ({ messages }) => {
      assert.match(messages[1]?.text ?? '', /Do the next task/, 'the agent knows its task');
      const usage = { inputTokens: 10, outputTokens: 5, estimated: false };
      return { kind: 'answer', text: envelope(next()), model: 'm', usage };
    },
  };
}

const endOf = async (agent: MemoryAgent, journals: DyingJournals<AgentEvent>) => {
  const events = (await journals.read('run-1')) ?? [];
  const ofType = (type: string) => events.filter(e => e.type === type);
  return {
    files: agent.files.snapshot(),
    commits: agent.delivery.commits.map(c => [c.subject, c.paths]),
    recorded: ofType('committed').map(e => e.type === 'committed' && [e.subject, e.paths]),
    applied: ofType('applied').map(e => e.type === 'applied' && e.files.map(f => f.path)),
    submitted: ofType('submitted').length,
  };
};

describe('a task agent whose process dies', () => {
  it('goes on from every line of its journal to the same end: nothing lost, nothing done twice [002-036] [002-037]', async () => {
    const begin = (lines: number) => {
      const agent = new MemoryAgent();
      const journals = new DyingJournals<AgentEvent>();
      journals.linesLeft = lines;
      agent.journals = journals;
      const request = { ...agent.request([]), model: modelOf(agent) };
      return { agent, journals, request };
    };
    const whole = begin(Number.POSITIVE_INFINITY);
    const state = await runTaskAgent(whole.agent.ports, whole.request);
    assert.equal(state.outcome?.kind, 'DONE', JSON.stringify(state.outcome));
    const end = await endOf(whole.agent, whole.journals);
    const lines = (await whole.journals.read('run-1'))?.length ?? 0;
    assert.ok(lines > 30, `${lines}`);

    for (let n = 1; n < lines; n++) {
      const { agent, journals, request } = begin(n);
      await assert.rejects(runTaskAgent(agent.ports, request), /the process died/);
      journals.linesLeft = Number.POSITIVE_INFINITY;
      const { assignment: _1, mode: _2, profile: _3, ...rest } = request;
      const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId: 'run-1' });
      const at = `after ${n} of ${lines} lines`;
      assert.ok(resumed.ok, `${at}: ${resumed.ok ? '' : resumed.error}`);
      assert.equal(resumed.value.outcome?.kind, 'DONE', `${at}: ${JSON.stringify(resumed.value.outcome)}`);
      const { submitted, ...rest1 } = await endOf(agent, journals);
      const { submitted: _4, ...rest2 } = end;
      assert.deepEqual(rest1, rest2, at);
      // Submitting is no change: an agent that was not told may do it again.
      assert.ok(submitted >= 1, at);
    }
  });
});

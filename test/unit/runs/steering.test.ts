import assert from 'node:assert/strict';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { runTaskAgent } from '../../../src/core/taskagent/run-agent.ts';
import { MemorySteering } from '../../support/memory-steering.ts';
import { create, delegate, MemoryTeam, report, task, write as teamWrites } from '../routa/memory-team.ts';
import { finish, MemoryAgent, type Reply, read, submit, write } from '../taskagent/memory-agent.ts';

describe('steering a task agent while it works', () => {
  /** Says something while the n-th reply is under way, from 0. */
  const steered = async (replies: readonly Reply[], at: number, act: (steering: MemorySteering) => void) => {
    const agent = new MemoryAgent();
    const steering = new MemorySteering();
    const request = agent.request(replies);
    let asked = 0;
    const model = {
      label: 'played',
      ask: async (one: Parameters<typeof agent.model.ask>[0]) => {
        if (asked++ === at) act(steering);
        return agent.model.ask(one);
      },
    };
    const ports = { ...agent.ports, steering };
    const state = await runTaskAgent(ports, { ...request, model });
    return { agent, steering, state, ports, request };
  };

  it('tells it before its next reply, once, and journals what was said', async () => {
    const { agent, steering } = await steered([[write('a.py')], [submit()], [finish()]], 0, s =>
      s.say('say', 'Use tabs.'),
    );
    assert.match(agent.model.asked[1]?.at(-1)?.text ?? '', /^While you were at work:\nAnn says: Use tabs\.$/);
    assert.equal(agent.model.asked[2]?.filter(m => m.text.includes('Use tabs.')).length, 1);
    assert.deepEqual(steering.said, []);
    const told = agent.events.filter(event => event.type === 'told' && 'said' in event);
    assert.deepEqual(
      told.map(event => 'said' in event && event.said),
      [['0']],
    );
  });

  it('is not lost during the last reply: the agent reads it before it may finish', async () => {
    const { agent, state } = await steered(
      [
        [write('a.py'), submit(), finish()],
        [write('b.py'), submit(), finish()],
      ],
      0,
      s => s.say('say', 'And b.py.'),
    );
    assert.equal(state.outcome?.kind, 'DONE');
    assert.match(JSON.stringify(agent.model.asked[1]), /Ann wrote to you meanwhile/);
    assert.ok(agent.files.text('b.py') !== undefined);
  });

  it('pauses before the next reply, and a resumed run has the whole conversation', async () => {
    const { agent, state, ports, request } = await steered([[write('a.py')], [submit(), finish()]], 0, s =>
      s.say('pause'),
    );
    assert.deepEqual(state.outcome, { kind: 'BLOCKED', by: 'limit', reasons: ['paused by Ann'] });
    assert.ok(agent.files.text('a.py') !== undefined, 'what it was doing is done');
    const resumed = await resumeTaskAgent(ports, { ...request, runId: state.runId });
    assert.ok(resumed.ok && resumed.value.outcome?.kind === 'DONE');
  });

  it('does not keep a single plan from its end, because there is no next reply', async () => {
    const agent = new MemoryAgent();
    const steering = new MemorySteering();
    const request = agent.request([[write('a.py'), submit(), finish()]], {
      mode: 'single',
      profile: 'thoughts/1',
    });
    const model = {
      label: 'played',
      ask: async (one: Parameters<typeof agent.model.ask>[0]) => {
        steering.say('say', 'Too late.');
        return agent.model.ask(one);
      },
    };
    const state = await runTaskAgent({ ...agent.ports, steering }, { ...request, model });
    assert.ok(
      state.calls.every(call => call.status === 'ok'),
      JSON.stringify(state.calls),
    );
  });

  it('stops at once', async () => {
    const { state, agent } = await steered([[write('a.py')], [submit(), finish()]], 0, s => s.say('stop'));
    assert.equal(state.outcome?.kind, 'CANCELLED');
    assert.deepEqual(agent.files.applied, []);
  });

  it('says nothing twice when the process died before the word was taken away', async () => {
    const { agent, steering, state, ports, request } = await steered(
      [[read('a.py')], [read('b.py')]],
      0,
      s => {
        s.isStuck = true;
        s.say('say', 'Once.');
      },
    );
    assert.equal(state.outcome?.kind, 'BLOCKED');
    steering.isStuck = false;
    const model = new MemoryAgent();
    const next = model.request([[write('a.py'), submit(), finish()]]);
    const resumed = await resumeTaskAgent(ports, { ...request, model: next.model, runId: state.runId });
    assert.ok(resumed.ok, resumed.ok ? '' : resumed.error);
    assert.equal(model.model.asked[0]?.filter(m => m.text.includes('Once.')).length, 1);
    assert.deepEqual(steering.said, []);
    assert.ok(agent.events.length > 0);
  });
});

describe('steering a ROUTA workspace while it works', () => {
  const steeredTeam = () => {
    const team = new MemoryTeam();
    const steering = new MemorySteering();
    const { ports } = team;
    Object.defineProperty(team, 'ports', { get: () => ({ ...ports, steering }) });
    return { team, steering };
  };

  it('writes to the agent that is named before its next reply, and lets it read before it reports', async () => {
    const { team, steering } = steeredTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          () => {
            steering.say('say', 'And tests.', 'c');
            return [teamWrites('a.py'), report('c', 'a')];
          },
          [report('c', 'a')],
        ],
      },
      { tasks: [task('a')] },
    );
    const [told] = team.told('c', 1).inboxes.slice(-1);
    assert.deepEqual(
      told?.messages?.map(m => [m.from, m.text]),
      [['user', 'Ann says: And tests.']],
    );
    assert.equal(team.ofType('reported').length, 1);
    assert.deepEqual(steering.said, []);
  });

  it('reaches the coordinator in the last reply of all, and for an agent that is gone', async () => {
    const { team, steering } = steeredTeam();
    const seen: string[] = [];
    await team.run({
      routa: [
        () => {
          steering.say('say', 'One more thing.', 'nobody');
          return { say: 'Nothing to do.' };
        },
        told => {
          seen.push(JSON.stringify(told.inboxes));
          return { say: 'Fine.' };
        },
        told => {
          seen.push(JSON.stringify(told.inboxes));
          return { say: 'Fine.' };
        },
      ],
    });
    assert.match(seen.join(), /Ann says to nobody, which is not there: One more thing\./);
  });

  it('pauses and stops all of it, or one agent', async () => {
    for (const kind of ['pause', 'stop'] as const) {
      const { team, steering } = steeredTeam();
      const outcome = await team.run(
        {
          routa: [[create('c'), delegate('c', 'a')], []],
          c: [
            () => {
              steering.say(kind);
              return [['list_files']];
            },
            [report('c', 'a')],
          ],
        },
        { tasks: [task('a')] },
      );
      assert.equal(outcome.kind, kind === 'pause' ? 'BLOCKED' : 'CANCELLED');
      if (outcome.kind === 'BLOCKED') assert.match(outcome.reasons.join(), /paused by Ann/);
      assert.equal(team.ofType('reported').length, 0);
    }
    const { team, steering } = steeredTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          () => {
            steering.say('stop', '', 'c');
            return [['list_files']];
          },
        ],
      },
      { tasks: [task('a')] },
    );
    assert.equal(team.agent('c').status, 'CANCELLED');
  });
});

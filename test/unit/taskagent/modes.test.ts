import assert from 'node:assert/strict';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { initialAgentState, reduceAgent } from '../../../src/core/taskagent/state.ts';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { agentTranscript } from '../../../src/core/taskagent/transcript.ts';
import { finish, MemoryAgent, type Reply, read, submit, write } from './memory-agent.ts';
import { MemoryBranches } from './memory-branches.ts';

describe('single mode', () => {
  it('executes exactly one plan and exits [002-030]', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[write('a.py')], [write('b.py')]], { mode: 'single', profile: 'plan/1' });
    assert.deepEqual(state.outcome, { kind: 'EXECUTED', failed: [] });
    assert.equal(agent.model.asked.length, 1);
    assert.deepEqual(agent.files.paths(), ['a.py']);
  });

  it('names what did not succeed', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[['read_file', { path: 'no' }]]], { mode: 'single' });
    assert.deepEqual(state.outcome, { kind: 'EXECUTED', failed: ['read_file (error)'] });
    agent.reviewer.decide = () => ({ reject: 'no' });
    const refused = await agent.run([[write('a.py')]], { mode: 'single' });
    assert.match(JSON.stringify(refused.outcome), /rejected by Ann/);
  });

  it('ends as done when the one plan ends with finish', async () => {
    const state = await new MemoryAgent().run([[write('a.py'), submit(), finish()]], { mode: 'single' });
    assert.equal(state.outcome?.kind, 'DONE');
  });
});

describe('ask_question', () => {
  const question = ['ask_question', { question_text: 'Which colour?' }] as const;

  it('halts: no further call of the reply runs and the question is shown [002-026] [002-027]', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[question, write('a.py'), finish()], [finish()]]);
    assert.deepEqual(state.outcome, { kind: 'WAITING', question: 'Which colour?' });
    assert.equal(state.question, 'Which colour?');
    assert.deepEqual(
      state.calls.map(c => c.status),
      ['ok', 'not_run', 'not_run'],
    );
    assert.equal(agent.model.asked.length, 1);
    assert.deepEqual(agent.files.paths(), []);
  });

  it('goes on after the answer with the whole transcript, and with what was done', async () => {
    const agent = new MemoryAgent();
    const { runId } = await agent.run([[write('a.py')], [question, write('b.py')]]);
    const { assignment: _a, mode: _m, profile: _p, ...rest } = agent.request([[submit(), finish()]]);
    const without = await resumeTaskAgent(agent.ports, { ...rest, runId });
    assert.match(without.ok ? '' : without.error, /waits for an answer to: Which colour\?/);
    const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId, answer: 'Blue' });
    assert.equal(resumed.ok && resumed.value.outcome?.kind, 'DONE');
    assert.equal(resumed.ok && resumed.value.question, undefined);
    const asked = agent.model.asked[0] ?? [];
    assert.deepEqual(
      asked.map(m => m.role),
      ['system', 'user', 'assistant', 'user', 'assistant', 'user', 'user'],
    );
    assert.match(asked.at(-2)?.text ?? '', /"not_run"/);
    assert.match(asked.at(-1)?.text ?? '', /The user says: Blue/);
    assert.deepEqual(
      agent.delivery.commits.map(c => c.paths),
      [['a.py']],
      'it still knows what is not committed',
    );
    const again = await resumeTaskAgent(agent.ports, { ...rest, runId, answer: 'Red' });
    assert.match(again.ok ? '' : again.error, /has ended/);
  });

  it('goes on a second time with everything from before', async () => {
    const agent = new MemoryAgent();
    const { runId } = await agent.run([[question]]);
    for (const [reply, length] of [
      [[question], 5],
      [[finish()], 8],
    ] as const) {
      const { assignment: _a, mode: _m, profile: _p, ...rest } = agent.request([reply as Reply]);
      await resumeTaskAgent(agent.ports, { ...rest, runId, answer: 'Blue' });
      assert.equal(agent.model.asked[0]?.length, length);
    }
  });
});

describe('a run that was interrupted', () => {
  it('is seen in its journal and goes on from there', async () => {
    const agent = new MemoryAgent();
    const stop = new Error('the power went');
    agent.tests.onRun = () => {
      throw stop;
    };
    await assert.rejects(agent.run([[write('a.py'), ['run_tests']]]), stop);
    const events = (await agent.journals.read('run-1')) ?? [];
    assert.equal(events.reduce(reduceAgent, initialAgentState('run-1')).outcome, undefined);
    agent.tests.onRun = undefined;
    const { assignment: _a, mode: _m, profile: _p, ...rest } = agent.request([[submit(), finish()]]);
    const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId: 'run-1' });
    assert.equal(resumed.ok && resumed.value.outcome?.kind, 'DONE');
    assert.match(agent.model.asked[0]?.at(-1)?.text ?? '', /was interrupted/);
  });
});

describe('a run that was interrupted just after its change reached the disk', () => {
  it('knows of the change when it goes on, and when it is taken back', async () => {
    for (const act of ['resume', 'revert'] as const) {
      const agent = new MemoryAgent();
      const apply = agent.files.apply.bind(agent.files);
      agent.files.apply = async (changes, options) => {
        await apply(changes, options);
        throw new Error('the power went');
      };
      await assert.rejects(agent.run([[write('a.py')]]), /the power went/);
      agent.files.apply = apply;
      if (act === 'revert') {
        const reverted = await createTaskAgent(async () => agent.ports).revert({ runId: 'run-1', by: 'Ann' });
        assert.deepEqual(reverted, { ok: true, value: ['a.py'] });
        assert.deepEqual(agent.files.paths(), []);
        continue;
      }
      const {
        assignment: _a,
        mode: _m,
        profile: _p,
        ...rest
      } = agent.request([[finish()], [submit(), finish()]]);
      const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId: 'run-1' });
      assert.equal(resumed.ok && resumed.value.outcome?.kind, 'DONE');
      assert.match(JSON.stringify(agent.model.results(1)), /not submitted/);
      assert.deepEqual(
        agent.delivery.commits.map(c => c.paths),
        [['a.py']],
      );
    }
  });
});

describe('the journal of a task agent', () => {
  it('is all that its state and its document need', async () => {
    const agent = new MemoryAgent({ 'a.md': '```\ncode\n```\n' });
    const state = await agent.run([
      [['read_file', { path: 'a.md' }], write('a.py')],
      [submit(), finish({ reason: 'ok' })],
    ]);
    const events = (await agent.journals.read(state.runId)) ?? [];
    assert.deepEqual(events.reduce(reduceAgent, initialAgentState(state.runId)), state);
    const text = agentTranscript(events);
    for (const part of [
      '# Do the next task',
      '### Turn 1',
      '**write_file** — ok',
      '- a.py (+1 −0)',
      'Commit c1',
      '**DONE**',
      '````\n```\ncode',
    ])
      assert.ok(text.includes(part), part);
  });
});

describe('continuous mode', () => {
  const TASKS = '1) - First\n2) - Second\n';
  const work = (task: number): Reply => [
    write(`${task}.py`),
    write('TASKS.md', TASKS.replace(`${task}) -`, `${task}) +`)),
    submit(task),
    finish(),
  ];
  const run = async (replies: readonly Reply[], options = {}) => {
    const agent = new MemoryAgent({ 'TASKS.md': TASKS });
    const branches = new MemoryBranches({ 'TASKS.md': TASKS });
    agent.branches = branches;
    const state = await agent.run(replies, { mode: 'continuous', ...options });
    assert.deepEqual(agent.files.applied, [], 'the user’s own folder is untouched');
    assert.ok(branches.isClosed);
    return { agent, state, branches };
  };

  it('begins a new cycle on a fresh checkout after each finish, until no task is left [002-029] [002-031] [002-033]', async () => {
    const { agent, state, branches } = await run([work(1), work(2), [finish()]]);
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'no_tasks' });
    assert.equal(state.cycle, 3);
    assert.deepEqual(
      branches.opened.map(files => files.paths()),
      [['1.py', 'TASKS.md'], ['2.py', 'TASKS.md'], ['TASKS.md']],
    );
    assert.equal(agent.model.asked[1]?.length, 2, 'a new talk');
    assert.match(agent.model.asked[2]?.[1]?.text ?? '', /waiting for review, do not take up again: 1, 2/);
  });

  it('ends when the agent asks a question [002-032]', async () => {
    const { state } = await run([work(1), [['ask_question', { question_text: 'What now?' }]], work(2)]);
    assert.equal(state.outcome?.kind, 'WAITING');
    assert.equal(state.cycle, 2);
  });

  it('is ended by no other call of the agent; only limits, the user and errors stop it beside [002-034]', async () => {
    const { state } = await run([
      [
        ['list_files'],
        ['run_tests'],
        write('1.py'),
        ['finish_feature', { task_id: 1, feature_id: 1, title: 'T' }],
      ],
      [write('TASKS.md', TASKS.replace('1) -', '1) +')), submit(1)],
      [finish({ outcome: 'cycle_complete', reason: 'Stop everything.' })],
      work(2),
      [finish({ outcome: 'no_tasks' })],
    ]);
    assert.equal(state.cycle, 3);
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'no_tasks' });
  });

  it('stops at the limit of cycles, and when cycles bear no fruit', async () => {
    const limited = await run([work(1), work(2)], { maxCycles: 1 });
    assert.match(JSON.stringify(limited.state.outcome), /limit of 1 cycles/);
    const idle = await run(Array.from({ length: 5 }, () => [finish()]));
    assert.match(JSON.stringify(idle.state.outcome), /finish was called 5 times with the same arguments/);
  });

  it('goes on after the answer in a fresh checkout', async () => {
    const { agent, state } = await run([[['ask_question', { question_text: 'What now?' }]]]);
    const {
      assignment: _a,
      mode: _m,
      profile: _p,
      ...rest
    } = agent.request([
      [read('TASKS.md')],
      work(1),
      [read('TASKS.md')],
      work(2),
      [finish({ outcome: 'no_tasks' })],
    ]);
    const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId: state.runId, answer: 'Go' });
    assert.deepEqual(resumed.ok && resumed.value.outcome, { kind: 'DONE', outcome: 'no_tasks' });
    assert.match(agent.model.asked[0]?.at(-1)?.text ?? '', /fresh checkout/);
  });

  it('is refused without git, with the reason', async () => {
    const state = await new MemoryAgent().run([[finish()]], { mode: 'continuous' });
    assert.match(JSON.stringify(state.outcome), /needs a git repository/);
  });
});

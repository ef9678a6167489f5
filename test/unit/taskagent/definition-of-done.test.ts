import assert from 'node:assert/strict';
import { resumeTaskAgent } from '../../../src/core/taskagent/resume.ts';
import { feature, finish, MemoryAgent, submit, write } from './memory-agent.ts';

const TASKS = '# Tasks\n1) - First\n1.1) - Part\n2) - Second\n';
const DONE = TASKS.replace('1) - First', '1) + First');

describe('the definition of done', () => {
  it('is write_file, submit_for_review, finish, with the status in TASKS.md [002-035] [002-036] [002-037] [002-038] [004-012]', async () => {
    const agent = new MemoryAgent({ 'tasks/TASKS.md': TASKS });
    const state = await agent.run([[write('a.py'), write('tasks/TASKS.md', DONE), submit(), finish()]]);
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'cycle_complete' });
    assert.deepEqual(
      agent.delivery.commits.map(c => [c.subject, c.paths]),
      [['Task 1: All of it', ['a.py', 'tasks/TASKS.md']]],
    );
    assert.deepEqual(state.submittedTasks, [1]);
  });

  it('refuses finish while work is not submitted, and the task is not done [002-038]', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[write('a.py'), finish()], [submit()], [finish()]]);
    const [, refused] = agent.model.results(1);
    assert.equal(refused?.status, 'error');
    assert.match(JSON.stringify(refused?.result), /not submitted: call submit_for_review, then finish/);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('refuses a submission while TASKS.md says that the task is open [002-035]', async () => {
    const agent = new MemoryAgent({ 'TASKS.md': TASKS });
    await agent.run([
      [write('a.py'), submit()],
      [write('TASKS.md', DONE), submit(), finish()],
    ]);
    assert.match(
      JSON.stringify(agent.model.results(1)[1]?.result),
      /task 1 is marked \\"-\\" in TASKS.md: write its status \\"\+\\"/,
    );
    assert.equal(agent.delivery.commits.length, 1);
  });

  it('warns of a write after the submission, which must be submitted again [002-025]', async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.py'), submit()], [write('b.py')], [finish()], [submit(), finish()]]);
    assert.match(agent.model.report(2).notes?.join() ?? '', /write_file came after submit_for_review/);
    assert.equal(agent.model.results(3)[0]?.status, 'error');
    assert.equal(agent.delivery.commits.length, 2);
  });

  it('gives each feature a commit of exactly its files before the next [002-039] [002-019] [002-020] [004-011] [004-017]', async () => {
    const agent = new MemoryAgent();
    await agent.run([
      [write('a.py'), ['run_tests'], feature(1)],
      [
        write('b.py'),
        ['run_tests'],
        ['finish_feature', { task_id: 10, feature_id: 2, title: 'No' }],
        feature(2),
      ],
      [
        write('b.py', 'y\n'),
        ['run_tests'],
        ['finish_feature', { task_id: 1, feature_id: 2, title: ' Two\nlines ', message: 'Why' }],
      ],
      [submit(), finish()],
    ]);
    assert.match(
      JSON.stringify(agent.model.results(2)[2]?.result),
      /identity_mismatch: this run works on task 1, not 10/,
    );
    assert.deepEqual(
      agent.delivery.commits.map(c => [c.subject, c.body, c.paths]),
      [
        ['Feature 1.1: Part 1', '', ['a.py']],
        ['Feature 1.2: Two lines', 'Why', ['b.py']],
      ],
    );
  });

  it('refuses a submission while the next feature has no commit of its own [002-039]', async () => {
    const agent = new MemoryAgent();
    await agent.run([
      [write('a.py'), feature(1)],
      [write('b.py'), submit()],
      [feature(2), submit(), finish()],
    ]);
    assert.match(
      JSON.stringify(agent.model.results(2)[1]?.result),
      /b.py belong to a feature that is not finished: call finish_feature/,
    );
    assert.deepEqual(
      agent.delivery.commits.map(c => c.paths),
      [['a.py'], ['b.py']],
    );
  });

  it('says when a feature was not tested since its last change, or its tests failed [002-018] [002-039]', async () => {
    const agent = new MemoryAgent();
    const notes = (n: number, call: number) => JSON.stringify(agent.model.results(n)[call]?.result);
    await agent.run([
      [write('a.py'), feature(1)],
      [write('b.py'), ['run_tests'], write('c.py'), feature(2)],
      [submit(), finish()],
    ]);
    assert.match(notes(1, 1), /tests were not run since the last change/);
    assert.match(notes(2, 3), /tests were not run since the last change/);
    agent.tests.result = { ...agent.tests.result, ok: false, exit_code: 1 };
    await agent.run([[write('d.py'), ['run_tests']], [feature(1)], [submit(), finish()]]);
    assert.match(notes(2, 0), /the last test run failed/);
  });

  it('is not done while the last test run failed, also with a change after it, until a person answers', async () => {
    const agent = new MemoryAgent();
    agent.tests.result = { ...agent.tests.result, ok: false, exit_code: 1, passed: 1 };
    const state = await agent.run([
      [write('a.py'), ['run_tests'], submit(), finish()],
      [write('a.py', 'y\n'), submit(), finish()],
      [['ask_question', { question_text: 'They failed before me, too. Finish?' }]],
    ]);
    const refusals = agent.events.filter(e => e.type === 'called' && e.tool === 'finish');
    assert.equal(refusals.length, 2);
    for (const refusal of refusals)
      assert.match(
        JSON.stringify(refusal),
        /not done: the last test run failed: 1 of 2 tests passed\. run_tests has to pass first\. Correct it, then finish again; or say with ask_question why you cannot/,
      );
    assert.equal(state.outcome?.kind, 'WAITING');
    const { assignment: _a, mode: _m, profile: _p, ...rest } = agent.request([[finish()]]);
    const { runId } = state;
    const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId, answer: 'Yes.' });
    assert.equal(resumed.ok && resumed.value.outcome?.kind, 'DONE');
  });

  it('is done with the failures that a person has words for, and with one more is not', async () => {
    for (const [passed, end] of [
      [1, 'DONE'],
      [0, 'WAITING'],
    ] as const) {
      const agent = new MemoryAgent();
      const ask = [['ask_question', { question_text: 'They failed before me, too. Finish?' }]] as const;
      agent.tests.result = { ...agent.tests.result, ok: false, exit_code: 1, passed: 1, total: 2 };
      const { runId } = await agent.run([[write('a.py'), ['run_tests'], submit()], ask]);
      agent.tests.result = { ...agent.tests.result, passed };
      const {
        assignment: _a,
        mode: _m,
        profile: _p,
        ...rest
      } = agent.request([[['run_tests'], finish()], ask]);
      const resumed = await resumeTaskAgent(agent.ports, { ...rest, runId, answer: 'Yes.' });
      assert.equal(resumed.ok && resumed.value.outcome?.kind, end);
    }
  });

  it('is done once the tests pass', async () => {
    const agent = new MemoryAgent();
    const { tests } = agent;
    tests.onRun = () => {
      const ok = tests.runs > 1;
      tests.result = { ...tests.result, ok, exit_code: ok ? 0 : 1, passed: ok ? 2 : 1 };
    };
    const state = await agent.run([
      [write('a.py'), ['run_tests'], submit(), finish()],
      [['run_tests'], finish()],
    ]);
    assert.equal(state.outcome?.kind, 'DONE');
  });

  it('has no feature to finish where nothing was changed', async () => {
    const agent = new MemoryAgent();
    await agent.run([[feature(1)], [finish()]]);
    assert.match(
      JSON.stringify(agent.model.results(1)[0]?.result),
      /nothing was changed since the last commit/,
    );
  });

  for (const [name, args] of [
    ['a string of digits', { task_id: '1', feature_id: 1, title: 'T' }],
    ['a fraction', { task_id: 1, feature_id: 1.5, title: 'T' }],
  ] as const) {
    it(`refuses ${name} as an id [002-019]`, async () => {
      const agent = new MemoryAgent();
      await agent.run([
        [write('a.py'), ['finish_feature', args]],
        [submit(), finish()],
      ]);
      const refused = agent.model.results(1)[1];
      assert.equal(refused?.status, 'refused');
      assert.match(JSON.stringify(refused?.result), /must be of type integer/);
    });
  }

  it('takes finish without any change for "no tasks" only when none is eligible [002-028] [002-033]', async () => {
    const none = await new MemoryAgent({ 'TASKS.md': '1) + Done\n2) / Blocked\n' }).run([[finish()]]);
    assert.deepEqual(none.outcome, { kind: 'DONE', outcome: 'no_tasks' });
    for (const args of [{}, { reason: 'tired' }, { outcome: 'no_tasks' }, { outcome: 'cycle_complete' }]) {
      const agent = new MemoryAgent({ 'TASKS.md': TASKS });
      const state = await agent.run([[finish(args)]]);
      assert.notEqual(state.outcome?.kind, 'DONE', JSON.stringify(args));
      assert.match(agent.model.told(1) || JSON.stringify(state.calls), /error/);
    }
  });

  it('is not met with an open assignment and nothing done, whatever finish says [002-028] [002-038] [004-012]', async () => {
    const assignments = [
      { text: 'Fix the greeting', taskId: undefined },
      { text: 'Task 1: First', taskId: 1 },
    ];
    for (const assignment of assignments) {
      for (const args of [{}, { outcome: 'no_tasks' }, { outcome: 'cycle_complete' }]) {
        const agent = new MemoryAgent({ 'TASKS.md': TASKS });
        const state = await agent.run([[finish(args)], [finish(args)]], { assignment });
        assert.notEqual(state.outcome?.kind, 'DONE');
        assert.match(
          agent.model.told(1),
          /nothing was changed and submitted in this cycle, so the task is not done/,
        );
      }
    }
    const done = new MemoryAgent({ 'TASKS.md': DONE });
    const state = await done.run([[finish({ outcome: 'no_tasks' })]], {
      assignment: { text: 'Task 1: First', taskId: 1 },
    });
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'no_tasks' });
  });

  it('is not met after every write was refused [002-038] [004-009]', async () => {
    const agent = new MemoryAgent();
    agent.reviewer.decide = () => ({ reject: 'no' });
    const assignment = { text: 'Write a greeting', taskId: undefined };
    const state = await agent.run([[write('a.py')], [submit()], [finish()]], { assignment });
    assert.notEqual(state.outcome?.kind, 'DONE');
    assert.deepEqual(
      state.calls.map(c => c.status),
      ['error', 'error', 'error'],
    );
    assert.match(
      agent.model.told(1),
      /"status":"error","result":\{"path":"a\.py","error":"rejected by Ann: no; nothing of it was written","changed":false\}/,
    );
  });

  it('says when no feature was concluded before the submission [002-039]', async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.py')], [submit()], [finish()]]);
    assert.match(agent.model.told(2), /no feature was concluded with finish_feature/);
  });

  it('warns of the status of other tasks before a task is bound, and of title and status together [002-035]', async () => {
    const warningsOf = async (text: string, assignment: string) => {
      const agent = new MemoryAgent({ 'TASKS.md': TASKS });
      await agent.run([[write('TASKS.md', text)]], { assignment: { text: assignment, taskId: undefined } });
      return agent.reviewer.proposals[0]?.warnings.join('; ') ?? '';
    };
    const both = TASKS.replace('1) -', '1) +').replace('2) -', '2) +');
    assert.match(await warningsOf(both, 'the next task'), /status of task 1 .*status of task 2/);
    assert.equal(await warningsOf(DONE, 'the next task'), '');
    assert.match(await warningsOf(DONE, 'Fix the greeting'), /the status of task 1 is changed/);
    const renamed = TASKS.replace('2) - Second', '2) + Other').replace('1) -', '1) +');
    assert.match(await warningsOf(renamed, 'x'), /title of task 2 is changed; .*status of task 2 is changed/);
  });

  it('refuses a TASKS.md that cannot be read any more, and warns of other changes to it', async () => {
    const agent = new MemoryAgent({ 'TASKS.md': TASKS });
    await agent.run(
      [
        [write('TASKS.md', 'all done!\n')],
        [write('TASKS.md', TASKS.replace('2) -', '2) ~')), write('a.py')],
        [write('TASKS.md', DONE), submit(), finish()],
      ],
      { assignment: { text: 'Task 1: First', taskId: 1 } },
    );
    assert.match(
      agent.model.told(1),
      /no task would be left in the list; nothing of this change was written/,
    );
    assert.match(
      agent.model.report(2).notes?.join() ?? '',
      /the status of task 2 is changed, which is not the task at hand/,
    );
    assert.match(agent.reviewer.proposals[0]?.warnings.join() ?? '', /the status of task 2 is changed/);
  });
});

import assert from 'node:assert/strict';
import { agentHeadline } from '../../../src/core/taskagent/outcome.ts';
import { reduceAgent } from '../../../src/core/taskagent/state.ts';
import { validateRunTestsArgs } from '../../../src/generated/validators.cjs';
import { answerSchema } from '../../support/answer-schema.ts';
import { feature, finish, MemoryAgent, read, submit, write } from './memory-agent.ts';

const remove = (path: string) => ['delete_file', { path }] as const;

describe('the delivery of a task agent', () => {
  it('pushes each feature and opens the pull request only at the end, after one consent [002-021] [002-022] [002-024]', async () => {
    const agent = new MemoryAgent();
    agent.delivery.remote = 'origin';
    const state = await agent.run(
      [
        [write('a.py'), feature(1)],
        [write('b.py'), feature(2)],
        [submit(), finish()],
      ],
      { delivery: 'pr' },
    );
    assert.deepEqual(agent.delivery.acts, ['commit', 'push', 'commit', 'push', 'push', 'pull request']);
    assert.equal(agent.reviewer.consents.length, 1);
    assert.equal(agent.delivery.pullRequests[0]?.title, 'Task 1: All of it');
    assert.deepEqual(state.pullRequests, ['https://example.org/pr/1']);
    assert.ok(answerSchema('tools/finish_feature.result')(agent.model.results(1)[1]?.result));
  });

  it('commits and lets nothing leave the machine without consent', async () => {
    const agent = new MemoryAgent();
    agent.delivery.remote = 'origin';
    agent.reviewer.allow = false;
    await agent.run(
      [
        [write('a.py'), feature(1)],
        [submit(), finish()],
      ],
      { delivery: 'pr' },
    );
    assert.deepEqual(agent.delivery.acts, ['commit']);
    const result = agent.model.results(1)[1]?.result as { pushed: boolean; notes: string[] };
    assert.equal(result.pushed, false);
    assert.match(result.notes.join(), /push was not allowed/);
  });

  it('commits with pushed: false where there is no remote', async () => {
    const agent = new MemoryAgent();
    await agent.run(
      [
        [write('a.py'), feature(1)],
        [submit(), finish()],
      ],
      { delivery: 'push' },
    );
    const result = agent.model.results(1)[1]?.result as { committed: boolean; pushed: boolean };
    assert.deepEqual([result.committed, result.pushed], [true, false]);
    assert.equal(agent.reviewer.consents.length, 0);
  });

  it('tells the person what is not pushed, until it is', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run(
      [
        [write('a.py'), feature(1)],
        [submit(), finish()],
      ],
      { delivery: 'pr' },
    );
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(
      state.undelivered.map(({ sentence }) => sentence),
      [
        'there is no remote, so the branch was not pushed',
        'Task 1: All of it: without a push there is no pull request',
      ],
    );
    const pushed = { at: 0, type: 'pushed', remote: 'origin', branch: 'work' } as const;
    assert.deepEqual(reduceAgent(state, pushed).undelivered, []);
    assert.equal(reduceAgent({ ...state, cycle: 2 }, pushed).undelivered.length, 2);
  });

  it('submits what was concluded as features, where delivery is off', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run(
      [
        [write('a.py'), feature()],
        [submit(), finish()],
      ],
      { delivery: 'none' },
    );
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'cycle_complete' });
  });

  it('does not submit what the agent took back, where delivery is off', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[write('a.py')], [remove('a.py'), submit()], [finish()]], {
      delivery: 'none',
    });
    assert.match(JSON.stringify(agent.model.results(2)[1]?.result), /nothing to submit/);
    assert.deepEqual(state.outcome, { kind: 'DONE', outcome: 'cycle_complete', nothingChanged: true });
    assert.match(agentHeadline(state.outcome), /nothing was changed/);
  });

  it('is not done with a task of the list when the agent took back what it wrote', async () => {
    const agent = new MemoryAgent({ 'TASKS.md': '1) - All of it\n' });
    const state = await agent.run([[write('a.py')], [remove('a.py')], [finish()]], {
      delivery: 'none',
      assignment: { text: 'Task 1: All of it', taskId: 1 },
    });
    assert.match(JSON.stringify(agent.model.results(3)[0]?.result), /the task is not done. Task 1 is open/);
    assert.equal(state.outcome?.kind, 'BLOCKED');
  });

  it('commits nothing where delivery is off, and says so', async () => {
    const agent = new MemoryAgent();
    const state = await agent.run([[write('a.py'), submit(), finish()]], { delivery: 'none' });
    assert.equal(state.outcome?.kind, 'DONE');
    assert.deepEqual(agent.delivery.acts, []);
  });

  it('submits what is left; with nothing left but commits ahead it is done, with nothing at all it is an error [002-023] [002-024]', async () => {
    const agent = new MemoryAgent();
    await agent.run([[submit()], [write('a.py'), feature(1)], [submit()], [finish()]]);
    assert.match(JSON.stringify(agent.model.results(1)[0]?.result), /nothing to submit/);
    const submitted = agent.model.results(3)[0];
    assert.equal(submitted?.status, 'ok');
    assert.ok(answerSchema('tools/submit_for_review.result')(submitted?.result));
    assert.equal(agent.delivery.commits.length, 1);
  });

  it('commits exactly the run’s paths and names the rest, secrets apart', async () => {
    const agent = new MemoryAgent();
    agent.delivery.other = ['.env', 'notes.txt', 'keys/id_rsa'];
    agent.delivery.untracked = ['.env', 'keys/id_rsa', 'secrets.json'];
    await agent.run([
      [write('a.py'), write('secrets.json'), feature(1)],
      [submit(), finish()],
    ]);
    const result = agent.model.results(1)[2]?.result as Record<string, unknown>;
    assert.deepEqual(result['files'], ['a.py']);
    assert.deepEqual(result['left_out'], ['notes.txt']);
    assert.deepEqual(result['secrets_left_out'], ['.env', 'keys/id_rsa', 'secrets.json']);
  });

  it('commits what it wrote through a linked folder by the name that git has for it', async () => {
    const agent = new MemoryAgent();
    agent.delivery.nameOf = name => name.replace(/^link\//, 'real/');
    await agent.run([
      [write('link/a.py'), feature(1)],
      [submit(), finish()],
    ]);
    const result = agent.model.results(1)[1]?.result as Record<string, unknown>;
    assert.deepEqual(result['files'], ['real/a.py']);
    assert.deepEqual(result['left_out'], []);
  });

  it('says when files in the commit had changes from before the run', async () => {
    const agent = new MemoryAgent({ 'a.py': 'mine\n' });
    agent.delivery.other = ['a.py'];
    await agent.run([
      [read('a.py'), write('a.py'), feature(1)],
      [submit(), finish()],
    ]);
    const result = agent.model.results(1)[2]?.result;
    assert.match(JSON.stringify(result), /a.py had changes from before the run/);
  });
});

describe('run_tests of a task agent', () => {
  it('takes no arguments and gives the exact result [002-016] [002-017] [004-016]', async () => {
    const agent = new MemoryAgent();
    await agent.run([[['run_tests'], ['run_tests', { path: 'x' }]], [finish()]]);
    const [ran, refused] = agent.model.results(1);
    assert.deepEqual(ran?.result, agent.tests.result);
    assert.ok(answerSchema('tools/run_tests.result')(ran?.result));
    assert.equal(refused?.status, 'refused');
    assert.equal(validateRunTestsArgs({}), true);
  });

  it('confirms a detected command once per run', async () => {
    const agent = new MemoryAgent();
    agent.tests.command = { label: 'python -m pytest', origin: 'detected' };
    await agent.run([[['run_tests'], ['run_tests']], [finish()]]);
    assert.deepEqual(agent.reviewer.consents, [{ kind: 'run tests', command: 'python -m pytest' }]);
    assert.equal(agent.tests.runs, 2);
  });

  it('runs nothing that was not allowed', async () => {
    const agent = new MemoryAgent();
    agent.tests.command = { label: 'python -m pytest', origin: 'detected' };
    agent.reviewer.allow = false;
    await agent.run([[['run_tests']], [finish()]]);
    assert.equal(agent.tests.runs, 0);
    assert.match(JSON.stringify(agent.model.results(1)[0]?.result), /was not allowed/);
  });

  it('asks once before it runs changes that nobody has read (automatic policy)', async () => {
    const agent = new MemoryAgent();
    await agent.run(
      [
        [write('a.py'), ['run_tests']],
        [submit(), finish()],
      ],
      { review: 'auto' },
    );
    assert.equal(agent.reviewer.consents[0]?.kind, 'run tests');
  });
});

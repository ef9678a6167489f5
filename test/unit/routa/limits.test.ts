import assert from 'node:assert/strict';
import { create, delegate, fix, MemoryTeam, report, type Step, task, write } from './memory-team.ts';

const always = (step: Step): readonly Step[] => Array.from({ length: 60 }, () => step);
const READ = [['list_files', {}]] as const;

describe('the limits of a ROUTA workspace', () => {
  it('stop one agent that has used what it may, and its task needs a person; others go on', async () => {
    const team = new MemoryTeam();
    // A reply is counted as 15 tokens, the next request as what it would send.
    team.settings = { agentBudget: { kind: 'tokens', tokens: 3500 } };
    let looks = 0;
    const outcome = await team.run(
      {
        routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], [], [], []],
        c: always(() => [['read_file', { path: `no-such-file-${looks++}.py` }]]),
        d: [[write('b.py'), report('d', 'b')]],
      },
      { tasks: [task('a'), task('b')] },
    );
    assert.equal(outcome.kind, 'BLOCKED');
    assert.match(
      [...team.workspace.agents.values()].map(({ id, cause }) => `${id}: ${cause}`).join('\n'),
      /c: the budget of 3,500 tokens per agent does not allow another request/,
    );
    assert.deepEqual(Object.keys(team.files.snapshot()), ['b.py']);
    assert.equal(team.task('a').status, 'BLOCKED');
  });

  it('hold for the work on one task, whoever does it', async () => {
    const team = new MemoryTeam();
    team.settings = { taskBudget: { kind: 'tokens', tokens: 1 } };
    const outcome = await team.run(
      { routa: [[create('c'), delegate('c', 'a')], [], []], c: always(READ) },
      { tasks: [task('a')] },
    );
    assert.equal(outcome.kind, 'BLOCKED');
    assert.equal(team.task('a').status, 'BLOCKED');
    assert.match(team.task('a').cause, /the budget of 1 tokens per task/);
    assert.equal(team.asked.get('c'), undefined);
  });

  it('say how often a task may come back for a fix', async () => {
    const team = new MemoryTeam();
    team.settings = { fixWaves: 1 };
    await team.run(
      {
        routa: [[create('c'), create('g', 'GATE'), delegate('c', 'a')], [], [delegate('g', 'a')], [], [], []],
        c: [[write('a.py')], [report('c', 'a')], [write('a.py', 'y\n')], [report('c', 'a')]],
        g: [[fix('g', 'a')], [], [fix('g', 'a')], []],
      },
      { tasks: [task('a')] },
    );
    assert.equal(team.task('a').status, 'BLOCKED');
    assert.match(team.task('a').cause, /^1 wave of fixes was not enough/);
  });
});

import assert from 'node:assert/strict';
import { create, delegate, MemoryTeam, plan, report, write } from './memory-team.ts';

const DOWN = { fault: 'example.org failed (503)', outage: {} };
const patience = { milliseconds: 60_000, wait: async () => undefined, random: () => 0.5 };
const READ = [['read_file', { path: 'a.py' }] as const];

const ROUTA = [
  { say: plan({ id: 'a', scope: ['a.py'] }), calls: [create('crafter'), create('gate', 'GATE')] },
  [delegate('crafter', 'a')],
  [],
  [delegate('gate', 'a')],
  [],
];
const CRAFTER = [READ, [write('a.py', 'A\n')], [report('crafter', 'a', { filesModified: ['a.py'] })]];
const GATE = [READ, [report('gate', 'a')]];

describe('a ROUTA workspace whose model cannot be asked', () => {
  it('waits for it, and no task loses a wave', async () => {
    const team = new MemoryTeam({ 'a.py': 'a\n' });
    team.settings = { patience };
    const crafter = [READ, DOWN, DOWN, DOWN, ...CRAFTER.slice(1)];
    const outcome = await team.run({ routa: ROUTA, crafter, gate: GATE });
    assert.deepEqual(outcome, { kind: 'DONE' });
    assert.equal(team.task('a').waves, 0);
    assert.ok(team.ofType('waiting').length >= 3);
  });

  it('stops when its patience is used up, keeps the task with its agent, and goes on when resumed', async () => {
    const team = new MemoryTeam({ 'a.py': 'a\n' });
    const outcome = await team.run({ routa: ROUTA, crafter: [READ, DOWN] });
    assert.equal(outcome.kind, 'BLOCKED');
    assert.match(JSON.stringify(outcome), /crafter waits for its model, and can be resumed/);
    assert.equal(team.agent('crafter').status, 'ACTIVE');
    assert.equal(team.task('a').status, 'IN_PROGRESS');
    const resumed = await team.resume({
      routa: [[], [delegate('gate', 'a')], []],
      crafter: CRAFTER.slice(1),
      gate: GATE,
    });
    assert.deepEqual(resumed, { kind: 'DONE' }, JSON.stringify(resumed));
    assert.equal(team.task('a').waves, 0);
    assert.deepEqual(team.files.snapshot(), { 'a.py': 'A\n' });
  });
});

import assert from 'node:assert/strict';
import { create, delegate, fix, MemoryTeam, plan, report, write } from './memory-team.ts';

describe('a ROUTA workspace', () => {
  it('plans, lets two CRAFTERs work at the same time, a GATE ask for a fix, and is done [003-015] [003-080]', async () => {
    const team = new MemoryTeam({ 'a.py': 'a\n', 'b.py': 'b\n' });
    const outcome = await team.run({
      routa: [
        {
          say: plan({ id: 'a', scope: ['a.py'] }, { id: 'b', scope: ['b.py'] }),
          calls: [create('crafter-a'), create('crafter-b')],
        },
        [delegate('crafter-a', 'a'), delegate('crafter-b', 'b')],
        [],
        [create('gate', 'GATE'), delegate('gate', 'a'), delegate('gate', 'b')],
        [],
      ],
      'crafter-a': [
        [['read_file', { path: 'a.py' }], write('a.py', 'A\n')],
        [report('crafter-a', 'a', { filesModified: ['a.py'] })],
        [write('a.py', 'AA\n')],
        [report('crafter-a', 'a')],
      ],
      'crafter-b': [[['read_file', { path: 'b.py' }]], [write('b.py', 'B\n'), report('crafter-b', 'b')]],
      gate: [
        [['read_file', { path: 'a.py' }], fix('gate', 'a', 'Two letters, please.')],
        [report('gate', 'b')],
        [],
        [['read_file', { path: 'a.py' }]],
        [report('gate', 'a')],
      ],
    });
    assert.deepEqual(outcome, { kind: 'DONE' }, JSON.stringify(outcome));
    assert.deepEqual(team.files.snapshot(), { 'a.py': 'AA\n', 'b.py': 'B\n' });
    assert.equal(team.task('a').waves, 1);
    assert.equal(team.calls.most, 2);
  });
});

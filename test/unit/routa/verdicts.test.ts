import assert from 'node:assert/strict';
import { create, delegate, MemoryTeam, report, task, write } from './memory-team.ts';

describe('a GATE with several tasks', () => {
  it('may give all its verdicts in one reply', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [
          [create('c'), create('d'), create('g', 'GATE'), delegate('c', 'a'), delegate('d', 'b')],
          [],
          [delegate('g', 'a'), delegate('g', 'b')],
          [],
        ],
        c: [[write('a.py')], [report('c', 'a')]],
        d: [[write('b.py')], [report('d', 'b')]],
        g: [
          [
            ['read_file', { path: 'a.py' }],
            ['read_file', { path: 'b.py' }],
          ],
          [report('g', 'a'), report('g', 'b')],
        ],
      },
      { tasks: [task('a'), task('b')] },
    );
    assert.deepEqual(outcome, { kind: 'DONE' }, JSON.stringify(outcome));
    assert.equal(team.asked.get('g')?.length, 2);
    const verdicts = team.ofType('called').filter(e => e.agentId === 'g' && e.tool === 'report_to_parent');
    assert.deepEqual(
      verdicts.map(e => e.status),
      ['ok', 'ok'],
    );
  });
});

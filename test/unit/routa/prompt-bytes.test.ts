import assert from 'node:assert/strict';
import { create, delegate, MemoryTeam, report, task, write } from './memory-team.ts';
import { bytesSent, playScenario } from './prompt-scenario.ts';

describe('what the agents of a workspace are sent', () => {
  it('is not what was said about tasks that are reported: each begins a conversation of its own', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [
          [create('c'), create('g', 'GATE'), delegate('c', 'a')],
          [],
          [delegate('g', 'a'), delegate('c', 'b')],
        ],
        c: [[write('a.py')], [report('c', 'a')], [write('b.py')], [report('c', 'b')]],
        g: [[report('g', 'a', { success: false })], []],
      },
      { tasks: [task('a'), task('b')] },
    );
    const texts = team.told('c', 2).messages.map(m => m.text);
    assert.match(texts[1] ?? '', /^This conversation was shortened/);
    assert.ok(texts.some(text => text.includes('Task b')) && !texts.some(text => text.includes('Task a')));
  });

  it('grows no faster than the tasks: 200 with one shared file take at most 4 times the bytes of 50', async () => {
    for (const team of [
      { crafters: 3, gates: 2, explores: true },
      { crafters: 3, gates: 2, explores: false },
      { crafters: 30, gates: 4, explores: true },
      { crafters: 30, gates: 4, explores: false },
    ]) {
      const scenario = { ...team, scope: 'shared' } as const;
      const [few, many] = [
        await bytesSent({ ...scenario, tasks: 50 }),
        await bytesSent({ ...scenario, tasks: 200 }),
      ];
      assert.ok((many['all'] ?? 0) <= 4 * (few['all'] ?? 0), JSON.stringify({ team, few, many }));
    }
  });

  it('grows with the number of tasks where each has its own files', async () => {
    const scenario = { crafters: 30, gates: 4, scope: 'disjoint', explores: false } as const;
    const few = (await bytesSent({ ...scenario, tasks: 50 }))['all'] ?? 0;
    const many = (await bytesSent({ ...scenario, tasks: 200 }))['all'] ?? 0;
    const exponent = Math.log(many / few) / Math.log(4);
    assert.ok(exponent <= 1.1, `exponent ${exponent.toFixed(2)}`);
  });

  it('is no turn for the results of a reply that gave out all that can be begun', async () => {
    const scenario = { crafters: 30, gates: 4, scope: 'shared', explores: false, tasks: 60 } as const;
    const { team } = await playScenario(scenario);
    const replies = (team.asked.get('routa') ?? []).length;
    assert.ok(replies < scenario.tasks, `${replies} replies for ${scenario.tasks} tasks`);
    // Each result is in its conversation all the same, before what arrived next.
    const told = team.ofType('told').filter(event => event.agentId === 'routa' && event.role === 'user');
    const results = told.filter(({ text }) => text.startsWith('Results of your tool calls'));
    assert.equal(
      results.length,
      team.ofType('turn_started').filter(e => e.agentId === 'routa' && e.calls > 0).length,
    );
  });
});

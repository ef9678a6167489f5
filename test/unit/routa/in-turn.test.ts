import assert from 'node:assert/strict';
import { create, delegate, MemoryTeam, report, type Step, task, write } from './memory-team.ts';

/** Three CRAFTERs and a GATE, each of whose answers comes when it comes. */
async function play(late: (id: string) => number) {
  const team = new MemoryTeam();
  team.settings = { inTurn: true };
  const after =
    (id: string, step: Step): Step =>
    async told => {
      await new Promise(resolve => setTimeout(resolve, late(id)));
      return typeof step === 'function' ? step(told) : step;
    };
  const ids = ['x', 'y', 'z'];
  const begin = [...ids.map(id => create(id)), create('g', 'GATE'), ...ids.map(id => delegate(id, `t${id}`))];
  const review: Step = () =>
    [...team.workspace.tasks.values()]
      .filter(({ status, verifier }) => status === 'IN_REVIEW' && verifier === undefined)
      .map(({ taskId }) => delegate('g', taskId));
  const verdicts: Step = () => team.agent('g').open.map(({ taskId }) => report('g', taskId));
  const many = (id: string, step: Step) => Array.from({ length: 12 }, () => after(id, step));
  const outcome = await team.run(
    {
      routa: [after('routa', begin), ...many('routa', review)],
      g: many('g', verdicts),
      ...Object.fromEntries(
        ids.map(id => [
          id,
          [[write(`${id}.py`)], [write(`${id}-2.py`)], [report(id, `t${id}`)]].map(step => after(id, step)),
        ]),
      ),
    },
    { tasks: ids.map(id => task(`t${id}`)) },
  );
  assert.deepEqual(outcome, { kind: 'DONE' });
  return team.events.map(({ at: _at, ...event }) => JSON.stringify(event));
}

describe('agents that take turns, for a recording', () => {
  it('do and are told the same, whoever answers faster', async () => {
    const first = await play(() => 0);
    for (const slow of ['x', 'y', 'z', 'g', 'routa'])
      assert.deepEqual(await play(id => (id === slow ? 3 : 0)), first, slow);
  });
});

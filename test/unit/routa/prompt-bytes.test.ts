import assert from 'node:assert/strict';
import type { Agent } from '../../../src/core/routa/agent.ts';
import { create, delegate, MemoryTeam, plan, report, type Step, task, write } from './memory-team.ts';

const CRAFTERS = 3;
const GATES = 2;

/** Tasks one after the other, because all of them have one file; what each role was sent, in bytes. */
async function bytesSent(count: number): Promise<Readonly<Record<string, number>>> {
  const modules = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`m${i}.py`, `value_${i} = 1\n`.repeat(900)]),
  );
  const team = new MemoryTeam({ ...modules, 'shared.py': 'x = 0\n' });
  team.settings = { turnsPerWorkspace: 100_000, profile: 'thoughts/1' };
  const idle = (role: string) =>
    [...team.workspace.agents.values()].filter((a: Agent) => a.role === role && a.open.length === 0);
  const routa: Step = () => {
    const tasks = [...team.workspace.tasks.values()];
    const [gates, crafters] = [idle('GATE'), idle('CRAFTER')];
    const review = tasks.filter(t => t.status === 'IN_REVIEW' && t.verifier === undefined);
    const isOpen = (id: string) =>
      [...team.workspace.agents.values()].some(a => a.open.some(o => o.taskId === id));
    const begin = tasks.filter(t => t.status === 'PENDING' && !isOpen(t.taskId));
    return [
      ...review.slice(0, gates.length).map((t, i) => delegate(gates[i]?.id ?? '', t.taskId)),
      ...begin.slice(0, crafters.length).map((t, i) => delegate(crafters[i]?.id ?? '', t.taskId)),
    ];
  };
  const work =
    (id: string): Step =>
    told => {
      const [due] = team.agent(id).open;
      if (!due) return [];
      const read = told.results.some(r => r.tool_name === 'read_file');
      const isReviewed = due.as === 'verifier';
      if (!read) return [['read_file', { path: 'shared.py' }]];
      if (isReviewed || team.task(due.taskId).written.size > 0)
        return [
          report(id, due.taskId, {
            success: true,
            summary: `Set the value for ${due.taskId} as it was asked for.`,
          }),
        ];
      return [write('shared.py', `x = "${due.taskId}"\n`)];
    };
  const ids = [
    ...Array.from({ length: CRAFTERS }, (_, i) => [`c${i}`, 'CRAFTER'] as const),
    ...Array.from({ length: GATES }, (_, i) => [`g${i}`, 'GATE'] as const),
  ];
  const tasks = Array.from({ length: count }, (_, i) => ({ id: `task-${i}`, scope: ['shared.py'] }));
  const many = (step: Step) => Array.from({ length: 5000 }, () => step);
  const outcome = await team.run(
    {
      // It explores, plans and makes its team, and then gives out the tasks.
      routa: [
        ...Object.keys(modules).map((path): Step => [['read_file', { path }]]),
        { say: plan(...tasks), calls: ids.map(([id, role]) => create(id, role)) },
        ...many(routa),
      ],
      ...Object.fromEntries(ids.map(([id]) => [id, many(work(id))])),
    },
    { goal: 'Set every value.' },
  );
  assert.equal(outcome.kind, 'DONE', JSON.stringify(outcome));
  const sent: Record<string, number> = { ROUTA: 0, CRAFTER: 0, GATE: 0, all: 0 };
  for (const [id, asked] of team.asked) {
    const { role } = team.agent(id);
    for (const { messages } of asked) {
      const bytes = messages.reduce((sum, message) => sum + Buffer.byteLength(message.text), 0);
      sent[role] = (sent[role] ?? 0) + bytes;
      sent['all'] = (sent['all'] ?? 0) + bytes;
    }
  }
  return sent;
}

describe('what the agents of a workspace are sent', function () {
  this.timeout(120_000);

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
    const [few, many] = [await bytesSent(50), await bytesSent(200)];
    if (process.env['WORKORDER_SHOW_BYTES']) console.log({ few, many });
    assert.ok((many['all'] ?? 0) <= 4 * (few['all'] ?? 0), JSON.stringify({ few, many }));
  });
});

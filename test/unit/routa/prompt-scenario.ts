import assert from 'node:assert/strict';
import type { Agent } from '../../../src/core/routa/agent.ts';
import { create, delegate, MemoryTeam, plan, report, type Step, write } from './memory-team.ts';

/** A workspace whose agents do as little as they can, so that what they are sent is the protocol's. */
export interface PromptScenario {
  readonly tasks: number;
  readonly crafters: number;
  readonly gates: number;
  /** All tasks have one file, so that they are worked on one after the other; or each has its own. */
  readonly scope: 'shared' | 'disjoint';
  /** The coordinator reads the modules before it plans. */
  readonly explores: boolean;
}

/** What each role was sent, in bytes. */
export async function bytesSent(scenario: PromptScenario): Promise<Readonly<Record<string, number>>> {
  const { sent } = await playScenario(scenario);
  return sent;
}

export async function playScenario({ tasks: count, crafters, gates, scope, explores }: PromptScenario) {
  const modules = Object.fromEntries(
    Array.from({ length: 6 }, (_, i) => [`m${i}.py`, `value_${i} = 1\n`.repeat(900)]),
  );
  const fileOf = (id: string) => (scope === 'shared' ? 'shared.py' : `${id}.py`);
  const ids = Array.from({ length: count }, (_, i) => `task-${i}`);
  const files = Object.fromEntries(ids.map(id => [fileOf(id), 'x = 0\n']));
  const team = new MemoryTeam({ ...modules, ...files });
  team.settings = { turnsPerWorkspace: 100_000, profile: 'thoughts/1' };
  const idle = (role: string) =>
    [...team.workspace.agents.values()].filter((a: Agent) => a.role === role && a.open.length === 0);
  const routa: Step = () => {
    const tasks = [...team.workspace.tasks.values()];
    const [idleGates, idleCrafters] = [idle('GATE'), idle('CRAFTER')];
    const review = tasks.filter(t => t.status === 'IN_REVIEW' && t.verifier === undefined);
    const isOpen = (id: string) =>
      [...team.workspace.agents.values()].some(a => a.open.some(o => o.taskId === id));
    const begin = tasks.filter(t => t.status === 'PENDING' && !isOpen(t.taskId));
    return [
      ...review.slice(0, idleGates.length).map((t, i) => delegate(idleGates[i]?.id ?? '', t.taskId)),
      ...begin.slice(0, idleCrafters.length).map((t, i) => delegate(idleCrafters[i]?.id ?? '', t.taskId)),
    ];
  };
  const work =
    (id: string): Step =>
    told => {
      const [due] = team.agent(id).open;
      if (!due) return [];
      const read = told.results.some(r => r.tool_name === 'read_file');
      const isReviewed = due.as === 'verifier';
      const path = fileOf(due.taskId);
      if (!read) return [['read_file', { path }]];
      if (isReviewed || team.task(due.taskId).written.size > 0)
        return [
          report(id, due.taskId, {
            success: true,
            summary: `Set the value for ${due.taskId} as it was asked for.`,
          }),
        ];
      return [write(path, `x = "${due.taskId}"\n`)];
    };
  const members = [
    ...Array.from({ length: crafters }, (_, i) => [`c${i}`, 'CRAFTER'] as const),
    ...Array.from({ length: gates }, (_, i) => [`g${i}`, 'GATE'] as const),
  ];
  const tasks = ids.map(id => ({ id, scope: [fileOf(id)] }));
  const many = (step: Step) => Array.from({ length: 5000 }, () => step);
  const outcome = await team.run(
    {
      // It explores, plans and makes its team, and then gives out the tasks.
      routa: [
        ...(explores ? Object.keys(modules) : []).map((path): Step => [['read_file', { path }]]),
        { say: plan(...tasks), calls: members.map(([id, role]) => create(id, role)) },
        ...many(routa),
      ],
      ...Object.fromEntries(members.map(([id]) => [id, many(work(id))])),
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
  return { sent, team };
}

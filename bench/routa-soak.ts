// Whole ROUTA workspaces on the disk, each task with a file of its own, played by a scripted model: what is sent, written
// and kept in memory against the number of tasks. node --expose-gc bench/routa-soak.ts [--quick].
// Exits with 1 when a target is missed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Model, ModelReply, ModelRequest } from '../src/core/ports/model.ts';
import type { Agent } from '../src/core/routa/agent.ts';
import type { RoutaReviewer } from '../src/core/routa/run-request.ts';
import { startRouta } from '../src/core/routa/run-routa.ts';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { openRoutaPorts } from '../src/node/open-routa-ports.ts';
import { Figures } from './figures.ts';

const SIZES = process.argv.includes('--quick') ? [50, 200] : [250, 1000];
const CRAFTERS = 30;
const GATES = 6;
const MOST_EXPONENT = 1.1;
const MOST_HEAP_MB = 20;
const figures = new Figures('routa-soak');

type Call = readonly [tool: string, args: object];

const reviewer: RoutaReviewer = {
  review: async ({ approvalSha256 }) => ({
    kind: 'apply',
    by: 'you',
    approvalSha256,
    controlPlaneApproved: [],
  }),
  consent: async () => ({ granted: false, by: 'you' }),
  reviewPlan: async () => ({ kind: 'approve', by: 'you' }),
};

interface Soak {
  readonly sent: number;
  readonly journal: number;
  readonly heap: number;
  readonly seconds: number;
  readonly processor: number;
}

async function soak(count: number): Promise<Soak> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-soak-'));
  try {
    return await play(folder, count);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function play(folder: string, count: number): Promise<Soak> {
  const [root, stateDir] = [path.join(folder, 'project'), path.join(folder, 'state')];
  fs.mkdirSync(root);
  const ports = await openRoutaPorts({ root, stateDir, files: createDiskFiles({ root, stateDir }) });
  const before = heap();
  const [begun, processor] = [performance.now(), process.cpuUsage()];
  let sent = 0;
  const members = [
    ...Array.from({ length: CRAFTERS }, (_, i) => [`c${i}`, 'CRAFTER'] as const),
    ...Array.from({ length: GATES }, (_, i) => [`g${i}`, 'GATE'] as const),
  ];

  const coordinate = (): readonly Call[] => {
    const { agents, tasks } = open.workspace;
    if (agents.size === 1)
      return members.map(([name, role]) => ['create_agent', { name, role, workspaceId: 'soak' }]);
    const isOpen = (id: string) => [...agents.values()].some(a => a.open.some(o => o.taskId === id));
    const idle = (role: Agent['role']) =>
      [...agents.values()].filter(a => a.role === role && a.open.length === 0);
    const give = (ids: readonly string[], to: readonly Agent[]): readonly Call[] =>
      to.flatMap(({ id }, i): readonly Call[] => {
        const taskId = ids[i];
        return taskId === undefined
          ? []
          : [['delegate_task', { agentId: id, taskId, callerAgentId: 'routa' }]];
      });
    const all = [...tasks.values()];
    const review = all.filter(t => t.status === 'IN_REVIEW' && t.verifier === undefined);
    const begin = all.filter(t => t.status === 'PENDING' && !isOpen(t.taskId));
    return [
      ...give(
        review.map(t => t.taskId),
        idle('GATE'),
      ),
      ...give(
        begin.map(t => t.taskId),
        idle('CRAFTER'),
      ),
    ];
  };
  const work = (id: string): readonly Call[] => {
    const [due] = open.workspace.agents.get(id)?.open ?? [];
    if (!due) return [];
    const { taskId } = due;
    const report: Call = [
      'report_to_parent',
      { agentId: id, report: { taskId, summary: `Set the value of ${taskId}.`, success: true } },
    ];
    const file = `${taskId}.py`;
    if (due.as === 'verifier') return [['read_file', { path: file }], report];
    const isWritten = (open.workspace.tasks.get(taskId)?.written.size ?? 0) > 0;
    return isWritten ? [report] : [['write_file', { path: file, content: `value = "${taskId}"\n` }]];
  };
  const ask = async ({ messages }: ModelRequest): Promise<ModelReply> => {
    sent += messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const system = messages[0]?.text ?? '';
    const who = /You are the agent "(\w+)"/.exec(system)?.[1] ?? 'routa';
    const calls = who === 'routa' ? coordinate() : work(who);
    const tool_calls = calls.map(([tool_name, args]) => ({ tool_name, arguments: args }));
    const text = JSON.stringify({ thoughts: 'On.', tool_calls });
    return { kind: 'answer', text, model: 'm', usage: { inputTokens: 1, outputTokens: 1, estimated: false } };
  };
  const model: Model = { label: 'scripted', ask };
  const open = await startRouta(
    ports,
    {
      modelFor: () => ({ model }),
      reviewer,
      review: 'auto',
      profile: 'thoughts/1',
      outsideScope: 'refuse',
      modelCalls: 2,
      turnsPerAssignment: 50,
      turnsPerWorkspace: 1_000_000,
      signal: new AbortController().signal,
    },
    {
      workspaceId: 'soak',
      goal: 'Set every value',
      tasks: Array.from({ length: count }, (_, i) => ({
        taskId: `t${i}`,
        title: `Set value ${i}`,
        objective: 'It is named like the task.',
        scope: [`t${i}.py`],
        dependencies: [],
        acceptance: [],
      })),
    },
  );
  const outcome = await open.work();
  const { user, system } = process.cpuUsage(processor);
  const written = fs.readdirSync(root).filter(name => name.endsWith('.py')).length;
  if (outcome.kind !== 'DONE' || written !== count)
    throw new Error(`${count} tasks ended as ${JSON.stringify(outcome)}, with ${written} files`);
  return {
    sent,
    journal: bytesBelow(path.join(stateDir, 'routa')),
    heap: heap() - before,
    seconds: (performance.now() - begun) / 1000,
    processor: (user + system) / 1e6,
  };
}

/** Without what is garbage. */
function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function bytesBelow(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

// The first workspace of a process pays for compiling.
await soak(20);
const results = new Map<number, Soak>();
for (const count of SIZES) {
  const one = await soak(count);
  results.set(count, one);
  const each = (value: number, unit: number) => [value / count / unit];
  figures.add(`${count} tasks, from the goal to DONE`, [one.seconds], { byTheClock: true, unit: 's' });
  figures.add(`${count} tasks: processor time of one`, each(one.processor, 1 / 1000), { unit: 'ms' });
  figures.add(`${count} tasks: sent to models for one`, each(one.sent, 1000), { unit: 'KB' });
  figures.add(`${count} tasks: stored for one (journal and changes)`, each(one.journal, 1000), {
    unit: 'KB',
  });
  figures.add(`${count} tasks: kept in memory at the end`, [one.heap / 1e6], {
    unit: 'MB',
    target: `≤ ${MOST_HEAP_MB}`,
  });
}
const [few, many] = SIZES.map(count => results.get(count));
const grows = (value: (soaked: Soak) => number): number =>
  few && many ? Math.log(value(many) / value(few)) / Math.log((SIZES[1] ?? 1) / (SIZES[0] ?? 1)) : Number.NaN;
for (const [what, value] of [
  ['what is sent to models', ({ sent }: Soak) => sent],
  ['what is stored', ({ journal }: Soak) => journal],
] as const)
  figures.add(`${what} grows with the tasks to the power of`, [grows(value)], {
    target: `≤ ${MOST_EXPONENT}`,
  });
figures.note(
  'Each task has a file of its own; 30 CRAFTERs, 6 GATEs, a model that answers at once and does as little as it can; files and journal on the disk.',
);
figures.end();

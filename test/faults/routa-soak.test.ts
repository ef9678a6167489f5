import assert from 'node:assert/strict';
import v8 from 'node:v8';
import vm from 'node:vm';
import type { Journal } from '../../src/core/ports/journal.ts';
import type { ModelReply, ModelRequest } from '../../src/core/ports/model.ts';
import type { PlannedTask, RoutaEvent } from '../../src/core/routa/events.ts';
import type { RoutaSettings } from '../../src/core/routa/run-request.ts';
import { startRouta } from '../../src/core/routa/run-routa.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { freeHold } from '../support/memory-hold.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { printTable, sample, tally } from './support/counts.ts';

const TASKS = sample(100, 1000);
const AGENTS = sample(10, 50);
const MESSAGES = sample(1000, 10_000);
/** One answer in ten is no answer, no JSON, or a call that is refused. */
const FAULTY = 0.1;
const HEAP_LIMIT_MB = 20;

/** Counts what it is given and keeps nothing, so that the heap is the workspace's own. */
class CountingJournals extends MemoryJournals<RoutaEvent> {
  lines = 0;
  readonly sent = new Set<number>();
  readonly delivered = new Map<number, number>();
  readonly done = new Map<string, number>();

  override async create(): Promise<Journal<RoutaEvent>> {
    return {
      runId: 'soak',
      append: async event => {
        this.lines++;
        if (event.type === 'message_sent') this.sent.add(event.messageId);
        if (event.type === 'told')
          for (const id of event.took?.messages ?? [])
            this.delivered.set(id, (this.delivered.get(id) ?? 0) + 1);
        if (event.type === 'task_moved' && event.to === 'DONE')
          this.done.set(event.taskId, (this.done.get(event.taskId) ?? 0) + 1);
      },
    };
  }
}

/** A generator that gives the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;
function heapMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

describe('a ROUTA workspace under load', () => {
  after(() => printTable());

  it(`loses and doubles nothing: ${TASKS} tasks, ${AGENTS} agents, ${MESSAGES} messages, every tenth answer faulty`, async function () {
    this.timeout(600_000);
    const dice = random(7);
    const journals = new CountingJournals();
    const tasks: PlannedTask[] = Array.from({ length: TASKS }, (_, i) => ({
      taskId: `t${i}`,
      title: `Task ${i}`,
      objective: '',
      scope: [`f${i % 40}.py`],
      dependencies: i >= 100 && i % 10 === 0 ? [`t${i - 100}`] : [],
      acceptance: [],
    }));
    const crafters = Array.from({ length: AGENTS - 5 }, (_, i) => `c${i}`);
    const gates = Array.from({ length: 5 }, (_, i) => `g${i}`);
    const extraMessages = Math.max(0, MESSAGES - 3 * TASKS);
    let messages = 0;
    let faults = 0;

    const call = (tool_name: string, args: object) => ({ tool_name, arguments: args });
    const coordinate = () => {
      const { agents, tasks: all } = open.workspace;
      const missing = [...crafters, ...gates].filter(id => !agents.has(id));
      if (missing.length > 0)
        return missing.map(name =>
          call('create_agent', {
            name,
            role: name.startsWith('g') ? 'GATE' : 'CRAFTER',
            workspaceId: 'soak',
          }),
        );
      const idle = [...agents.values()].filter(a => a.open.length === 0 && a.status !== 'ERROR');
      const free = {
        CRAFTER: idle.filter(a => a.role === 'CRAFTER'),
        GATE: idle.filter(a => a.role === 'GATE'),
      };
      const calls: object[] = [];
      for (const task of all.values()) {
        if (calls.length >= 30) break;
        const isReady = task.dependencies.every(d => all.get(d)?.status === 'DONE');
        const isOpen = task.status === 'PENDING' || task.status === 'NEEDS_FIX' || task.status === 'FAILED';
        const worker = task.worker === undefined ? undefined : agents.get(task.worker);
        if (worker?.open.some(a => a.taskId === task.taskId) || !isReady) continue;
        const agent = isOpen
          ? free.CRAFTER.pop()
          : task.status === 'IN_REVIEW' && !task.verifier
            ? free.GATE.pop()
            : undefined;
        if (agent)
          calls.push(
            call('delegate_task', { agentId: agent.id, taskId: task.taskId, callerAgentId: 'routa' }),
          );
      }
      return calls;
    };
    const work = (id: string) => {
      const agent = open.workspace.agents.get(id);
      const [due] = agent?.open ?? [];
      if (!agent || !due) return [];
      const chat: object[] = [];
      for (let n = 0; n < 8 && messages < extraMessages && agent.role === 'CRAFTER'; n++, messages++)
        chat.push(
          call('send_message_to_agent', {
            fromAgentId: id,
            toAgentId:
              crafters[Math.floor(dice() * crafters.length)] === id
                ? 'routa'
                : (crafters[Math.floor(dice() * crafters.length)] ?? 'routa'),
            message: `Message ${messages}`,
          }),
        );
      return [
        ...chat.filter(c => JSON.stringify(c).includes(`"toAgentId":"${id}"`) === false),
        call('report_to_parent', {
          agentId: id,
          report: { taskId: due.taskId, summary: 'Done.', success: true },
        }),
      ];
    };
    const ask = async (request: ModelRequest): Promise<ModelReply> => {
      await new Promise(resolve => setImmediate(resolve));
      const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
      if (dice() < FAULTY) {
        faults++;
        const kind = dice();
        if (kind < 0.3) return { kind: 'answer', text: 'no JSON', model: 'm', usage };
        const wrong =
          kind < 0.6
            ? [call('shell', { n: faults })]
            : [call('write_file', { path: '../x', content: `${faults}` })];
        return {
          kind: 'answer',
          text: JSON.stringify({ thoughts: '', tool_calls: wrong }),
          model: 'm',
          usage,
        };
      }
      const tool_calls = request.role === 'routa' ? coordinate() : work(request.role);
      return { kind: 'answer', text: JSON.stringify({ thoughts: '', tool_calls }), model: 'm', usage };
    };
    const settings: RoutaSettings = {
      modelFor: () => ({ model: { label: 'soak', ask } }),
      reviewer: {
        review: async () => ({ kind: 'reject', by: 'nobody', reason: '' }),
        consent: async () => ({ granted: false, by: 'nobody' }),
        reviewPlan: async () => ({ kind: 'approve', by: 'nobody' }),
      },
      review: 'auto',
      outsideScope: 'refuse',
      modelCalls: AGENTS,
      turnsPerAssignment: 50,
      turnsPerWorkspace: 1_000_000,
      signal: new AbortController().signal,
    };
    let now = 0;
    const ports = {
      files: new MemoryFiles(),
      journals,
      clock: { now: () => now++ },
      sha256: sha256Of,
      hold: freeHold,
    };
    const before = heapMb();
    const open = await startRouta(ports, settings, {
      workspaceId: 'soak',
      goal: 'Carry out the tasks',
      tasks,
    });
    const start = performance.now();
    const outcome = await open.work();
    const seconds = (performance.now() - start) / 1000;
    const growth = heapMb() - before;

    const { workspace } = open;
    const waiting = [...workspace.agents.values()].flatMap(a => a.inbox.map(m => m.messageId));
    const lost = [...journals.sent].filter(id => !journals.delivered.has(id) && !waiting.includes(id));
    const doubled = [...journals.delivered.values()].filter(times => times > 1).length;
    const doneTwice = [...journals.done.values()].filter(times => times > 1).length;
    tally('messages delivered once', journals.sent.size, lost.length + doubled, `${faults} faulty answers`);
    tally(
      'tasks done once',
      TASKS,
      TASKS - journals.done.size + doneTwice,
      `${journals.lines} lines in ${seconds.toFixed(1)} s`,
    );
    tally(
      'heap growth in MB',
      Math.round(growth * 10) / 10,
      growth > HEAP_LIMIT_MB ? 1 : 0,
      `at most ${HEAP_LIMIT_MB}`,
    );
    assert.deepEqual(outcome, { kind: 'DONE', nothingChanged: true });
    assert.equal(workspace.tasks.size, TASKS);
    assert.deepEqual(lost, []);
    assert.equal(doubled + doneTwice, 0);
    assert.equal(journals.done.size, TASKS);
    assert.ok(journals.sent.size >= MESSAGES * 0.95, `${journals.sent.size} messages`);
    assert.ok(growth <= HEAP_LIMIT_MB, `the heap grew by ${growth.toFixed(1)} MB`);
  });
});

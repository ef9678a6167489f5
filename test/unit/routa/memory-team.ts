import { ok } from '../../../src/core/kernel/result.ts';
import type { ModelMessage, ModelReply, ModelRequest } from '../../../src/core/ports/model.ts';
import type { PlannedTask, RoutaEvent } from '../../../src/core/routa/events.ts';
import { INBOX_LINE } from '../../../src/core/routa/inbox.ts';
import type { RoutaOutcome } from '../../../src/core/routa/outcome.ts';
import { MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../../../src/core/routa/roles.ts';
import type {
  PlanDecision,
  PlanProposal,
  RoutaPorts,
  RoutaReviewer,
  RoutaSettings,
} from '../../../src/core/routa/run-request.ts';
import {
  type OpenRouta,
  type ResumeRouta,
  resumeRouta,
  type StartRouta,
  startRouta,
} from '../../../src/core/routa/run-routa.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { freeHold } from '../../support/memory-hold.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { type Call, MemoryReviewer } from '../taskagent/memory-agent.ts';

/** What an agent answers: calls, words with calls, a raw text, or no answer at all. */
export type Answer =
  | string
  | { readonly calls: readonly Call[]; readonly say?: string }
  | { readonly say: string }
  | { readonly fault: string; readonly outage?: object }
  | CallList;
interface CallList extends ReadonlyArray<Call> {}

/** An answer, or one made from what the agent was told. */
export type Step = Answer | ((told: Told) => Answer | Promise<Answer>);

/** What an agent sees when it is asked. */
export class Told {
  readonly messages: readonly ModelMessage[];
  readonly request: ModelRequest;

  constructor(request: ModelRequest) {
    this.request = request;
    this.messages = [...request.messages];
  }

  get last(): string {
    return this.messages.at(-1)?.text ?? '';
  }

  /** Results of the calls of its reply before. */
  get results(): readonly { tool_name: string; status: string; result: never }[] {
    const text = this.messages.findLast(m => m.text.startsWith('Results of your tool calls'))?.text ?? '';
    return text === '' ? [] : JSON.parse(text.slice(text.indexOf('\n') + 1)).results;
  }

  get notes(): readonly string[] {
    const text = this.messages.findLast(m => m.text.startsWith('Results of your tool calls'))?.text ?? '';
    return text === '' ? [] : (JSON.parse(text.slice(text.indexOf('\n') + 1)).notes ?? []);
  }

  /** Everything that ever arrived, in order. */
  get inboxes(): readonly Inbox[] {
    return this.messages
      .filter(m => m.text.startsWith(INBOX_LINE))
      .map(m => JSON.parse(m.text.slice(m.text.indexOf('\n') + 1)));
  }

  /** What arrived just before this request. */
  get inbox(): Inbox {
    return this.last.startsWith(INBOX_LINE) ? (this.inboxes.at(-1) ?? {}) : {};
  }
}

export interface Inbox {
  readonly messages?: readonly { from: string; kind: string; taskId?: string; text: string }[];
  readonly events?: readonly ({ type: string; actor: string; at: string } & Record<string, unknown>)[];
}

export class MemoryRoutaReviewer extends MemoryReviewer implements RoutaReviewer {
  readonly plans: PlanProposal[] = [];
  decidePlan: () => PlanDecision = () => ({ kind: 'approve', by: 'Ann' });

  async reviewPlan(plan: PlanProposal): Promise<PlanDecision> {
    this.plans.push(plan);
    return this.decidePlan();
  }
}

/** A workspace in memory whose agents answer from scripts, each its own, by its id. */
export class MemoryTeam {
  readonly files: MemoryFiles;
  journals = new MemoryJournals<RoutaEvent>();
  readonly reviewer = new MemoryRoutaReviewer();
  readonly events: RoutaEvent[] = [];
  /** What each agent was asked, in order. */
  readonly asked = new Map<string, Told[]>();
  /** Model calls under way now, and the most there ever were. */
  calls = { now: 0, most: 0 };
  stopping = new AbortController();
  settings: Partial<RoutaSettings> = {};
  programs: RoutaPorts['programs'];
  branches: RoutaPorts['branches'];
  #scripts: Readonly<Record<string, readonly Step[]>> = {};
  #seconds = 0;
  readonly #next = new Map<string, number>();
  open: OpenRouta | undefined;
  /** How many hosts hold the workspace now. */
  held = 0;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.files = new MemoryFiles(files);
  }

  /** Each look at the clock is a second later. */
  get ports(): RoutaPorts {
    const clock = { now: () => 1000 * this.#seconds++ };
    return {
      files: this.files,
      programs: this.programs,
      branches: this.branches,
      journals: this.journals,
      clock,
      sha256: sha256Of,
      hold: {
        ...freeHold,
        run: async () => {
          this.held++;
          return ok(() => void this.held--);
        },
      },
    };
  }

  get workspace() {
    if (!this.open) throw new Error('not started');
    return this.open.workspace;
  }

  agent(id: string) {
    const agent = this.workspace.agents.get(id);
    if (!agent) throw new Error(`no agent ${id}; there are ${[...this.workspace.agents.keys()]}`);
    return agent;
  }

  task(id: string) {
    const task = this.workspace.tasks.get(id);
    if (!task) throw new Error(`no task ${id}`);
    return task;
  }

  told(id: string, n: number): Told {
    const told = this.asked.get(id)?.at(n);
    if (!told) throw new Error(`${id} was not asked ${n + 1} times`);
    return told;
  }

  ofType<T extends RoutaEvent['type']>(type: T): Extract<RoutaEvent, { type: T }>[] {
    return this.events.filter((e): e is Extract<RoutaEvent, { type: T }> => e.type === type);
  }

  request(): RoutaSettings {
    return {
      modelFor: () => ({ model: { label: 'scripted', ask: request => this.#ask(request) } }),
      reviewer: this.reviewer,
      review: 'auto',
      outsideScope: 'ask',
      modelCalls: MODEL_CALLS,
      turnsPerAssignment: TURNS_PER_ASSIGNMENT,
      turnsPerWorkspace: TURNS_PER_WORKSPACE,
      signal: this.stopping.signal,
      onEvent: event => void this.events.push(event),
      ...this.settings,
    };
  }

  async start(scripts: Readonly<Record<string, readonly Step[]>>, start: Partial<StartRouta> = {}) {
    this.script(scripts);
    this.open = await startRouta(this.ports, this.request(), {
      workspaceId: WORKSPACE,
      goal: 'Do it',
      ...start,
    });
    return this.open;
  }

  async run(
    scripts: Readonly<Record<string, readonly Step[]>>,
    start: Partial<StartRouta> = {},
  ): Promise<RoutaOutcome> {
    return (await this.start(scripts, start)).work();
  }

  /** As a new process would: everything but the journal and the files is forgotten. */
  async resume(
    scripts: Readonly<Record<string, readonly Step[]>>,
    resume: Partial<ResumeRouta> = {},
  ): Promise<RoutaOutcome> {
    this.script(scripts);
    this.stopping = new AbortController();
    const open = await resumeRouta(this.ports, this.request(), { runId: 'run-1', ...resume });
    if (!open.ok) throw new Error(open.error);
    this.open = open.value;
    return this.open.work();
  }

  script(scripts: Readonly<Record<string, readonly Step[]>>): void {
    this.#scripts = scripts;
    this.#next.clear();
  }

  async #ask(request: ModelRequest): Promise<ModelReply> {
    const id = request.role;
    const told = new Told(request);
    this.asked.set(id, [...(this.asked.get(id) ?? []), told]);
    this.calls.now++;
    this.calls.most = Math.max(this.calls.most, this.calls.now);
    try {
      // A model takes its time: others get their turn meanwhile.
      await new Promise(resolve => setImmediate(resolve));
      const n = this.#next.get(id) ?? 0;
      this.#next.set(id, n + 1);
      const step = this.#scripts[id]?.[n] ?? [];
      return replyOf(typeof step === 'function' ? await step(told) : step, request.tools.length > 0);
    } finally {
      this.calls.now--;
    }
  }
}

/** @param isNative the agent was offered native calls, and makes them */
function replyOf(answer: Answer, isNative: boolean): ModelReply {
  const usage = { inputTokens: 10, outputTokens: 5, estimated: false };
  if (typeof answer === 'object' && 'fault' in answer)
    return {
      kind: 'fault',
      code: 'played',
      reason: answer.fault,
      ...(answer.outage ? { outage: answer.outage } : {}),
    };
  const calls = callsOf(answer);
  if (isNative && calls.length > 0) {
    const native = calls.map(([name, args = {}], i) => ({
      id: `id-${i}`,
      name,
      argumentsJson: JSON.stringify(args),
    }));
    return { kind: 'tool_calls', text: wordsOf(answer), calls: native, model: 'm', usage };
  }
  return {
    kind: 'answer',
    text: typeof answer === 'string' ? answer : envelopeOf(answer),
    model: 'm',
    usage,
  };
}

function envelopeOf(answer: Exclude<Answer, string | { readonly fault: string }>): string {
  return JSON.stringify({
    thoughts: wordsOf(answer),
    tool_calls: callsOf(answer).map(([tool_name, args = {}]) => ({ tool_name, arguments: args })),
  });
}

function callsOf(answer: Answer): readonly Call[] {
  if (typeof answer === 'string') return [];
  return isCallList(answer) ? answer : 'calls' in answer ? answer.calls : [];
}

const wordsOf = (answer: Answer): string =>
  (typeof answer === 'object' && !isCallList(answer) && 'say' in answer && answer.say) || 'A step.';

const isCallList = (answer: object): answer is CallList => Array.isArray(answer);

/** What the agents call the workspace. */
export const WORKSPACE = 'shop';

/** The calls of scripts, by whom they are made. */
export const create = (name: string, role = 'CRAFTER', more: object = {}): Call => [
  'create_agent',
  { name, role, workspaceId: WORKSPACE, ...more },
];
export const delegate = (agentId: string, taskId: string, callerAgentId = 'routa'): Call => [
  'delegate_task',
  { agentId, taskId, callerAgentId },
];
export const write = (path: string, content = 'x\n'): Call => ['write_file', { path, content }];
export const report = (agentId: string, taskId: string, more: object = { success: true }): Call => [
  'report_to_parent',
  { agentId, report: { taskId, summary: 'Did it.', ...more } },
];
export const wake = (taskId: string, contextMessage = 'Go on.', more: object = {}): Call => [
  'wake_or_create_task_agent',
  { taskId, contextMessage, callerAgentId: 'routa', ...more },
];
export const fix = (callerAgentId: string, taskId: string, message = 'Mend it.'): Call => [
  'send_message_to_task_agent',
  { taskId, message, callerAgentId },
];
export const message = (fromAgentId: string, toAgentId: string, text = 'Hello.'): Call => [
  'send_message_to_agent',
  { fromAgentId, toAgentId, message: text },
];
export const subscribe = (eventTypes: readonly string[], more: object = {}): Call => [
  'subscribe_to_events',
  { agentId: 'routa', agentName: 'routa', eventTypes, ...more },
];

/** A plan as a coordinator writes it. */
export const plan = (
  ...tasks: readonly { id: string; scope?: readonly string[]; after?: readonly string[] }[]
) =>
  tasks
    .map(({ id, scope = [], after = [] }) =>
      [
        `@@@task ${id}`,
        `# Task ${id}`,
        '## Scope',
        ...scope.map(s => `- ${s}`),
        '## Dependencies',
        ...after.map(a => `- ${a}`),
        '@@@',
      ].join('\n'),
    )
    .join('\n');

/** A task of the user, so that no plan is needed. */
export const task = (
  taskId: string,
  {
    scope = [],
    after = [],
    acceptance = [],
  }: { scope?: readonly string[]; after?: readonly string[]; acceptance?: readonly string[] } = {},
): PlannedTask => ({
  taskId,
  title: `Task ${taskId}`,
  objective: '',
  scope,
  dependencies: after,
  acceptance,
});

import { ok } from '../../../src/core/kernel/result.ts';
import type { AgentProposal, AgentReviewer, ConsentRequest } from '../../../src/core/ports/agent-reviewer.ts';
import type { UserWorkspace } from '../../../src/core/ports/agent-workspace.ts';
import type { Decision } from '../../../src/core/ports/decision.ts';
import type {
  CommitRequest,
  Delivery,
  DeliveryStatus,
  PullRequest,
  PushTarget,
} from '../../../src/core/ports/delivery.ts';
import type {
  JsonSchema,
  Model,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelToolCall,
} from '../../../src/core/ports/model.ts';
import type { ResultBranches } from '../../../src/core/ports/result-branch.ts';
import type { TestCommand, TestRunner } from '../../../src/core/ports/test-runner.ts';
import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { MAX_CYCLES, MAX_TURNS } from '../../../src/core/taskagent/roles.ts';
import { runTaskAgent } from '../../../src/core/taskagent/run-agent.ts';
import type { AgentPorts, AgentRequest } from '../../../src/core/taskagent/run-request.ts';
import type { RunTestsResult } from '../../../src/generated/contracts.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { memoryHold } from '../../support/memory-hold.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';

/** One call as a test writes it. */
export type Call = readonly [tool: string, args?: Readonly<Record<string, unknown>>];
type Fault = Extract<ModelReply, { kind: 'fault' }>;
/** A reply: its calls, the text word for word, native tool calls, or none. */
export type Reply = readonly Call[] | string | { readonly native: readonly ModelToolCall[] } | Fault;

export const envelope = (calls: readonly Call[], key = 'thoughts'): string =>
  JSON.stringify({
    [key]: 'A step.',
    tool_calls: calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args })),
  });

/** Plays replies in order; keeps what it was asked. */
export class PlayedModel implements Model {
  readonly label = 'played';
  readonly asked: (readonly ModelMessage[])[] = [];
  /** The form each reply had to have. */
  readonly forms: JsonSchema[] = [];
  readonly #replies: Reply[];
  readonly #key: string;

  constructor(replies: readonly Reply[], key = 'thoughts') {
    this.#replies = [...replies];
    this.#key = key;
  }

  async ask({ messages, output }: Pick<ModelRequest, 'messages' | 'output'>): Promise<ModelReply> {
    this.asked.push([...messages]);
    this.forms.push(output.schema);
    const reply = this.#replies.shift();
    if (reply === undefined) return { kind: 'fault', code: 'played_out', reason: 'no more replies' };
    if (typeof reply === 'object' && 'kind' in reply) return reply;
    if (typeof reply === 'object' && 'native' in reply) {
      const usage = { inputTokens: 10, outputTokens: 5, estimated: false };
      return { kind: 'tool_calls', text: 'A step.', calls: reply.native, model: 'm', usage };
    }
    const text = typeof reply === 'string' ? reply : envelope(reply, this.#key);
    return {
      kind: 'answer',
      text,
      model: 'm',
      usage: { inputTokens: 10, outputTokens: 5, estimated: false },
    };
  }

  /** The results the agent was given after its n-th reply, from 1. */
  results(n: number): readonly { tool_name: string; status: string; result: unknown }[] {
    return this.report(n).results ?? [];
  }

  report(n: number): {
    results?: { tool_name: string; status: string; result: unknown }[];
    notes?: string[];
  } {
    const text = this.told(n);
    return JSON.parse(text.slice(text.indexOf('\n') + 1));
  }

  /** What was said to the agent after its n-th reply. */
  told(n: number): string {
    return this.asked[n]?.at(-1)?.text ?? '';
  }
}

/** Version control in memory: remembers what it was asked to do. */
export class MemoryDelivery implements Delivery {
  untaken = () => Promise.resolve(ok([]));
  readonly commits: CommitRequest[] = [];
  readonly acts: string[] = [];
  readonly pullRequests: PullRequest[] = [];
  remote: string | undefined;
  untracked: readonly string[] = [];
  /** Changed beside the run. */
  other: readonly string[] = [];
  /** What git calls a file that is named through a link. */
  nameOf = (path: string): string => path;
  readonly #files: MemoryFiles;
  readonly #isCommitted = new Set<unknown>();

  constructor(files: MemoryFiles) {
    this.#files = files;
  }

  async status() {
    const own = this.#files.applied
      .filter(c => !this.#isCommitted.has(c))
      .flatMap(c => c.files.map(f => this.nameOf(f.path)));
    const status: DeliveryStatus = {
      branch: 'work',
      branchOwner: undefined,
      defaultBranch: 'main',
      remote: this.remote,
      changed: [...new Set([...own, ...this.other])].sort(),
      untracked: this.untracked,
      ahead: this.commits.length,
      nameOf: this.nameOf,
    };
    return ok(status);
  }

  async commit(request: CommitRequest) {
    this.commits.push(request);
    this.acts.push('commit');
    for (const changes of this.#files.applied) this.#isCommitted.add(changes);
    return ok({ sha: `c${this.commits.length}`, branch: 'work', branchMade: false });
  }

  async findRemote() {
    return this.remote;
  }

  async head() {
    return ok({ sha: `c${this.commits.length}`, subject: this.commits.at(-1)?.subject ?? 'start' });
  }

  async switchTo(branch: string) {
    this.acts.push(`switch to ${branch}`);
    return ok(true as const);
  }

  async findPushTarget() {
    return ok({ remote: this.remote ?? '', branch: 'work', address: 'https://example.org/work.git' });
  }

  async push(target: PushTarget) {
    this.acts.push('push');
    return ok(target);
  }

  async openPullRequest(request: PullRequest) {
    this.acts.push('pull request');
    this.pullRequests.push(request);
    return ok({ kind: 'created', url: 'https://example.org/pr/1' } as const);
  }
}

export class MemoryTests implements TestRunner {
  command: TestCommand = { label: 'python scripts/run_tests.py', origin: 'script' };
  result: RunTestsResult = {
    ok: true,
    exit_code: 0,
    stdout: '2/2 tests passed',
    stderr: '',
    passed: 2,
    total: 2,
  };
  runs = 0;
  onRun: (() => void) | undefined;

  async find() {
    return ok(this.command);
  }

  async run() {
    this.runs++;
    this.onRun?.();
    return this.result;
  }
}

export type Decide = (proposal: AgentProposal) => 'apply' | { readonly reject: string } | Decision;

/** A person in a test: decides, and remembers what was shown and asked. */
export class MemoryReviewer implements AgentReviewer {
  readonly proposals: AgentProposal[] = [];
  readonly consents: ConsentRequest[] = [];
  decide: Decide = () => 'apply';
  allow = true;

  async review(proposal: AgentProposal): Promise<Decision> {
    this.proposals.push(proposal);
    const decision = this.decide(proposal);
    if (decision === 'apply') {
      const { approvalSha256 } = proposal;
      return { kind: 'apply', by: 'Ann', approvalSha256, controlPlaneApproved: [] };
    }
    return 'reject' in decision ? { kind: 'reject', by: 'Ann', reason: decision.reject } : decision;
  }

  async consent(request: ConsentRequest) {
    this.consents.push(request);
    return { granted: this.allow, by: 'Ann' };
  }
}

/** A workspace, a person and a model in memory, and runs of the task agent over them. */
export class MemoryAgent {
  readonly files: MemoryFiles;
  journals = new MemoryJournals<AgentEvent>();
  readonly delivery: MemoryDelivery;
  readonly tests = new MemoryTests();
  readonly reviewer = new MemoryReviewer();
  readonly events: AgentEvent[] = [];
  model = new PlayedModel([]);
  branches: ResultBranches | undefined;
  readonly hold = memoryHold();
  signal: AbortSignal = new AbortController().signal;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.files = new MemoryFiles(files);
    this.delivery = new MemoryDelivery(this.files);
  }

  get workspace(): UserWorkspace {
    const { files, tests, delivery } = this;
    return { label: 'the workspace', files, tests, delivery, isolated: false };
  }

  get ports(): AgentPorts {
    const { workspace, branches, journals } = this;
    const { hold } = this;
    return { workspace, branches, journals, clock: { now: () => 0 }, sha256: sha256Of, hold };
  }

  request(replies: readonly Reply[], options: Partial<AgentRequest> = {}): AgentRequest {
    const profile = options.profile ?? 'thoughts/1';
    this.model = new PlayedModel(replies, profile === 'plan/1' ? 'plan' : 'thoughts');
    return {
      assignment: { text: 'Do the next task', taskId: undefined },
      mode: 'converse',
      profile,
      model: this.model,
      reviewer: this.reviewer,
      review: 'turn',
      delivery: 'commit',
      maxTurns: MAX_TURNS,
      maxCycles: MAX_CYCLES,
      signal: this.signal,
      onEvent: event => void this.events.push(event),
      ...options,
    };
  }

  run(replies: readonly Reply[], options: Partial<AgentRequest> = {}) {
    return runTaskAgent(this.ports, this.request(replies, options));
  }
}

export const read = (path: string): Call => ['read_file', { path }];
export const write = (path: string, content = 'x\n'): Call => ['write_file', { path, content }];
export const feature = (feature_id = 1, task_id = 1): Call => [
  'finish_feature',
  { task_id, feature_id, title: `Part ${feature_id}` },
];
export const submit = (task_id = 1): Call => ['submit_for_review', { task_id, task_title: 'All of it' }];
export const finish = (args: Readonly<Record<string, unknown>> = {}): Call => ['finish', args];

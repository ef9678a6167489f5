import * as vscode from 'vscode';
import { callSubject } from '../../core/conversation/call-subject.ts';
import { fail } from '../../core/kernel/result.ts';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';
import { firstLine } from '../../core/panel/amounts.ts';
import {
  itemOf,
  TASK_AGENTS,
  type TaskAgentItem,
  type TaskAgentRun,
  taskAgentNeeds,
  taskAgentRow,
} from '../../core/panel/task-agents.ts';
import type { AgentEvent } from '../../core/taskagent/events.ts';
import { MAX_CYCLES, MAX_TURNS } from '../../core/taskagent/roles.ts';
import type { AgentRequest } from '../../core/taskagent/run-request.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { TaskAgent } from '../../core/taskagent/task-agent.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { FolderApps } from '../folder-apps.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import type { Log } from '../output.ts';
import { PERSON } from '../person.ts';
import { approveRevert } from '../run/approve-revert.ts';
import type { ApiKeys } from '../secrets.ts';
import type { AgentDocuments } from './agent-documents.ts';
import type { AgentReviews } from './agent-reviews.ts';
import type { AgentsHost, AgentsRegistry } from './agents-registry.ts';
import { chooseAgentModels } from './choose-agent-model.ts';
import { goOn, tellNotGivenUp } from './go-on.ts';
import { openTestScript } from './open-test-script.ts';
import { type ListedRuns, recentRuns } from './recent-runs.ts';
import { showAgentEnd } from './show-agent-end.ts';

/** What a person chose for a new run. */
export type TaskAgentSettings = Pick<AgentRequest, 'assignment' | 'mode' | 'review' | 'delivery'>;

/** One run in this window. */
interface Entry extends TaskAgentRun {
  readonly folder: vscode.WorkspaceFolder;
  readonly cancel?: AbortController;
}

/** The parts of the window that task agents use. */
export interface TaskAgentParts {
  readonly agents: AgentsRegistry;
  readonly folders: FolderApps;
  readonly reviews: AgentReviews;
  readonly documents: AgentDocuments;
  /** Shows what was applied. */
  readonly history: DiffEditor;
  readonly keys: ApiKeys;
  readonly log: Log;
}

/** Task agents of all folders: starts, resumes, stops and shows them. */
export class TaskAgents implements AgentsHost {
  readonly name = TASK_AGENTS;
  readonly #parts: TaskAgentParts;
  readonly #runs = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watch: vscode.Disposable;
  #isRestored = false;

  constructor(parts: TaskAgentParts) {
    this.#parts = parts;
    this.#watch = vscode.Disposable.from(
      parts.reviews.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    );
  }

  projection(): AgentsProjection {
    void this.#restore();
    const runs = [...this.#runs.values()].sort(
      (a, b) => Number(b.isRunning) - Number(a.isRunning) || b.lastAt - a.lastAt,
    );
    return {
      host: TASK_AGENTS,
      agents: runs.map(taskAgentRow),
      needsYou: [...this.#parts.reviews.needsOf(TASK_AGENTS), ...runs.flatMap(taskAgentNeeds)],
    };
  }

  /** Runs an agent to its end; `undefined` when there is no model, or agents work in the folder. */
  async start(folder: vscode.WorkspaceFolder, settings: TaskAgentSettings): Promise<AgentState | undefined> {
    const name = firstLine(settings.assignment.text, 60);
    return this.#parts.agents.workIn(folder, () =>
      this.#run(folder, name, (taskAgent, request) =>
        taskAgent.run({ ...request, ...settings, profile: 'calls/1' }),
      ),
    );
  }

  async open(id: string): Promise<void> {
    if (await this.#parts.reviews.open(id)) return;
    const item = itemOf(id);
    const entry = item && this.#runs.get(item.runId);
    if (item === undefined || entry === undefined) return;
    switch (item.kind) {
      case 'call':
        return this.#openCall(entry, item);
      case 'turn':
        if (await this.#openTurn(entry, item)) return;
        return this.#openTranscript(entry);
      case 'question':
        await vscode.commands.executeCommand('workorder.agent.answer', {
          kind: 'agent',
          host: this.name,
          id,
        });
        return;
      case 'tests':
        return openTestScript(entry.folder);
      case 'page': {
        const page = entry.state.pullRequests[item.index];
        if (page !== undefined) await vscode.env.openExternal(vscode.Uri.parse(page));
        return;
      }
      case 'run':
      case 'stopped':
        return this.#openTranscript(entry);
    }
  }

  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    if (await this.#parts.reviews.act(verb, id, text)) return true;
    const item = itemOf(id);
    const entry = item && this.#runs.get(item.runId);
    if (item === undefined || entry === undefined) return false;
    switch (verb) {
      case 'answer':
        return this.#resume(entry, text);
      case 'resume':
        return this.#resume(entry, undefined);
      case 'stop':
        return this.#stop(entry);
      case 'revert':
        return this.#revert(entry, item.kind === 'turn' ? item.turn : undefined);
      case 'transcript':
        await this.#openTranscript(entry);
        return true;
      case 'setUp':
        await openTestScript(entry.folder);
        return true;
      default:
        return false;
    }
  }

  dispose(): void {
    // Runs are not cancelled: what a closed window interrupts can be resumed.
    this.#watch.dispose();
    this.#changed.dispose();
  }

  /** Once, when somebody looks: what earlier windows and the command line left. */
  async #restore(): Promise<void> {
    if (this.#isRestored || !vscode.workspace.isTrusted) return;
    this.#isRestored = true;
    const runs: ListedRuns = await recentRuns(this.#parts.folders, this.#parts.log);
    for (const run of runs) if (!this.#runs.has(run.state.runId)) this.#runs.set(run.state.runId, run);
    if (runs.length > 0) this.#changed.fire();
  }

  #agentOf = async (folder: vscode.WorkspaceFolder): Promise<TaskAgent> =>
    (await this.#parts.folders.of(folder)).app.taskAgent;

  /** What start and resume have in common: model, person, signal, and showing each event. */
  async #run<T>(
    folder: vscode.WorkspaceFolder,
    name: string,
    work: (taskAgent: TaskAgent, request: CommonRequest) => Promise<T>,
  ): Promise<T | undefined> {
    const { reviews, keys, log } = this.#parts;
    const chosen = await chooseAgentModels(keys, { agent: { role: 'agent' } });
    if (chosen === undefined) return undefined;
    const { models, ...rest } = chosen;
    const taskAgent = await this.#agentOf(folder);
    const cancel = new AbortController();
    let waiting = 0;
    let runId = '';
    const update = (change: Partial<Entry>) => {
      const entry = this.#runs.get(runId);
      if (entry !== undefined) this.#runs.set(runId, { ...entry, ...change });
      this.#changed.fire();
    };
    const whileWaiting = async <T>(asked: Promise<T>): Promise<T> => {
      update({ isWaiting: ++waiting > 0 });
      return asked.finally(() => update({ isWaiting: --waiting > 0 }));
    };
    const reviewer = reviews.reviewerFor(TASK_AGENTS, name);
    await vscode.commands.executeCommand('workorder.agents.focus');
    try {
      return await work(taskAgent, {
        ...rest,
        model: models.agent,
        reviewer: {
          review: (proposal, signal) => whileWaiting(reviewer.review(proposal, signal)),
          consent: (request, signal) => whileWaiting(reviewer.consent(request, signal)),
        },
        maxTurns: MAX_TURNS,
        maxCycles: MAX_CYCLES,
        signal: cancel.signal,
        onCall: ({ name: tool, args }) => update({ call: `${tool} ${callSubject(args)}`.trim() }),
        onEvent: (event: AgentEvent, state: AgentState) => {
          log.trace(JSON.stringify(event));
          runId = state.runId;
          const { call: _over, ...entry } = this.#runs.get(runId) ?? { folder };
          this.#runs.set(runId, { ...entry, folder, state, lastAt: event.at, isRunning: true, cancel });
          this.#changed.fire();
        },
      });
    } finally {
      const entry = this.#runs.get(runId);
      if (entry !== undefined) {
        const { cancel: _cancel, call: _call, ...rest } = entry;
        this.#runs.set(runId, { ...rest, isRunning: false, isWaiting: false });
        void showAgentEnd(entry.state);
      }
      this.#changed.fire();
    }
  }

  /** Goes on in the background: the answer is there when the run has begun again. */
  #resume({ folder, state: { runId, task } }: Entry, answer: string | undefined): boolean {
    return goOn(this.#parts, { folder, runId, name: 'The agent' }, async () => {
      const events = await (await this.#agentOf(folder)).events(runId);
      const started = events?.find(event => event.type === 'run_started');
      if (started?.type !== 'run_started') return fail(`there is no agent run ${runId}`);
      const { review, delivery } = started;
      const words = answer === undefined ? {} : { answer };
      return this.#run(folder, firstLine(task, 60), (agent, request) =>
        agent.resume({ ...request, runId, review, delivery, ...words }),
      );
    });
  }

  async #stop(entry: Entry): Promise<boolean> {
    if (entry.cancel !== undefined) {
      entry.cancel.abort();
      return true;
    }
    const given = await (await this.#agentOf(entry.folder)).giveUp(entry.state.runId);
    if (!given.ok) {
      tellNotGivenUp(given.error);
      return false;
    }
    this.#runs.set(entry.state.runId, { ...entry, state: given.value });
    this.#changed.fire();
    return true;
  }

  async #revert(entry: Entry, turn: number | undefined): Promise<boolean> {
    const { runId } = entry.state;
    const taskAgent = await this.#agentOf(entry.folder);
    const reverted = await taskAgent.revert({
      runId,
      by: PERSON,
      approve: approveRevert,
      ...(turn === undefined ? {} : { part: { turn } }),
    });
    if (!reverted.ok) {
      void showErrorMessage(`Nothing was reverted: ${reverted.error}`);
      return false;
    }
    const state = await taskAgent.state(runId);
    if (state !== undefined) this.#runs.set(runId, { ...entry, state });
    this.#changed.fire();
    void showInformationMessage(
      `Reverted ${reverted.value.join(', ')}; edits made since elsewhere in the files stay.`,
    );
    return true;
  }

  async #openTranscript({ folder, state }: Entry): Promise<void> {
    const text = await (await this.#agentOf(folder)).transcript(state.runId);
    if (text !== undefined)
      await this.#parts.documents.show(state.runId, `Transcript of ${state.task}`, text);
  }

  /** Everything a turn changed; answers whether there was anything. */
  async #openTurn(entry: Entry, { cycle, turn }: Extract<TaskAgentItem, { kind: 'turn' }>): Promise<boolean> {
    if (!(await this.#loadTurn(entry, cycle, turn))) return false;
    await this.#parts.history.openAll();
    return true;
  }

  /** The file's diff for a call that changed one, else the call with its result. */
  async #openCall(entry: Entry, item: Extract<TaskAgentItem, { kind: 'call' }>): Promise<void> {
    const { runId, cycle, turn, index } = item;
    const taskAgent = await this.#agentOf(entry.folder);
    const result = await taskAgent.call(runId, cycle, turn, index);
    if (result === undefined) return;
    const path = result.changedPath;
    if (path !== undefined && (await this.#loadTurn(entry, cycle, turn))) {
      if (await this.#parts.history.openFile(path)) return;
    }
    await this.#parts.documents.show(`${runId}-${cycle}-${turn}-${index}`, result.tool, result.document);
  }

  async #loadTurn({ folder, state }: Entry, cycle: number, turn: number): Promise<boolean> {
    const changes = await (await this.#agentOf(folder)).changes(state.runId, { cycle, turn });
    if (changes.length === 0) return false;
    const id = `done-${state.runId}-${cycle}-${turn}`;
    this.#parts.history.load(id, `turn ${turn} · ${firstLine(state.task, 60)}`, changes, Date.now());
    return true;
  }
}

type CommonRequest = Omit<AgentRequest, 'assignment' | 'mode' | 'profile' | 'review' | 'delivery'>;

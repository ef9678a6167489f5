import * as vscode from 'vscode';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';
import { firstLine } from '../../core/panel/amounts.ts';
import {
  conversationDocument,
  planDocument,
  ROUTA_WORKSPACES,
  type RoutaRun,
  routaItemOf,
  routaNeeds,
  routaRow,
  TIMELINE_FILTERS,
  timelineDocument,
} from '../../core/panel/routa-workspaces.ts';
import { routaHeadline } from '../../core/routa/outcome.ts';
import { MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../../core/routa/roles.ts';
import type { RoutaPorts, RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import type { Workspace } from '../../core/routa/workspace.ts';
import { callSubject } from '../../core/taskagent/call-subject.ts';
import type { FolderApps } from '../folder-apps.ts';
import type { Log } from '../output.ts';
import { PERSON } from '../person.ts';
import type { ApiKeys } from '../secrets.ts';
import type { AgentDocuments } from './agent-documents.ts';
import type { AgentReviews } from './agent-reviews.ts';
import type { AgentsHost } from './agents-registry.ts';
import { chooseRoutaModels } from './choose-routa-models.ts';
import { PlanReviews } from './plan-reviews.ts';

/** How many earlier workspaces of a folder are shown. */
const SHOWN = 5;

interface Entry {
  readonly folder: vscode.WorkspaceFolder;
  readonly workspace: Workspace;
  readonly calls: Map<string, string>;
  lastAt: number;
  /** Left out when it is not at work in this window. */
  running?: { readonly open: OpenRouta; readonly cancel: AbortController };
}

/** The parts of the window that ROUTA workspaces use. */
export interface RoutaParts {
  readonly folders: FolderApps;
  readonly reviews: AgentReviews;
  readonly documents: AgentDocuments;
  readonly keys: ApiKeys;
  readonly log: Log;
}

/** What a person chose for a new workspace. */
export interface RoutaChoices {
  readonly goal: string;
  readonly review: RoutaSettings['review'];
}

/** ROUTA workspaces of all folders: starts, resumes, stops and shows them. */
export class RoutaWorkspaces implements AgentsHost {
  readonly name = ROUTA_WORKSPACES;
  readonly #parts: RoutaParts;
  readonly #entries = new Map<string, Entry>();
  readonly #plans: PlanReviews;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watch: vscode.Disposable;
  #isRestored = false;

  constructor(parts: RoutaParts) {
    this.#parts = parts;
    this.#plans = new PlanReviews(() => this.#changed.fire());
    this.#watch = parts.reviews.onDidChange(() => this.#changed.fire());
  }

  projection(): AgentsProjection {
    void this.#restore();
    const runs = [...this.#entries.values()].map(entry => this.#runOf(entry));
    runs.sort((a, b) => Number(b.isRunning) - Number(a.isRunning) || b.lastAt - a.lastAt);
    return {
      host: this.name,
      agents: runs.map(routaRow),
      needsYou: [...this.#parts.reviews.needsOf(this.name), ...runs.flatMap(routaNeeds)],
    };
  }

  isRunningIn(folder: vscode.WorkspaceFolder): boolean {
    const key = folder.uri.toString();
    return [...this.#entries.values()].some(e => e.running !== undefined && e.folder.uri.toString() === key);
  }

  /** Works towards the goal until everybody rests; `undefined` when there is no model. */
  async start(folder: vscode.WorkspaceFolder, choices: RoutaChoices): Promise<Workspace | undefined> {
    const { goal, review } = choices;
    const { startRouta } = await loadRouta();
    return this.#run(folder, firstLine(goal, 60), review, (ports, settings) =>
      startRouta(ports, settings, { workspaceId: folder.name, goal }),
    );
  }

  async open(id: string): Promise<void> {
    if (await this.#parts.reviews.open(id)) return;
    const item = routaItemOf(id);
    const entry = item && this.#entries.get(item.runId);
    if (item === undefined || entry === undefined) return;
    const plan = this.#plans.of(item.runId);
    const { documents } = this.#parts;
    if (item.kind === 'plan' && plan)
      await documents.show(`plan-${item.runId}`, 'Plan', planDocument(plan.proposal.tasks));
    else if (item.kind === 'agent') await this.#showConversation(entry, item.id);
    else if (item.kind === 'task') {
      const worker = entry.workspace.tasks.get(item.id)?.worker;
      if (worker !== undefined) await this.#showConversation(entry, worker);
    } else if (item.kind === 'events') await this.#showTimeline(entry);
  }

  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    if (await this.#parts.reviews.act(verb, id, text)) return true;
    const item = routaItemOf(id);
    const entry = item && this.#entries.get(item.runId);
    if (item === undefined || entry === undefined) return false;
    if (item.kind === 'plan') return this.#decidePlan(item.runId, verb, text);
    switch (verb) {
      case 'stop':
        return this.#stop(entry, item.kind === 'agent' ? item.id : undefined);
      case 'resume':
        return this.#resume(entry, undefined);
      case 'answer':
        return this.#resume(entry, text);
      case 'revert':
        return this.#revert(entry);
      case 'transcript':
        if (item.kind === 'agent') await this.#showConversation(entry, item.id);
        else await this.#showTimeline(entry);
        return true;
      default:
        return false;
    }
  }

  dispose(): void {
    // Nothing is cancelled: what a closed window interrupts can be resumed.
    this.#watch.dispose();
    this.#changed.dispose();
  }

  #runOf({ workspace, lastAt, running, calls }: Entry): RoutaRun {
    const plan = this.#plans.of(workspace.id);
    return {
      workspace,
      lastAt,
      isRunning: running !== undefined,
      calls,
      ...(plan ? { plan: { tasks: plan.proposal.tasks, since: plan.since } } : {}),
    };
  }

  #portsOf = async (folder: vscode.WorkspaceFolder): Promise<RoutaPorts> =>
    (await this.#parts.folders.of(folder)).routa;

  /** Once, when somebody looks: what earlier windows and the command line left. */
  async #restore(): Promise<void> {
    if (this.#isRestored || !vscode.workspace.isTrusted) return;
    this.#isRestored = true;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      try {
        const ports = await this.#portsOf(folder);
        const { readRouta } = await loadRouta();
        for (const { runId, startedAt } of (await ports.journals.list()).slice(0, SHOWN)) {
          const workspace = this.#entries.has(runId) ? undefined : await readRouta(ports, runId);
          if (!workspace) continue;
          const lastAt = workspace.timeline.at(-1)?.at ?? startedAt;
          this.#entries.set(runId, { folder, workspace, calls: new Map(), lastAt });
        }
      } catch (error) {
        this.#parts.log.error(error, `reading the ROUTA workspaces of ${folder.name}`);
      }
    }
    this.#changed.fire();
  }

  /** What start and resume have in common: models, person, signal, and showing each event. */
  async #run(
    folder: vscode.WorkspaceFolder,
    name: string,
    review: RoutaSettings['review'],
    begin: (ports: RoutaPorts, settings: RoutaSettings) => Promise<OpenRouta | undefined>,
  ): Promise<Workspace | undefined> {
    const { reviews, keys, log } = this.#parts;
    const models = await chooseRoutaModels(keys);
    if (models === undefined) return undefined;
    const ports = await this.#portsOf(folder);
    const cancel = new AbortController();
    const changes = reviews.reviewerFor(this.name, name);
    const calls = new Map<string, string>();
    const settings: RoutaSettings = {
      ...models,
      reviewer: {
        ...changes,
        reviewerOf: agentId => reviews.reviewerFor(this.name, agentId),
        reviewPlan: (plan, signal) => this.#plans.review(plan, signal),
      },
      review,
      outsideScope: 'ask',
      modelCalls: MODEL_CALLS,
      turnsPerAssignment: TURNS_PER_ASSIGNMENT,
      turnsPerWorkspace: TURNS_PER_WORKSPACE,
      signal: cancel.signal,
      onCall: (agentId, { name: tool, args }) => {
        calls.set(agentId, `${tool} ${callSubject(args)}`.trim());
        this.#changed.fire();
      },
      onEvent: (event, workspace) => {
        log.trace(JSON.stringify(event));
        if (event.type === 'called') calls.delete(event.agentId);
        const entry = this.#entries.get(workspace.id);
        if (entry) entry.lastAt = event.at;
        this.#changed.fire();
      },
    };
    const open = await begin(ports, settings);
    if (open === undefined) return undefined;
    const { workspace } = open;
    const entry: Entry = { folder, workspace, calls, lastAt: Date.now(), running: { open, cancel } };
    this.#entries.set(workspace.id, entry);
    await vscode.commands.executeCommand('workorder.agents.focus');
    try {
      const outcome = await open.work();
      void showEnd(outcome.kind === 'DONE', `${name}: ${routaHeadline(outcome)}`);
      return workspace;
    } finally {
      delete entry.running;
      calls.clear();
      this.#changed.fire();
    }
  }

  #decidePlan(runId: string, verb: AgentVerb, text: string): boolean {
    const plan = this.#plans.of(runId);
    if (plan === undefined || (verb !== 'apply' && verb !== 'reject')) return false;
    plan.decide(
      verb === 'apply'
        ? { kind: 'approve', by: PERSON }
        : { kind: 'reject', by: PERSON, reason: text.trim() },
    );
    return true;
  }

  /** Goes on in the background. */
  async #resume(entry: Entry, message: string | undefined): Promise<boolean> {
    if (this.isRunningIn(entry.folder)) {
      void vscode.window.showInformationMessage(
        'A ROUTA workspace is at work in this folder. Stop it first.',
      );
      return false;
    }
    const { id: runId, goal, review, tasks } = entry.workspace;
    // A person who lets it go on has looked at what was blocked.
    const unblock = [...tasks.values()].filter(t => t.status === 'BLOCKED').map(t => t.taskId);
    const { resumeRouta } = await loadRouta();
    const resumed = this.#run(entry.folder, firstLine(goal, 60), review, async (ports, settings) => {
      const words = message === undefined ? {} : { message };
      const open = await resumeRouta(ports, settings, { runId, unblock, ...words });
      if (!open.ok) void vscode.window.showErrorMessage(`The workspace does not go on: ${open.error}`);
      return open.ok ? open.value : undefined;
    });
    resumed.catch((error: unknown) => this.#parts.log.error(error, `resuming ${runId}`));
    return true;
  }

  /** One agent, or all of them. */
  async #stop({ running }: Entry, agentId: string | undefined): Promise<boolean> {
    if (running === undefined) return false;
    if (agentId === undefined) running.cancel.abort();
    else await running.open.team.stop(agentId);
    return true;
  }

  async #revert(entry: Entry): Promise<boolean> {
    const ports = await this.#portsOf(entry.folder);
    const { revertRouta } = await import('../../core/routa/revert-routa.ts');
    const { readRouta } = await loadRouta();
    const { id } = entry.workspace;
    const reverted = await revertRouta(ports, id, PERSON);
    if (!reverted.ok) {
      void vscode.window.showErrorMessage(`Nothing was reverted: ${reverted.error}`);
      return false;
    }
    const workspace = await readRouta(ports, id);
    if (workspace) this.#entries.set(id, { ...entry, workspace });
    this.#changed.fire();
    void vscode.window.showInformationMessage(
      `Reverted ${reverted.value.join(', ')}; edits made since elsewhere in the files stay.`,
    );
    return true;
  }

  async #showConversation({ workspace }: Entry, agentId: string): Promise<void> {
    const agent = workspace.agents.get(agentId);
    if (agent === undefined) return;
    const id = `${workspace.id}-${agentId}`;
    await this.#parts.documents.show(id, `Conversation of ${agent.name}`, conversationDocument(agent));
  }

  async #showTimeline({ workspace }: Entry): Promise<void> {
    const filter = await vscode.window.showQuickPick([...TIMELINE_FILTERS], {
      title: 'Events of this workspace',
      placeHolder: '* is all of them',
    });
    if (filter === undefined) return;
    const text = timelineDocument(workspace.timeline, filter);
    await this.#parts.documents.show(`events-${workspace.id}`, `Events ${filter}`, text);
  }
}

/** Loaded on first use: activation needs none of it. */
const loadRouta = () => import('../../core/routa/run-routa.ts');

/** The one notification at the end. */
async function showEnd(isDone: boolean, sentence: string): Promise<void> {
  const agents = 'Show Agents';
  const show = isDone ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  if ((await show(sentence, agents)) === agents)
    await vscode.commands.executeCommand('workorder.agents.focus');
}

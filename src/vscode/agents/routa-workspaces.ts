import * as vscode from 'vscode';
import { callSubject } from '../../core/conversation/call-subject.ts';
import { assertNever } from '../../core/kernel/assert-never.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';
import { firstLine } from '../../core/panel/amounts.ts';
import {
  conversationDocument,
  ROUTA_WORKSPACES,
  type RoutaRun,
  routaItemId,
  routaItemOf,
  routaNeeds,
  routaRow,
  TIMELINE_FILTERS,
  timelineDocument,
} from '../../core/panel/routa-workspaces.ts';
import { routaHeadline } from '../../core/routa/outcome.ts';
import { MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../../core/routa/roles.ts';
import type { Routa } from '../../core/routa/routa.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import type { OpenRouta } from '../../core/routa/run-routa.ts';
import type { Workspace } from '../../core/routa/workspace.ts';
import { SHOWN_RUNS } from '../../core/runs/shown-runs.ts';
import type { FolderApps } from '../folder-apps.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../inert-window.ts';
import type { Log } from '../output.ts';
import { PERSON } from '../person.ts';
import { approveRevert } from '../run/approve-revert.ts';
import type { ApiKeys } from '../secrets.ts';
import type { AgentDocuments } from './agent-documents.ts';
import type { AgentReviews } from './agent-reviews.ts';
import type { AgentsHost, AgentsRegistry } from './agents-registry.ts';
import { chooseRoutaModels } from './choose-routa-models.ts';
import { goOn, tellNotGivenUp } from './go-on.ts';
import { planApproval } from './plan-approval.ts';

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
  readonly agents: AgentsRegistry;
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
  readonly #plans: ReturnType<typeof planApproval>;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watch: vscode.Disposable;
  #isRestored = false;

  constructor(parts: RoutaParts) {
    this.#parts = parts;
    this.#plans = planApproval(parts.documents, () => this.#changed.fire());
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

  /** The plan the person was shown last. */
  get shown(): string | undefined {
    const runId = this.#plans.shown;
    return runId === undefined ? undefined : routaItemId({ kind: 'plan', runId });
  }

  /** Works towards the goal until everybody rests; `undefined` when there is no model, or agents work in the folder. */
  async start(folder: vscode.WorkspaceFolder, choices: RoutaChoices): Promise<Workspace | undefined> {
    const { goal, review } = choices;
    const done = await this.#parts.agents.workIn(folder, async () => {
      return this.#run(folder, firstLine(goal, 60), review, async (routa, settings) =>
        ok(await routa.start(settings, { workspaceId: folder.name, goal })),
      );
    });
    return done?.ok ? done.value : undefined;
  }

  async open(id: string): Promise<void> {
    if (await this.#parts.reviews.open(id)) return;
    const item = routaItemOf(id);
    const entry = item && this.#entries.get(item.runId);
    if (item === undefined || entry === undefined) return;
    switch (item.kind) {
      case 'plan':
        await this.#plans.show(item.runId);
        return;
      case 'agent':
        return this.#showConversation(entry, item.id);
      case 'task': {
        const worker = entry.workspace.tasks.get(item.id)?.worker;
        return worker === undefined ? this.#showAllEvents(entry) : this.#showConversation(entry, worker);
      }
      case 'workspace':
      case 'stopped':
        return this.#showAllEvents(entry);
      case 'events':
        return this.#showTimeline(entry);
      default:
        return assertNever(item);
    }
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

  #routaOf = async (folder: vscode.WorkspaceFolder): Promise<Routa> =>
    (await this.#parts.folders.of(folder)).app.routa;

  /** Once, when somebody looks: what earlier windows and the command line left. */
  async #restore(): Promise<void> {
    if (this.#isRestored || !vscode.workspace.isTrusted) return;
    this.#isRestored = true;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      try {
        const routa = await this.#routaOf(folder);
        for (const { runId, startedAt } of (await routa.list()).slice(0, SHOWN_RUNS)) {
          const workspace = this.#entries.has(runId) ? undefined : await routa.state(runId);
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
    begin: (routa: Routa, settings: RoutaSettings) => Promise<Result<OpenRouta>>,
  ): Promise<Result<Workspace> | undefined> {
    const { reviews, keys, log } = this.#parts;
    const models = await chooseRoutaModels(keys);
    if (models === undefined) return undefined;
    const routa = await this.#routaOf(folder);
    const cancel = new AbortController();
    const changes = reviews.reviewerFor(this.name, name);
    const calls = new Map<string, string>();
    const settings: RoutaSettings = {
      ...models,
      reviewer: {
        ...changes,
        reviewerOf: agentId => reviews.reviewerFor(this.name, agentId),
        reviewPlan: (plan, signal) => this.#plans.ask(plan, signal),
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
    const begun = await begin(routa, settings);
    if (!begun.ok) return begun;
    const open = begun.value;
    const { workspace } = open;
    const entry: Entry = { folder, workspace, calls, lastAt: Date.now(), running: { open, cancel } };
    this.#entries.set(workspace.id, entry);
    await vscode.commands.executeCommand('workorder.agents.focus');
    try {
      const outcome = await open.work();
      void showEnd(outcome.kind === 'DONE', `${name}: ${routaHeadline(outcome)}`);
      return ok(workspace);
    } finally {
      delete entry.running;
      calls.clear();
      this.#changed.fire();
    }
  }

  #decidePlan(runId: string, verb: AgentVerb, text: string): boolean {
    if (verb !== 'apply' && verb !== 'reject') return false;
    return this.#plans.decide(runId, verb === 'apply', text.trim());
  }

  /** Goes on in the background. */
  #resume({ folder, workspace }: Entry, message: string | undefined): boolean {
    const { id: runId, goal, review, tasks } = workspace;
    // A person who lets it go on has looked at what was blocked.
    const unblock = [...tasks.values()].filter(t => t.status === 'BLOCKED').map(t => t.taskId);
    const words = message === undefined ? {} : { message };
    return goOn(this.#parts, { folder, runId, name: 'The workspace' }, async () => {
      return this.#run(folder, firstLine(goal, 60), review, (routa, settings) =>
        routa.resume(settings, { runId, unblock, ...words }),
      );
    });
  }

  /** One agent, or all of them; a workspace that rests is given up. */
  async #stop(entry: Entry, agentId: string | undefined): Promise<boolean> {
    const { running, folder, workspace } = entry;
    if (running !== undefined) {
      if (agentId === undefined) running.cancel.abort();
      else await running.open.team.stop(agentId);
      return true;
    }
    if (agentId !== undefined) return false;
    const given = await (await this.#routaOf(folder)).giveUp(workspace.id);
    if (!given.ok) {
      tellNotGivenUp(given.error);
      return false;
    }
    this.#entries.set(workspace.id, { ...entry, workspace: given.value });
    this.#changed.fire();
    return true;
  }

  async #revert(entry: Entry): Promise<boolean> {
    const routa = await this.#routaOf(entry.folder);
    const { id } = entry.workspace;
    const reverted = await routa.revert({ runId: id, by: PERSON, approve: approveRevert });
    if (!reverted.ok) {
      void showErrorMessage(`Nothing was reverted: ${reverted.error}`);
      return false;
    }
    const workspace = await routa.state(id);
    if (workspace) this.#entries.set(id, { ...entry, workspace });
    this.#changed.fire();
    void showInformationMessage(
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
    const filters = TIMELINE_FILTERS.map(label => ({ label }));
    const picked = await showQuickPick(filters, {
      title: 'Events of this workspace',
      placeHolder: '* is all of them',
    });
    if (picked !== undefined) await this.#showEvents(workspace, picked.label);
  }

  #showAllEvents({ workspace }: Entry): Promise<void> {
    return this.#showEvents(workspace, '*');
  }

  async #showEvents(workspace: Workspace, filter: string): Promise<void> {
    const text = timelineDocument(workspace.timeline, filter);
    await this.#parts.documents.show(`events-${workspace.id}`, `Events ${filter}`, text);
  }
}

/** Loaded on first use: activation needs none of it. */

/** The one notification at the end. */
async function showEnd(isDone: boolean, sentence: string): Promise<void> {
  const agents = 'Show Agents';
  const show = isDone ? showInformationMessage : showWarningMessage;
  if ((await show(sentence, agents)) === agents)
    await vscode.commands.executeCommand('workorder.agents.focus');
}

import * as vscode from 'vscode';
import { firstLine } from '../../core/kernel/amounts.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { AgentsProjection, AgentVerb, NeedsYou } from '../../core/panel/agents-list.ts';
import { runItemOf } from '../../core/panel/run-items.ts';
import type { WatchedRun } from '../../core/panel/watched-run.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { approveRevert } from '../run/approve-revert.ts';
import { type AgentsHost, showAgentsView } from './agents-registry.ts';
import { readEarlierRuns } from './earlier-runs.ts';
import { offerVerbs, showRunEnd } from './offer-verbs.ts';
import type { AgentParts, OpenedRow, Opens, RunAdapter, RunSession, StoredAgentRuns } from './run-adapter.ts';
import { showOpened } from './show-opened.ts';
import { watchRun } from './watch-run.ts';

const REMOVED = 'workorder.agents.removed';
const MOST_REMOVED = 500;

/** One run in this window. */
interface Entry<S> extends WatchedRun<S> {
  readonly folder: vscode.WorkspaceFolder;
  /** While it is under way. */
  readonly cancel?: AbortController;
}

/** The runs of one workflow in all folders: starts, resumes, stops and shows them. The adapter says what differs. */
export class AgentRunsHost<S, K extends string, C, W extends StoredAgentRuns<S>> implements AgentsHost {
  readonly name: string;
  readonly #parts: AgentParts;
  readonly #adapter: RunAdapter<S, K, C, W>;
  readonly #entries = new Map<string, Entry<S>>();
  /** Folders by URI whose earlier runs were asked for. */
  readonly #restored = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watch: vscode.Disposable;

  constructor(parts: AgentParts, adapter: RunAdapter<S, K, C, W>) {
    this.#parts = parts;
    this.#adapter = adapter;
    this.name = adapter.name;
    this.#watch = vscode.Disposable.from(
      parts.reviews.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => this.#forget(removed)),
    );
  }

  projection(): AgentsProjection {
    this.#restore();
    const removed = this.#removed;
    const runs = [...this.#entries]
      .filter(([runId, entry]) => !removed.includes(runId) || this.#adapter.needs(entry).length > 0)
      .map(([, entry]) => entry)
      .sort((a, b) => Number(b.isRunning) - Number(a.isRunning) || b.lastAt - a.lastAt);
    return {
      host: this.name,
      agents: runs.map(this.#adapter.row),
      needsYou: [...this.#parts.reviews.needsOf(this.name), ...runs.flatMap(this.#adapter.needs)],
    };
  }

  /** Works to the end of a new run; `undefined` when there is no model, or an agent runs in the folder. */
  async start(folder: vscode.WorkspaceFolder, choices: C): Promise<S | undefined> {
    const { titleOf, start } = this.#adapter;
    const ended = await this.#parts.agents.workIn(folder, () =>
      this.#run(folder, titleOf(choices), (runs, session) => start(runs, session, choices)),
    );
    return ended?.ok ? ended.value : undefined;
  }

  async open(id: string): Promise<void> {
    if (await this.#parts.reviews.open(id)) return;
    const row = await this.#find(id);
    if (row === undefined) return;
    const need = this.#needOf(row.item.runId, id);
    if (need !== undefined) await this.#openNeed(need);
    else await this.#show(row, await this.#adapter.open(row));
  }

  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    if (await this.#parts.reviews.act(verb, id, text)) return true;
    const row = await this.#find(id);
    if (row === undefined) return false;
    switch (verb) {
      case 'answer':
        return this.#needOf(row.item.runId, id)?.verbs.includes('answer') === true && this.#resume(row, text);
      case 'resume':
        return this.#resume(row, undefined);
      case 'stop':
        return this.#stop(row);
      case 'say':
      case 'pause':
        return this.#steer(row, verb, text.trim());
      case 'revert':
        return this.#revert(row);
      case 'transcript': {
        // An agent's own conversation is what its row opens.
        const opens = row.item.kind === 'agent' ? await this.#adapter.open(row) : undefined;
        await this.#show(row, opens ?? { kind: 'transcript' });
        return true;
      }
      case 'remove':
        return this.#remove(row.item.runId);
      case 'setUp':
        await this.#adapter.open(row);
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

  /** Runs that the person does not want to see here any more; the Runs view has them. */
  get #removed(): readonly string[] {
    return this.#parts.memory.get<readonly string[]>(REMOVED, []);
  }

  async #remove(runId: string): Promise<boolean> {
    const entry = this.#entries.get(runId);
    if (entry === undefined || entry.isRunning) return false;
    if (this.#adapter.needs(entry).length > 0) {
      void showInformationMessage('This run still waits for you: decide, or give it up, first.');
      return false;
    }
    await this.#parts.memory.update(REMOVED, [...this.#removed, runId].slice(-MOST_REMOVED));
    this.#changed.fire();
    return true;
  }

  #set(entry: Entry<S>): void {
    this.#entries.set(this.#adapter.describe(entry.state).runId, entry);
    this.#changed.fire();
  }

  #runsOf = async (folder: vscode.WorkspaceFolder): Promise<W> =>
    this.#adapter.runsOf(await this.#parts.folders.of(folder));

  #needOf(runId: string, id: string): NeedsYou | undefined {
    const entry = this.#entries.get(runId);
    return entry && this.#adapter.needs(entry).find(need => need.id === id);
  }

  /** When someone looks: what earlier windows and the command line left in each folder, once. */
  #restore(): void {
    if (!vscode.workspace.isTrusted) return;
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      const key = folder.uri.toString();
      if (this.#restored.has(key)) continue;
      this.#restored.add(key);
      void this.#read(folder);
    }
  }

  /** A folder that left the window takes its runs along; one that came is read when someone looks. */
  #forget(removed: readonly vscode.WorkspaceFolder[]): void {
    const isLookedAt = this.#restored.size > 0;
    for (const { uri } of removed) {
      this.#restored.delete(uri.toString());
      for (const [runId, { folder, isRunning }] of this.#entries)
        if (!isRunning && folder.uri.toString() === uri.toString()) this.#entries.delete(runId);
    }
    if (isLookedAt) this.#changed.fire();
  }

  /** @param only this run; the latest when it is left out */
  async #read(folder: vscode.WorkspaceFolder, only?: string): Promise<void> {
    const onError = (error: unknown, what: string) =>
      this.#parts.log.error(error, `${what} (${this.name}) of ${folder.name}`);
    for (const run of await readEarlierRuns(() => this.#runsOf(folder), onError, only))
      if (!this.#entries.has(this.#adapter.describe(run.state).runId))
        this.#set({ ...run, folder, isRunning: false });
  }

  /** The row a click or a command means, also of a run too old to be listed. */
  async #find(id: string): Promise<OpenedRow<S, K, W> | undefined> {
    const item = runItemOf(this.#adapter.items, id);
    if (item === undefined || !vscode.workspace.isTrusted) return undefined;
    if (!this.#entries.has(item.runId))
      for (const folder of vscode.workspace.workspaceFolders ?? []) await this.#read(folder, item.runId);
    const entry = this.#entries.get(item.runId);
    if (entry === undefined) return undefined;
    const { folder, state } = entry;
    return { runs: await this.#runsOf(folder), folder, state, item };
  }

  /** What a click on a row of the inbox does: answering asks for words, and nothing resumes unasked. */
  async #openNeed(need: NeedsYou): Promise<void> {
    const [first] = need.verbs;
    const target = { kind: 'agent', host: this.name, id: need.id };
    if (first === 'resume' || first === 'stop') offerVerbs(this.name, need);
    else if (first !== undefined) await vscode.commands.executeCommand(`workorder.agent.${first}`, target);
  }

  #show = (row: OpenedRow<S, K, W>, opens: Opens | undefined): Promise<void> =>
    showOpened(this.#parts, row.runs, this.#adapter.describe(row.state), opens);

  /** What start and resume have in common: models, person, signal, and showing each event. */
  async #run(
    folder: vscode.WorkspaceFolder,
    title: string,
    work: (runs: W, session: RunSession<S>) => Promise<Result<S>>,
  ): Promise<Result<S> | undefined> {
    const { reviews, keys, log } = this.#parts;
    const { chooseAgentModels } = await import('./choose-agent-models.ts');
    const models = await chooseAgentModels(keys, this.#adapter.models);
    if (models === undefined) return undefined;
    const cancel = new AbortController();
    const { calls, waiting, onCall, reviewerFor } = watchRun(
      agent => reviews.reviewerFor(this.name, agent === '' ? firstLine(title, 60) : agent),
      () => this.#changed.fire(),
    );
    let runId = '';
    await showAgentsView();
    try {
      const { signal } = cancel;
      const onEvent: RunSession<S>['onEvent'] = (event, state) => {
        log.trace(JSON.stringify(event));
        calls.delete(event.agentId ?? '');
        runId = this.#adapter.describe(state).runId;
        this.#set({ folder, state, lastAt: event.at, isRunning: true, calls, waiting, cancel });
      };
      const session = { folder, models, reviewerFor, signal, onCall, onEvent };
      const ended = await work(await this.#runsOf(folder), session);
      if (ended.ok) this.#showEnd(ended.value);
      return ended;
    } finally {
      reviews.forget(runId);
      const entry = this.#entries.get(runId);
      if (entry !== undefined)
        this.#set({ folder, state: entry.state, lastAt: entry.lastAt, isRunning: false });
    }
  }

  #showEnd(state: S): void {
    const { row, needs, describe } = this.#adapter;
    const run = { state, lastAt: 0, isRunning: false };
    void showRunEnd(this.name, { run: describe(state), row: row(run), needs: needs(run) });
  }

  /** Resumes in the background: the answer is there when the run has begun again. */
  #resume(row: OpenedRow<S, K, W>, words: string | undefined): boolean {
    const { agents, log } = this.#parts;
    const { runId, title } = this.#adapter.describe(row.state);
    const working = agents.workIn(row.folder, () =>
      this.#run(row.folder, title, (_runs, session) => this.#adapter.resume(row, session, words)),
    );
    if (working === undefined) return false;
    const say = (reason: string) => showErrorMessage(`${this.#adapter.noun} could not be resumed: ${reason}`);
    working.then(
      result => {
        if (result?.ok === false) void say(result.error);
      },
      (error: unknown) => {
        log.error(error, `resuming ${runId}`);
        void say(error instanceof Error ? error.message : String(error));
      },
    );
    return true;
  }

  /** A run under way ends soon; one that rests no longer waits for anybody. */
  async #stop({ runs, folder, item }: OpenedRow<S, K, W>): Promise<boolean> {
    const entry = this.#entries.get(item.runId);
    if (entry?.cancel === undefined) {
      if (item.kind === 'agent') return false;
      const given = await runs.giveUp(item.runId);
      if (given.ok) this.#set({ folder, state: given.value, lastAt: Date.now(), isRunning: false });
      else void showErrorMessage(`The run was not given up: ${given.error}`);
      return given.ok;
    }
    if (!(await this.#adapter.stopPart?.(item))) entry.cancel.abort();
    return true;
  }

  /** Words and a pause come before the next reply, as those of another process do. */
  async #steer({ runs, item }: OpenedRow<S, K, W>, kind: 'say' | 'pause', text: string): Promise<boolean> {
    if (this.#entries.get(item.runId)?.isRunning !== true) {
      void showInformationMessage('This run is not at work in this window.');
      return false;
    }
    if (kind === 'say' && text === '') return false;
    if (kind === 'say' && this.#adapter.say !== undefined) return this.#adapter.say(item.runId, text);
    const agentId = kind === 'say' ? this.#adapter.agentOf?.(item) : undefined;
    return runs.say(item.runId, {
      kind,
      text,
      by: 'the user',
      ...(agentId === undefined ? {} : { agentId }),
    });
  }

  async #revert({ runs, item }: OpenedRow<S, K, W>): Promise<boolean> {
    const { runId } = item;
    const part = this.#adapter.partOf?.(item);
    const reverted = await runs.revert({
      runId,
      by: PERSON,
      approve: approveRevert,
      ...(part ? { part } : {}),
    });
    if (!reverted.ok) {
      void showErrorMessage(`Nothing was reverted: ${reverted.error}`);
      return false;
    }
    const state = await runs.state(runId);
    const entry = this.#entries.get(runId);
    if (state !== undefined && entry !== undefined) this.#set({ ...entry, state });
    void showInformationMessage(
      `Reverted ${reverted.value.join(', ')}; edits made since elsewhere in the files stay.`,
    );
    return true;
  }
}

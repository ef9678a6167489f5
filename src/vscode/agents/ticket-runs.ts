import * as vscode from 'vscode';
import { callSubject } from '../../core/conversation/call-subject.ts';
import { fail } from '../../core/kernel/result.ts';
import type { AgentsProjection, AgentVerb } from '../../core/panel/agents-list.ts';
import { firstLine } from '../../core/panel/amounts.ts';
import { TICKETS, type TicketItem, ticketItemOf } from '../../core/panel/ticket-items.ts';
import { type TicketRunView, ticketNeeds, ticketRow } from '../../core/panel/ticket-rows.ts';
import type { TicketReviewer } from '../../core/ports/ticket-reviewer.ts';
import type { TicketEvent } from '../../core/tickets/events.ts';
import type { ResumeTicketRequest } from '../../core/tickets/resume-ticket.ts';
import { MAX_TURNS_PER_TALK, MAX_TURNS_PER_TICKET } from '../../core/tickets/roles.ts';
import type { TicketRequest, TicketSettings } from '../../core/tickets/run-request.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import type { Tickets } from '../../core/tickets/tickets.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { approveRevert } from '../run/approve-revert.ts';
import type { AgentsHost } from './agents-registry.ts';
import { breakdownApproval } from './breakdown-approval.ts';
import { chooseAgentModels } from './choose-agent-model.ts';
import { goOn, tellNotGivenUp } from './go-on.ts';
import { recentTickets } from './recent-tickets.ts';
import { showTicketEnd } from './show-ticket-end.ts';
import type { TaskAgentParts } from './task-agents.ts';

/** What a person chose for a new run. */
export type TicketChoices = Pick<TicketRequest, 'ticket' | 'path' | 'review' | 'delivery'>;

/** One run in this window. */
interface Entry extends TicketRunView {
  readonly folder: vscode.WorkspaceFolder;
  readonly cancel?: AbortController;
}

/** Tickets of all folders: starts, resumes, stops and shows them. */
export class TicketRuns implements AgentsHost {
  readonly name = TICKETS;
  readonly #parts: TaskAgentParts;
  readonly #runs = new Map<string, Entry>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #breakdowns: ReturnType<typeof breakdownApproval>;
  readonly #watch: vscode.Disposable;
  #isRestored = false;

  constructor(parts: TaskAgentParts) {
    this.#parts = parts;
    this.#breakdowns = breakdownApproval(parts.documents, () => this.#changed.fire());
    this.#watch = vscode.Disposable.from(
      parts.reviews.onDidChange(() => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
    );
  }

  projection(): AgentsProjection {
    void this.#restore();
    const runs = [...this.#runs.values()]
      .sort((a, b) => Number(b.isRunning) - Number(a.isRunning) || b.lastAt - a.lastAt)
      .map(run => {
        const breakdown = this.#breakdowns.of(run.state.runId);
        return breakdown === undefined ? run : { ...run, breakdown };
      });
    return {
      host: TICKETS,
      agents: runs.map(ticketRow),
      needsYou: [...this.#parts.reviews.needsOf(TICKETS), ...runs.flatMap(ticketNeeds)],
    };
  }

  /** Works on a ticket to its end; `undefined` when there is no model, or agents work in the folder. */
  async start(folder: vscode.WorkspaceFolder, choices: TicketChoices): Promise<TicketState | undefined> {
    return this.#parts.agents.workIn(folder, () =>
      this.#run(folder, choices.ticket.title, (tickets, settings) =>
        tickets.run({ ...settings, ...choices }),
      ),
    );
  }

  async open(id: string): Promise<void> {
    if (await this.#parts.reviews.open(id)) return;
    const item = ticketItemOf(id);
    const entry = item && this.#runs.get(item.runId);
    if (item === undefined || entry === undefined) return;
    switch (item.kind) {
      case 'breakdown':
        await this.#breakdowns.show(item.runId);
        return;
      case 'change':
        return this.#openChange(entry, item);
      case 'file':
        return openTicketFile(entry);
      case 'blocked':
        await vscode.commands.executeCommand('workorder.agent.answer', {
          kind: 'agent',
          host: this.name,
          id,
        });
        return;
      case 'run':
      case 'stopped':
        return this.#openTranscript(entry);
    }
  }

  async act(verb: AgentVerb, id: string, text: string): Promise<boolean> {
    if (await this.#parts.reviews.act(verb, id, text)) return true;
    const item = ticketItemOf(id);
    const entry = item && this.#runs.get(item.runId);
    if (item === undefined || entry === undefined) return false;
    switch (verb) {
      case 'allow':
      case 'deny':
        return this.#breakdowns.decide(item.runId, verb === 'allow', '');
      case 'answer':
        return item.kind === 'blocked' && this.#resume(entry, { unblock: [item.subtaskId], words: text });
      case 'resume':
        return this.#resume(entry, { unblock: [] });
      case 'stop':
        return this.#stop(entry);
      case 'revert':
        return this.#revert(entry);
      case 'transcript':
        await this.#openTranscript(entry);
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
    const runs = await recentTickets(this.#parts.folders, this.#parts.log);
    for (const run of runs) if (!this.#runs.has(run.state.runId)) this.#runs.set(run.state.runId, run);
    if (runs.length > 0) this.#changed.fire();
  }

  #ticketsOf = async (folder: vscode.WorkspaceFolder): Promise<Tickets> =>
    (await this.#parts.folders.of(folder)).app.tickets;

  /** What start and resume have in common: models, person, signal, and showing each event. */
  async #run<T>(
    folder: vscode.WorkspaceFolder,
    title: string,
    work: (tickets: Tickets, settings: CommonSettings) => Promise<T>,
  ): Promise<T | undefined> {
    const { keys, log } = this.#parts;
    const chosen = await chooseAgentModels(keys, {
      manager: { role: 'manager', tier: 'SMART' },
      developer: { role: 'developer', tier: 'FAST' },
    });
    if (chosen === undefined) return undefined;
    const tickets = await this.#ticketsOf(folder);
    const cancel = new AbortController();
    let runId = '';
    const update = (change: Partial<Entry>) => {
      const entry = this.#runs.get(runId);
      if (entry !== undefined) this.#runs.set(runId, { ...entry, ...change });
      this.#changed.fire();
    };
    await vscode.commands.executeCommand('workorder.agents.focus');
    try {
      return await work(tickets, {
        ...chosen,
        reviewer: this.#reviewer(firstLine(title, 60), isWaiting => update({ isWaiting })),
        scope: 'ask',
        maxTurnsPerTalk: MAX_TURNS_PER_TALK,
        maxTurnsPerTicket: MAX_TURNS_PER_TICKET,
        signal: cancel.signal,
        onCall: ({ name, args }) => update({ call: `${name} ${callSubject(args)}`.trim() }),
        onEvent: (event: TicketEvent, state: TicketState) => {
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
        void showTicketEnd(entry.state);
      }
      this.#changed.fire();
    }
  }

  /** The window's reviews, with the ticket shown as waiting while one is open. */
  #reviewer(name: string, onWaiting: (isWaiting: boolean) => void): TicketReviewer {
    const reviews = this.#parts.reviews.reviewerFor(TICKETS, name);
    let waiting = 0;
    const whileWaiting = async <T>(asked: Promise<T>): Promise<T> => {
      onWaiting(++waiting > 0);
      return asked.finally(() => onWaiting(--waiting > 0));
    };
    return {
      review: (proposal, signal) => whileWaiting(reviews.review(proposal, signal)),
      consent: (request, signal) => whileWaiting(reviews.consent(request, signal)),
      approveBreakdown: (proposal, signal) => whileWaiting(this.#breakdowns.ask(proposal, signal)),
    };
  }

  /** Goes on in the background: the answer is there when the run has begun again. */
  #resume({ folder, state }: Entry, how: Pick<ResumeTicketRequest, 'unblock' | 'words'>): boolean {
    const { runId, title } = state;
    return goOn(this.#parts, { folder, runId, name: 'The ticket' }, async () => {
      const started = (await (await this.#ticketsOf(folder)).events(runId))?.[0];
      if (started?.type !== 'run_started') return fail(`there is no ticket run ${runId}`);
      const { review, delivery, scope } = started;
      return this.#run(folder, title, (tickets, settings) =>
        tickets.resume({ ...settings, runId, review, delivery, scope, by: PERSON, ...how }),
      );
    });
  }

  async #stop(entry: Entry): Promise<boolean> {
    if (entry.cancel !== undefined) {
      entry.cancel.abort();
      return true;
    }
    const given = await (await this.#ticketsOf(entry.folder)).giveUp(entry.state.runId);
    if (!given.ok) {
      tellNotGivenUp(given.error);
      return false;
    }
    this.#runs.set(entry.state.runId, { ...entry, state: given.value });
    this.#changed.fire();
    return true;
  }

  async #revert(entry: Entry): Promise<boolean> {
    const { runId } = entry.state;
    const tickets = await this.#ticketsOf(entry.folder);
    const reverted = await tickets.revert({ runId, by: PERSON, approve: approveRevert });
    if (!reverted.ok) {
      void showErrorMessage(`Nothing was reverted: ${reverted.error}`);
      return false;
    }
    const state = await tickets.state(runId);
    if (state !== undefined) this.#runs.set(runId, { ...entry, state });
    this.#changed.fire();
    void showInformationMessage(
      `Reverted ${reverted.value.join(', ')}; edits made since elsewhere in the files stay.`,
    );
    return true;
  }

  async #openTranscript({ folder, state }: Entry): Promise<void> {
    const text = await (await this.#ticketsOf(folder)).transcript(state.runId);
    if (text !== undefined)
      await this.#parts.documents.show(state.runId, `Transcript of ${state.title}`, text);
  }

  async #openChange(
    { folder, state }: Entry,
    { number }: Extract<TicketItem, { kind: 'change' }>,
  ): Promise<void> {
    const changes = await (await this.#ticketsOf(folder)).changes(state.runId, { number });
    if (changes.length === 0) return;
    const id = `done-${state.runId}-${number}`;
    this.#parts.history.load(id, `change ${number} · ${firstLine(state.title, 60)}`, changes, Date.now());
    await this.#parts.history.openAll();
  }
}

type CommonSettings = Omit<TicketSettings, 'review' | 'delivery'>;

async function openTicketFile({ folder, state }: Entry): Promise<void> {
  if (state.path === undefined) return;
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, state.path), { preview: true });
}

import assert from 'node:assert/strict';
import type { Model } from '../../../src/core/ports/model.ts';
import type { OneFlow } from '../../../src/core/ports/one-flow.ts';
import type { ResultBranches } from '../../../src/core/ports/result-branch.ts';
import type { BreakdownDecision, BreakdownProposal } from '../../../src/core/ports/ticket-reviewer.ts';
import type { TicketEvent } from '../../../src/core/tickets/events.ts';
import { type ResumeTicketRequest, resumeTicket } from '../../../src/core/tickets/resume-ticket.ts';
import { MAX_TURNS_PER_CONVERSATION, MAX_TURNS_PER_TICKET } from '../../../src/core/tickets/roles.ts';
import type { TicketPorts, TicketRequest, TicketSettings } from '../../../src/core/tickets/run-request.ts';
import { runTicket } from '../../../src/core/tickets/run-ticket.ts';
import type { TicketState } from '../../../src/core/tickets/state.ts';
import { formatTicket, parseTicket } from '../../../src/core/tickets/ticket-file.ts';
import type { Ticket } from '../../../src/generated/contracts.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { memoryHold } from '../../support/memory-hold.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import {
  type Call,
  MemoryReviewer,
  MemoryTests,
  PlayedModel,
  type Reply,
} from '../taskagent/memory-agent.ts';

export const TICKET_FILE = 'tickets/gift-wrap.ticket.json';

export const twoSubtasks: Ticket = {
  id: 'gift-wrap',
  title: 'Gift wrap',
  description: 'Wrapping costs money.',
  acceptanceCriteria: ['wrapping has a price'],
  subtasks: [
    { id: 'price', title: 'Give it a price', acceptanceCriteria: ['a function returns it'] },
    { id: 'tests', title: 'Test the price' },
  ],
};

/** A person in a test, for breakdowns too. */
export class MemoryTicketReviewer extends MemoryReviewer {
  readonly breakdowns: BreakdownProposal[] = [];
  onBreakdown: BreakdownDecision = { kind: 'accept', by: 'Ann' };

  async approveBreakdown(proposal: BreakdownProposal): Promise<BreakdownDecision> {
    this.breakdowns.push(proposal);
    return this.onBreakdown;
  }
}

/** Journals that stop with the machine after some lines. */
export class CrashingJournals extends MemoryJournals<TicketEvent> {
  /** Lines that still get written. */
  left = Number.POSITIVE_INFINITY;
  /** A line that is not written any more. */
  stopAt: (event: TicketEvent) => boolean = () => false;

  override async create(title: string) {
    return this.#crashing(await super.create(title));
  }

  override async reopen(runId: string) {
    return this.#crashing(await super.reopen(runId));
  }

  #crashing(journal: Awaited<ReturnType<MemoryJournals<TicketEvent>['create']>>) {
    return {
      runId: journal.runId,
      append: async (event: TicketEvent) => {
        if (this.left-- <= 0 || this.stopAt(event)) throw new Error('the machine stopped');
        await journal.append(event);
      },
    };
  }
}

/** A workspace, a person and two models in memory, and a ticket's run over them. */
export class MemoryTicket {
  readonly files: MemoryFiles;
  readonly journals = new CrashingJournals();
  readonly tests = new MemoryTests();
  readonly reviewer = new MemoryTicketReviewer();
  readonly events: TicketEvent[] = [];
  manager = new PlayedModel([]);
  developer = new PlayedModel([]);
  oneFlow: OneFlow | undefined;
  branches: ResultBranches | undefined;
  readonly hold = memoryHold();
  signal: AbortSignal = new AbortController().signal;
  /** Milliseconds since 1970. */
  time = Date.UTC(2026, 0, 2, 3, 4, 5);

  constructor(files: Readonly<Record<string, string>> = {}, ticket: Ticket = twoSubtasks) {
    this.files = new MemoryFiles({ [TICKET_FILE]: formatTicket(ticket), ...files });
  }

  get ports(): TicketPorts {
    const { files, tests, journals, oneFlow, branches, hold } = this;
    return {
      workspace: { label: 'the workspace', files, tests, delivery: undefined, isolated: false },
      oneFlow,
      branches,
      journals,
      clock: { now: () => this.time },
      sha256: sha256Of,
      hold,
    };
  }

  settings(manager: readonly Reply[], developer: readonly Reply[]): TicketSettings {
    this.manager = new PlayedModel(manager);
    this.developer = new PlayedModel(developer);
    const models: Record<'manager' | 'developer', Model> = {
      manager: this.manager,
      developer: this.developer,
    };
    return {
      models,
      reviewer: this.reviewer,
      review: 'turn',
      scope: 'ask',
      delivery: 'none',
      maxTurnsPerConversation: MAX_TURNS_PER_CONVERSATION,
      maxTurnsPerTicket: MAX_TURNS_PER_TICKET,
      signal: this.signal,
      onEvent: event => void this.events.push(event),
    };
  }

  /** Plays the two models' replies, each in order. */
  run(
    manager: readonly Reply[],
    developer: readonly Reply[],
    options: Partial<TicketRequest> = {},
  ): Promise<TicketState> {
    const ticket = options.ticket ?? this.fileTicket();
    return runTicket(this.ports, {
      ...this.settings(manager, developer),
      ticket,
      path: TICKET_FILE,
      ...options,
    });
  }

  async resume(
    manager: readonly Reply[],
    developer: readonly Reply[],
    options: Partial<ResumeTicketRequest> = {},
  ): Promise<TicketState> {
    const resumed = await resumeTicket(this.ports, {
      ...this.settings(manager, developer),
      runId: 'run-1',
      unblock: [],
      by: 'Ann',
      ...options,
    });
    assert.ok(resumed.ok, resumed.ok ? '' : resumed.error);
    return resumed.value;
  }

  /** The ticket as its file says now. */
  fileTicket(): Ticket {
    const parsed = parseTicket(this.files.text(TICKET_FILE) ?? '');
    assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
    return parsed.value;
  }

  /** The events of one kind, in order. */
  ofType<T extends TicketEvent['type']>(type: T): Extract<TicketEvent, { type: T }>[] {
    return this.events.filter((e): e is Extract<TicketEvent, { type: T }> => e.type === type);
  }
}

type Args = Readonly<Record<string, unknown>>;

/** The n-th result the agent was given after its `turn`-th reply, as an object. */
export const answerOf = (model: PlayedModel, turn: number, n = 0): Args =>
  (model.results(turn)[n]?.result ?? {}) as Args;

export const assign = (args: Args = {}): Call => [
  'assign_to_developer',
  { mode: 'implementation', goal: 'Do it.', acceptanceCriteria: ['it is done'], ...args },
];
export const update = (status: string, notes = 'Checked.'): Call => ['update_subtask', { status, notes }];
export const completeTicket = (summary = 'All of it.'): Call => ['complete_ticket', { summary }];
export const report = (args: Args = {}): Call => [
  'subtask_complete',
  { status: 'complete', filesChanged: [], buildStatus: 'pass', message: 'Done.', ...args },
];
export const blockedReport = (args: Args = {}): Call =>
  report({
    status: 'blocked',
    message: 'Stuck.',
    blockerDetails: { issue: 'no key', tried: ['asked'], needed: 'a key' },
    ...args,
  });

/** A manager that assigns each of `n` subtasks once and completes the ticket. */
export const smoothManager = (n: number): readonly Reply[] => [
  [assign()],
  ...Array.from({ length: n - 1 }, (): Reply => [update('complete'), assign()]),
  [update('complete'), completeTicket()],
];

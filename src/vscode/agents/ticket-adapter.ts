import * as vscode from 'vscode';
import { fail, ok } from '../../core/kernel/result.ts';
import { numbersOf } from '../../core/panel/run-items.ts';
import { TICKET_ITEMS, TICKETS, type TicketItem } from '../../core/panel/ticket-items.ts';
import { breakdownPlan, ticketNeeds, ticketRow } from '../../core/panel/ticket-rows.ts';
import type { BreakdownProposal } from '../../core/ports/ticket-reviewer.ts';
import { resultsOnBranches } from '../../core/runs/result-on-branch.ts';
import { ticketHeadline } from '../../core/tickets/outcome.ts';
import { MAX_TURNS_PER_CONVERSATION, MAX_TURNS_PER_TICKET } from '../../core/tickets/roles.ts';
import type { TicketRequest } from '../../core/tickets/run-request.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import type { Tickets } from '../../core/tickets/tickets.ts';
import { PERSON } from '../person.ts';
import { agentSettings } from '../settings.ts';
import { AgentRunsHost } from './agent-runs-host.ts';
import type { AgentParts, RunAdapter, RunSession } from './run-adapter.ts';

/** What a person chose for a new run. */
export type TicketChoices = Pick<TicketRequest, 'ticket' | 'path' | 'review' | 'delivery'>;

const MANAGER = { role: 'manager', tier: 'SMART' } as const;
const DEVELOPER = { role: 'developer', tier: 'FAST' } as const;

const ticketAdapter: RunAdapter<TicketState, TicketItem['kind'], TicketChoices, Tickets> = {
  name: TICKETS,
  noun: 'The ticket',
  items: TICKET_ITEMS,
  models: [MANAGER, DEVELOPER],
  titleOf: ({ ticket }) => ticket.title,
  runsOf: ({ app }) => app.tickets,
  describe: ({ runId, title, outcome, merged, own, commits, path, pullRequest }) => ({
    runId,
    title,
    results: resultsOnBranches({ own, commits, path }),
    pages: pullRequest === undefined ? [] : [pullRequest],
    isMerged: merged !== undefined,
    end: outcome && { kind: outcome.kind, headline: ticketHeadline(outcome) },
  }),
  row: ticketRow,
  needs: ticketNeeds,

  start: async (tickets, session, choices) => ok(await tickets.run({ ...settingsOf(session), ...choices })),

  async resume({ runs, state: { runId }, item }, session, words) {
    const started = (await runs.events(runId))?.[0];
    if (started?.type !== 'run_started') return fail(`there is no ticket run ${runId}`);
    const { review, delivery, scope } = started;
    return runs.resume({
      ...settingsOf(session),
      ...{ runId, review, delivery, scope, by: PERSON },
      unblock: item.kind === 'blocked' ? (item.of ?? []).map(String) : [],
      ...(words === undefined ? {} : { words }),
    });
  },

  async open({ folder, state: { path }, item }) {
    if (item.kind === 'change') {
      const [number = 0] = numbersOf(item);
      return { kind: 'changes', name: `change ${number}`, part: { number } };
    }
    if (item.kind !== 'file') return { kind: 'transcript' };
    if (path !== undefined)
      await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, path), { preview: true });
    return undefined;
  },
};

/** Tickets of all folders. */
export const ticketRuns = (parts: AgentParts) => new AgentRunsHost(parts, ticketAdapter);

/** What a new run and a resumed one have in common. */
const settingsOf = ({ models, reviewerFor, signal, onCall, onEvent }: RunSession<TicketState>) => {
  const { modelFor, ...rest } = models;
  const reviewer = reviewerFor();
  const limits = agentSettings();
  return {
    ...rest,
    models: { manager: modelFor(MANAGER).model, developer: modelFor(DEVELOPER).model },
    reviewer: {
      ...reviewer,
      async approveBreakdown(proposal: BreakdownProposal, asked: AbortSignal) {
        const { isApproved, reason } = await reviewer.approvePlan(breakdownPlan(proposal), asked);
        return isApproved
          ? ({ kind: 'accept', by: PERSON } as const)
          : ({ kind: 'reject', by: PERSON, reason } as const);
      },
    },
    scope: 'ask' as const,
    maxTurnsPerConversation: limits.replies ?? MAX_TURNS_PER_CONVERSATION,
    maxTurnsPerTicket: limits.repliesOfAll ?? MAX_TURNS_PER_TICKET,
    signal,
    onCall: (call: Parameters<typeof onCall>[0]) => onCall(call),
    onEvent,
  };
};

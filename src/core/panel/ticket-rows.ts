import type { BreakdownProposal } from '../ports/ticket-reviewer.ts';
import { ticketHeadline } from '../tickets/outcome.ts';
import { currentSubtask, type TicketState } from '../tickets/state.ts';
import type { TicketAgent } from '../tickets/status.ts';
import {
  type AgentRow,
  type AgentStatus,
  type AgentVerb,
  type NeedsYou,
  statusOfEnd,
} from './agents-list.ts';
import { count, firstLine } from './amounts.ts';
import { ticketDetails } from './ticket-details.ts';
import { type TicketItem, ticketItemId } from './ticket-items.ts';

/** One run of a ticket as the window knows it. */
export interface TicketRunView {
  readonly state: TicketState;
  /** Milliseconds since 1970 of its last journal line. */
  readonly lastAt: number;
  /** Under way in this window. */
  readonly isRunning: boolean;
  /** The call that runs now. */
  readonly call?: string;
  /** Something of it waits for the person now. */
  readonly isWaiting?: boolean;
  /** The breakdown that waits for a decision, and since when. */
  readonly breakdown?: { readonly proposal: BreakdownProposal; readonly since: number };
}

/** A ticket with its two agents, its subtasks and its activity, for the Agents view. */
export function ticketRow(run: TicketRunView): AgentRow {
  const { state, isRunning } = run;
  const doing = state.outcome === undefined ? progressOf(state) : ticketHeadline(state.outcome);
  return {
    id: ticketItemId({ kind: 'run', runId: state.runId }),
    label: state.title,
    role: 'ticket',
    status: statusOf(run),
    doing,
    verbs: verbsOf(run),
    children: isRunning ? [agentRow(run, 'manager'), agentRow(run, 'developer')] : [],
    details: ticketDetails(state),
  };
}

const progressOf = ({ subtasks }: TicketState): string =>
  subtasks.length === 0
    ? 'the manager breaks it down'
    : `${subtasks.filter(s => s.status === 'complete').length} of ${count(subtasks.length, 'subtask')} complete`;

/** Only one of the two has a turn at any time. */
function agentRow({ state, call, isWaiting }: TicketRunView, agent: TicketAgent): AgentRow {
  const { runId, currentAgent, currentDeveloperMode: mode } = state;
  const id = `${agent}/${runId}`;
  const subtask = currentSubtask(state);
  if (agent !== currentAgent) {
    const doing = agent === 'manager' ? 'waits for the developer’s report' : 'waits for an assignment';
    return { id, label: NAMES[agent], role: agent, status: 'pending', doing };
  }
  return {
    id,
    label: agent === 'developer' && mode ? `${NAMES[agent]}, ${mode}` : NAMES[agent],
    role: agent,
    status: isWaiting === true ? 'waiting' : 'active',
    doing: state.note === '' ? (subtask?.title ?? '') : state.note,
    ...(call === undefined ? {} : { call }),
  };
}

const NAMES: Readonly<Record<TicketAgent, string>> = { manager: 'Manager', developer: 'Developer' };

function statusOf({ state: { outcome }, isRunning, isWaiting }: TicketRunView): AgentStatus {
  if (isRunning) return isWaiting === true ? 'waiting' : 'active';
  return statusOfEnd(outcome?.kind);
}

/** A ticket whose last subtasks are blocked goes on from their rows. */
function canResume({ state: { outcome }, isRunning }: TicketRunView): boolean {
  if (isRunning || outcome?.kind === 'DONE') return false;
  return outcome?.kind !== 'BLOCKED' || outcome.by !== 'subtask';
}

function verbsOf(run: TicketRunView): readonly AgentVerb[] {
  if (run.isRunning) return ['stop', 'transcript'];
  return [
    ...(canResume(run) ? (['resume'] as const) : []),
    'transcript',
    ...(run.state.applied.some(a => !a.reverted) ? (['revert'] as const) : []),
  ];
}

/** What of a ticket waits for the person; `since` its last sign of life. */
export function ticketNeeds(run: TicketRunView): readonly NeedsYou[] {
  const { state, lastAt, isRunning, breakdown } = run;
  const { runId, outcome } = state;
  const agent = firstLine(state.title, 60);
  const need = (kind: NeedsYou['kind'], item: TicketItem, sentence: string, verbs: readonly AgentVerb[]) =>
    ({
      id: ticketItemId(item),
      kind,
      agent,
      sentence,
      since: breakdown?.since ?? lastAt,
      verbs,
    }) satisfies NeedsYou;
  if (breakdown) {
    const titles = breakdown.proposal.subtasks.map(s => s.title).join('; ');
    const sentence = `Work on ${count(breakdown.proposal.subtasks.length, 'subtask')}? ${titles}`;
    return [need('question', { kind: 'breakdown', runId }, sentence, ['allow', 'deny'])];
  }
  if (isRunning) return [];
  if (outcome === undefined)
    return [
      need(
        'interrupted',
        { kind: 'stopped', runId },
        'Interrupted before it ended. Resume it where it stopped?',
        ['resume', 'stop'],
      ),
    ];
  if (outcome.kind === 'FAILED')
    return [need('conflict', { kind: 'stopped', runId }, ticketHeadline(outcome), ['resume', 'stop'])];
  if (outcome.kind !== 'BLOCKED') return [];
  if (outcome.by !== 'subtask') {
    const kind = outcome.by === 'delivery' ? 'conflict' : 'blocked';
    return [need(kind, { kind: 'stopped', runId }, outcome.reasons.join('; '), ['resume', 'stop'])];
  }
  return state.subtasks
    .filter(s => s.status === 'blocked')
    .map(s =>
      need(
        'blocked',
        { kind: 'blocked', runId, subtaskId: s.id },
        `${s.title}: ${s.lastNotes ?? 'blocked'}`,
        ['answer', 'stop'],
      ),
    );
}

/** The manager's proposal as a document to read before deciding. */
export function breakdownDocument({ ticket, subtasks }: BreakdownProposal): string {
  const parts = subtasks.map(({ title, description = '', acceptanceCriteria = [] }, i) =>
    [
      `## ${i + 1}. ${title}`,
      ...(description === '' ? [] : [description]),
      ...(acceptanceCriteria.length === 0 ? [] : [acceptanceCriteria.map(c => `- ${c}`).join('\n')]),
    ].join('\n\n'),
  );
  return [`# ${ticket.title}`, ticket.description, ...parts].filter(Boolean).join('\n\n');
}

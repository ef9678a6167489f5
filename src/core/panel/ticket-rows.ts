import { count } from '../kernel/amounts.ts';
import { inLine, said } from '../kernel/markdown.ts';
import { joinReasons } from '../kernel/sentences.ts';
import type { BreakdownProposal } from '../ports/ticket-reviewer.ts';
import { ticketHeadline } from '../tickets/outcome.ts';
import { currentSubtask, type TicketState } from '../tickets/state.ts';
import type { TicketAgent } from '../tickets/status.ts';
import type { AgentRow, NeedsYou } from './agents-list.ts';
import type { ProposedPlan } from './proposed-plan.ts';
import { spentWords } from './spent-words.ts';
import { ticketDetails } from './ticket-details.ts';
import { ticketItemId } from './ticket-items.ts';
import {
  INTERRUPTED,
  needsOfRun,
  statusOfRun,
  verbsOfRun,
  type WatchedRun,
  withTests,
} from './watched-run.ts';

export type TicketRunView = WatchedRun<TicketState>;

/** A ticket with its two agents, its subtasks and its activity, for the Agents view. */
export function ticketRow(run: TicketRunView): AgentRow {
  const { state, isRunning } = run;
  const { runId, title, outcome, applied } = state;
  return {
    id: ticketItemId({ kind: 'run', runId }),
    label: title,
    role: 'ticket',
    status: statusOfRun(run, outcome?.kind),
    doing: outcome === undefined ? progressOf(run) : ticketHeadline(outcome),
    spent: spentWords(state.spent).join(' · '),
    verbs: verbsOfRun(isRunning, {
      resume: canResume(run),
      revert: applied.some(a => !a.isolated && !a.reverted),
    }),
    children: isRunning ? [agentRow(run, 'manager'), agentRow(run, 'developer')] : [],
    details: ticketDetails(state),
  };
}

function progressOf({ state: { subtasks }, isRunning }: TicketRunView): string {
  if (subtasks.length === 0) return isRunning ? 'the manager breaks it down' : 'not broken down yet';
  return `${subtasks.filter(s => s.status === 'complete').length} of ${count(subtasks.length, 'subtask')} complete`;
}

/** Only one of the two has a turn at any time. */
function agentRow(run: TicketRunView, agent: TicketAgent): AgentRow {
  const { state, calls } = run;
  const call = calls?.get('');
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
    status: statusOfRun(run, undefined),
    doing: state.note === '' ? (subtask?.title ?? '') : state.note,
    ...(call === undefined ? {} : { call }),
  };
}

const NAMES: Readonly<Record<TicketAgent, string>> = { manager: 'Manager', developer: 'Developer' };

/** A ticket whose last subtasks are blocked is resumed from their rows. */
function canResume({ state: { outcome }, isRunning }: TicketRunView): boolean {
  if (isRunning || outcome?.kind === 'DONE') return false;
  return outcome?.kind !== 'BLOCKED' || outcome.by !== 'subtask';
}

/** What of a ticket waits for the person; `since` its last sign of life. */
export function ticketNeeds(run: TicketRunView): readonly NeedsYou[] {
  const { state, lastAt, isRunning } = run;
  const { runId, outcome } = state;
  const need = needsOfRun(state.title, lastAt);
  if (isRunning) return [];
  const stopped = (kind: 'interrupted' | 'blocked' | 'conflict', sentence: string) => [
    need(kind, { kind: 'stopped', runId }, sentence, ['resume', 'stop']),
  ];
  if (outcome === undefined) return stopped('interrupted', INTERRUPTED);
  if (outcome.kind === 'FAILED') return stopped('conflict', ticketHeadline(outcome));
  if (outcome.kind !== 'BLOCKED') return [];
  if (outcome.by !== 'subtask')
    return stopped(outcome.by === 'delivery' ? 'conflict' : 'blocked', joinReasons(outcome.reasons));
  return state.subtasks
    .filter(s => s.status === 'blocked')
    .map(({ id, title, lastNotes = 'blocked' }) =>
      withTests(
        need('blocked', { kind: 'blocked', runId, of: [id] }, `${title}: ${lastNotes}`, ['answer', 'stop']),
        state,
      ),
    );
}

/** The manager's proposal to read before deciding. */
export function breakdownPlan({ runId, ticket, subtasks }: BreakdownProposal): ProposedPlan {
  const parts = subtasks.map(({ title, description = '', acceptanceCriteria = [] }, i) =>
    [
      `## ${i + 1}. ${inLine(title)}`,
      ...(description === '' ? [] : [said(description).trim()]),
      ...(acceptanceCriteria.length === 0 ? [] : [acceptanceCriteria.map(c => `- ${inLine(c)}`).join('\n')]),
    ].join('\n\n'),
  );
  return {
    id: `breakdown-${runId}`,
    title: `Subtasks of ${ticket.title}`,
    markdown: [`# ${inLine(ticket.title)}`, said(ticket.description).trim(), ...parts]
      .filter(Boolean)
      .join('\n\n'),
    sentence: `Plan of ${count(subtasks.length, 'subtask')}: ${subtasks.map(s => s.title).join('; ')}`,
  };
}

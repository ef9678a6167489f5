import { prompts } from '../../generated/prompts.ts';
import { labelData } from '../conversation/labelled-data.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { DeveloperReport } from './events.ts';
import { currentSubtask, type TicketState } from './state.ts';
import type { TicketAgent } from './status.ts';

/** How both agents call: natively where the endpoint can, else by the JSON protocol. */
export const PROFILE = 'calls/1';

/** The last entries of the activity log that the manager gets. */
const MAX_ACTIVITY = 40;

/** The agent's prompt; its tools are declared to the endpoint. */
export function instructionsFor(prompt: string, agent: TicketAgent): ModelMessage {
  const calls = prompts['taskagent/protocol-calls'].trimEnd();
  // Only the developer has them.
  const editing = agent === 'developer' ? `\n${prompts['taskagent/editing-tools'].trimEnd()}` : '';
  return { role: 'system', text: fillTemplate(prompt, { protocol: `${calls}${editing}` }) };
}

/** What the manager is to do next. */
function managerMode(state: TicketState): string {
  const { pendingReport } = state;
  if (pendingReport?.status === 'complete')
    return `Verify: the developer reports subtask ${pendingReport.subtaskId} as complete. Hold each acceptance criterion against what is there, then call update_subtask, or assign the subtask again in another mode.`;
  if (pendingReport)
    return `Blocked: the developer cannot continue subtask ${pendingReport.subtaskId}. Assign it again with what is missing, or call update_subtask with "blocked" and what a person must know.`;
  const next = currentSubtask(state);
  if (next?.status === 'awaiting review')
    return `Verify: subtask ${next.id} awaits your review; call update_subtask, or assign it again.`;
  return next
    ? `Assign: the current subtask is ${next.id}. Read what you need, then call assign_to_developer.`
    : 'Complete: no subtask is open. Call complete_ticket when all are complete.';
}

/**
 * The first message of the manager's conversation: ticket, mode, and the developer's report when there is a new one.
 */
export function managerMessage(state: TicketState, sha256: Sha256): ModelMessage {
  const { pendingReport } = state;
  const data = labelData(
    {
      ticket: json(ticketFor(state)),
      report: json(pendingReport?.result ?? null),
      seen: json(seen(pendingReport)),
    },
    sha256,
  );
  return {
    role: 'user',
    text: [
      `## Ticket\n${data.ticket}`,
      ...(pendingReport
        ? [`## Completion Report\n${data.report}`, `## What the orchestrator saw\n${data.seen}`]
        : []),
      `## Mode\n${managerMode(state)}`,
    ].join('\n\n'),
  };
}

/** The first message of the developer's conversation; the section's heading is exact. */
export function developerMessage(state: TicketState, sha256: Sha256): ModelMessage {
  const { title, description, lastManagerAssignment } = state;
  const subtask = currentSubtask(state);
  const work = { ticket: title, description, subtask: subtask?.title, about: subtask?.description };
  const data = labelData({ ticket: json(work), assignment: json(lastManagerAssignment ?? null) }, sha256);
  return {
    role: 'user',
    text: `## Ticket\n${data.ticket}\n\n## Current Assignment\n${data.assignment}`,
  };
}

function seen(report: DeveloperReport | undefined) {
  if (!report) return null;
  const { filesChanged, filesRead, tests } = report.observed;
  return { filesChanged, filesRead, tests: tests ?? 'no tests ran', differences: report.differences };
}

function ticketFor(state: TicketState) {
  const { id, title, description, acceptanceCriteria, subtasks, rejectionCounts, activity } = state;
  return {
    id,
    title,
    description,
    acceptanceCriteria,
    currentSubtask: state.currentSubtaskId ?? null,
    subtasks: subtasks.map(s => ({ ...s, rejections: rejectionCounts[s.id] ?? 0 })),
    activity: activity.slice(-MAX_ACTIVITY),
  };
}

/** The ticket as it is now, for an agent whose conversation continues after an interruption. */
export const ticketNow = (state: TicketState, sha256: Sha256): string =>
  labelData({ ticket: json(ticketFor(state)) }, sha256).ticket;

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

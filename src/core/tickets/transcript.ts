import { rejectedWords } from '../gate/decided-words.ts';
import { asDocument, inLine, said } from '../kernel/markdown.ts';
import { workSectionOf } from '../runs/work-table.ts';
import { workSection } from '../runs/work-transcript.ts';
import type { TicketEvent } from './events.ts';
import { ticketHeadline } from './outcome.ts';
import { reduceTicket } from './reduce.ts';
import { initialTicketState } from './state.ts';
import { ticketRows } from './work-rows.ts';

/** A ticket's run as a readable Markdown document: who was told what, called, decided and reported, in order. */
export const ticketTranscript = (events: readonly TicketEvent[]): string =>
  asDocument([
    ...events.map(section),
    workSectionOf(ticketRows(events, events.reduce(reduceTicket, initialTicketState('')))),
  ]);

function section(event: TicketEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `# ${inLine(event.ticket.title)}\n\nRun ${event.runId} · manager: ${inLine(event.models.manager)} · developer: ${inLine(event.models.developer)} · review: ${event.review} · outside the assignment: ${event.scope} · delivery: ${event.delivery}`;
    case 'broken_down':
      return `**Breakdown proposed:**\n\n${event.subtasks.map(s => `- ${inLine(s.title)}`).join('\n')}`;
    case 'breakdown_decided':
      return event.decision === 'accept'
        ? `Breakdown accepted by ${inLine(event.by)}.`
        : `Breakdown ${rejectedWords(inLine(event.by), event.reason && said(event.reason))}.`;
    case 'talk_started':
      return [
        `## ${event.agent === 'manager' ? 'Manager' : `Developer (${event.mode})`}\n\nPrompt: ${inLine(event.prompt.path ?? `${event.prompt.name} (built in)`)}`,
        ...event.messages.flatMap(({ role, text }) =>
          role === 'system' || role === 'user' ? (workSection({ type: 'told', role, text }) ?? []) : [],
        ),
      ].join('\n\n');
    case 'assigned':
      return `**Assigned:** ${inLine(event.subtaskId)} (${event.assignment.mode})`;
    case 'bounced':
      return `**Sent back:** ${said(event.reason)}`;
    case 'reported': {
      const differences = event.differences.map(d => `\n- but the journal shows: ${inLine(d)}`).join('');
      return `**Reported:** ${inLine(event.subtaskId)} ${event.status}: ${said(event.result.message)}${differences}`;
    }
    case 'subtask_updated':
      return `**${inLine(event.subtaskId)} is ${event.to}**${event.to === event.asked ? '' : ` (asked for ${event.asked})`}: ${said(event.notes)}${(event.ticked ?? []).map(criterion => `\n- [x] ${inLine(criterion)}`).join('')}`;
    case 'unblocked':
      return `**${inLine(event.subtaskId)} unblocked** by ${inLine(event.by)}: ${said(event.notes)}`;
    case 'delivery_skipped':
      return `Not merged: ${said(event.reason)}`;
    case 'merged':
      return `Merged ${inLine(event.branch)} into ${inLine(event.base)} (${event.sha}).`;
    case 'delivery_failed':
      return `**Not merged (${inLine(event.step)}):** ${said(event.reason)}`;
    case 'completed':
      return `**Done:** ${said(event.summary)}`;
    case 'ticket_edited':
      return 'The ticket’s file was changed by hand.';
    case 'resumed':
      return event.words === undefined ? '**Resumed.**' : `**Resumed:** ${said(event.words)}`;
    case 'finished':
      return `**${event.outcome.kind}** — ${said(ticketHeadline(event.outcome))}`;
    default:
      return workSection(event);
  }
}

import { agentTranscript } from '../taskagent/transcript.ts';
import type { TicketEvent } from './events.ts';
import { ticketHeadline } from './outcome.ts';

/** A ticket's run as a readable Markdown document: who was told what, called, decided and reported, in order. */
export function ticketTranscript(events: readonly TicketEvent[]): string {
  const parts = events.map(section).filter(part => part !== undefined && part.trim() !== '');
  return `${parts.map(part => part?.trimEnd()).join('\n\n')}\n`;
}

function section(event: TicketEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `# ${event.ticket.title.replace(/\s+/g, ' ').trim()}\n\nRun ${event.runId} · manager: ${event.models.manager} · developer: ${event.models.developer} · review: ${event.review} · outside the assignment: ${event.scope} · delivery: ${event.delivery}`;
    case 'broken_down':
      return `**Breakdown proposed:**\n\n${event.subtasks.map(s => `- ${s.title}`).join('\n')}`;
    case 'breakdown_decided':
      return event.decision === 'accept'
        ? `Breakdown accepted by ${event.by}.`
        : `Breakdown rejected by ${event.by}${event.reason ? `: ${event.reason}` : ''}.`;
    case 'talk_started':
      return [
        `## ${event.agent === 'manager' ? 'Manager' : `Developer (${event.mode})`}\n\nPrompt: ${event.prompt.path ?? `${event.prompt.name} (built in)`}`,
        ...event.messages.flatMap(({ role, text }) =>
          role === 'system' || role === 'user'
            ? [agentTranscript([{ at: event.at, type: 'told', role, text }])]
            : [],
        ),
      ].join('\n\n');
    case 'assigned':
      return `**Assigned:** ${event.subtaskId} (${event.assignment.mode})`;
    case 'bounced':
      return `**Sent back:** ${event.reason}`;
    case 'reported': {
      const differences = event.differences.map(d => `\n- seen otherwise: ${d}`).join('');
      return `**Reported:** ${event.subtaskId} ${event.status}: ${event.result.message}${differences}`;
    }
    case 'subtask_updated':
      return `**${event.subtaskId} is ${event.to}**${event.to === event.asked ? '' : ` (asked for ${event.asked})`}: ${event.notes}${(event.ticked ?? []).map(criterion => `\n- [x] ${criterion}`).join('')}`;
    case 'unblocked':
      return `**${event.subtaskId} unblocked** by ${event.by}: ${event.notes}`;
    case 'delivery_skipped':
      return `Not merged: ${event.reason}`;
    case 'merged':
      return `Merged ${event.branch} into ${event.base} (${event.sha}).`;
    case 'delivery_failed':
      return `**Not merged (${event.step}):** ${event.reason}`;
    case 'committed':
      return `Commit ${event.sha} on ${event.branch}: ${event.subject}`;
    case 'completed':
      return `**Done:** ${event.summary}`;
    case 'ticket_edited':
      return 'The ticket’s file was changed by hand.';
    case 'resumed':
      return event.words === undefined ? '**Resumed.**' : `**Resumed:** ${event.words}`;
    case 'reverted':
      return `Reverted by ${event.by}: ${event.files.map(f => f.path).join(', ')}.`;
    case 'finished':
      return `**${event.outcome.kind}** — ${ticketHeadline(event.outcome)}`;
    default:
      return agentTranscript([event]);
  }
}

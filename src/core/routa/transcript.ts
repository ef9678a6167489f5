import { agentTranscript } from '../taskagent/transcript.ts';
import type { RoutaEvent } from './events.ts';
import { routaHeadline } from './outcome.ts';
import { taskStatus } from './task-status.ts';

/** A workspace as a readable Markdown document: what each agent was told, said, called and changed, in order. */
export function routaTranscript(events: readonly RoutaEvent[]): string {
  const parts = events.map(section).filter(part => part !== undefined && part.trim() !== '');
  return `${parts.map(part => part?.trimEnd()).join('\n\n')}\n`;
}

function section(event: RoutaEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `# ${event.goal.replace(/\s+/g, ' ').trim()}\n\nROUTA workspace ${event.workspaceId} · review: ${event.review}`;
    case 'agent_created':
      return `**${event.agentId}** is a new ${event.role} (${event.tier}).`;
    case 'agent_moved':
      return `${event.agentId} is ${event.to}: ${event.cause}`;
    case 'agent_waits':
      return event.reason === undefined ? undefined : `${event.agentId} ${event.reason}`;
    case 'plan_proposed':
      return `**Plan proposed by ${event.agentId}:**\n\n${tasks(event.tasks)}`;
    case 'plan_reviewed':
      return `Plan ${event.decision === 'approve' ? 'approved' : 'rejected'} by ${event.by}${event.reason ? `: ${event.reason}` : ''}.`;
    case 'tasks_created':
      return `**Tasks:**\n\n${tasks(event.tasks)}`;
    case 'task_moved':
      return `**${event.taskId} is ${taskStatus(event.to)}**: ${event.cause}`;
    case 'task_delegated':
      return `${event.by} gives ${event.taskId} to ${event.agentId}${event.as === 'verifier' ? ' to verify' : ''}.`;
    case 'message_sent':
      return `**${event.from} → ${event.to}:** ${event.text}`;
    case 'reported':
      return `**${event.agentId} reports on ${event.taskId}:** ${event.success ? 'success' : 'no success'}. ${event.summary}${event.differences.map(d => `\n- ${d}`).join('')}`;
    case 'resumed':
      return `**Resumed** by ${event.by}.`;
    case 'reverted':
      return `Reverted by ${event.by}${event.files ? `: ${event.files.map(f => f.path).join(', ')}` : ''}.`;
    case 'finished':
      return `**${event.outcome.kind}** — ${routaHeadline(event.outcome)}`;
    case 'subscribed':
    case 'unsubscribed':
      return undefined;
    default: {
      const text = agentTranscript([event]);
      return text.trim() === '' ? undefined : `*${event.agentId}*\n\n${text}`;
    }
  }
}

const tasks = (planned: readonly { readonly taskId: string; readonly title: string }[]): string =>
  planned.map(({ taskId, title }) => `- ${taskId}: ${title}`).join('\n');

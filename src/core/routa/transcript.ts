import { rejectedWords } from '../gate/decided-words.ts';
import { asDocument, inLine, said } from '../kernel/markdown.ts';
import { doneInTurnSection } from '../runs/session-section.ts';
import { workSectionOf } from '../runs/work-table.ts';
import { triedSection, workSection } from '../runs/work-transcript.ts';
import type { RoutaEvent } from './events.ts';
import { routaHeadline } from './outcome.ts';
import { taskStatus } from './task-status.ts';
import { routaRows } from './work-rows.ts';
import { RoutaWorkspace } from './workspace.ts';

/** A workspace as a readable Markdown document: what each agent was sent, said, called and changed, in order. */
export function routaTranscript(events: readonly RoutaEvent[]): string {
  const workspace = events.reduce((state, event) => state.apply(event), new RoutaWorkspace(''));
  return asDocument([...events.map(section), workSectionOf(routaRows(workspace))]);
}

function section(event: RoutaEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return `# ${inLine(event.goal)}\n\nROUTA workspace ${inLine(event.workspaceId)} · review: ${event.review}`;
    case 'agent_created':
      return `**${inLine(event.agentId)}** is a new ${event.role} (${event.tier}).`;
    case 'agent_moved':
      return `${inLine(event.agentId)} is ${event.to}: ${said(event.cause)}`;
    case 'joined':
      return `${inLine(event.agentId)} is played by ${inLine(event.client)}${onCopy(event)}.`;
    case 'said':
    case 'planned':
    case 'acted':
    case 'permitted':
      return `*${inLine(event.agentId)}*\n\n${doneInTurnSection(event)}`;
    case 'agent_waits':
      return event.reason === undefined ? undefined : `${inLine(event.agentId)} ${said(event.reason)}`;
    case 'plan_proposed':
      return `**Plan proposed by ${inLine(event.agentId)}:**\n\n${tasks(event.tasks)}`;
    case 'plan_reviewed':
      return event.decision === 'approve'
        ? `Plan approved by ${inLine(event.by)}.`
        : `Plan ${rejectedWords(inLine(event.by), event.reason && said(event.reason))}.`;
    case 'tasks_created':
      return `**Tasks:**\n\n${tasks(event.tasks)}`;
    case 'task_moved':
      return `**${inLine(event.taskId)} is ${taskStatus(event.to)}**: ${said(event.cause)}`;
    case 'task_delegated':
      return `${inLine(event.by)} gives ${inLine(event.taskId)} to ${inLine(event.agentId)}${event.as === 'verifier' ? ' to verify' : ''}.`;
    case 'message_sent':
      return `**${inLine(event.from)} → ${inLine(event.to)}:** ${said(event.text)}`;
    case 'reported':
      return `**${inLine(event.agentId)} reports on ${inLine(event.taskId)}:** ${event.success ? 'success' : 'failed'}. ${said(event.summary)}${event.differences.map(d => `\n- ${inLine(d)}`).join('')}`;
    case 'resumed':
      return `**Resumed** by ${inLine(event.by)}.`;
    case 'reverted':
      return `Reverted by ${inLine(event.by)}${event.files ? `: ${inLine(event.files.map(f => f.path).join(', '))}` : ''}.`;
    case 'tried':
      return triedSection(event);
    case 'finished':
      return `**${event.outcome.kind}** — ${said(routaHeadline(event.outcome))}`;
    case 'branch_made':
      return `The result goes to the branch ${inLine(event.branch)}, from commit ${event.start.slice(0, 9)}.`;
    case 'merged':
      if (event.empty) return `${inLine(event.taskId)} changes nothing in ${inLine(event.branch)}.`;
      return `${inLine(event.taskId)} is in ${inLine(event.branch)}: ${event.sha.slice(0, 9)} ${inLine(event.subject)}`;
    case 'set_aside':
      return setAside(event);
    case 'pushed':
      return `Pushed ${inLine(event.branch)} to ${inLine(event.remote)}.`;
    case 'pull_request':
      return `Pull request: ${inLine(event.url)}`;
    case 'checked_out':
    case 'merging':
    case 'subscribed':
    case 'unsubscribed':
      return undefined;
    default: {
      const text = workSection(event) ?? '';
      return text.trim() === '' ? undefined : `*${inLine(event.agentId)}*\n\n${text}`;
    }
  }
}

/** Where an agent of another maker works. */
const onCopy = ({ player, sandbox }: Extract<RoutaEvent, { type: 'joined' }>): string =>
  player === undefined
    ? ''
    : `, on a copy ${sandbox === undefined ? '**without a sandbox**' : `in a sandbox (${inLine(sandbox)})`}`;

function setAside(event: Extract<RoutaEvent, { type: 'set_aside' }>): string {
  const { agentId, taskId, paths, reason, keptAt } = event;
  const why = reason === 'conflict' ? 'does not fit on what others merged' : 'is left out';
  const kept = keptAt === undefined ? '' : `; it is on the branch ${inLine(keptAt)}`;
  return `What ${inLine(agentId)} wrote for ${inLine(taskId)} (${inLine(paths.join(', '))}) ${why}, and is not in the result${kept}.`;
}

const tasks = (planned: readonly { readonly taskId: string; readonly title: string }[]): string =>
  planned.map(({ taskId, title }) => `- ${inLine(taskId)}: ${inLine(title)}`).join('\n');

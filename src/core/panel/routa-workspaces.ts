import type { AgentStatus } from '../routa/agent-status.ts';
import { type BusEvent, matches } from '../routa/bus.ts';
import { conversationOf } from '../routa/conversation-view.ts';
import type { PlannedTask } from '../routa/events.ts';
import { routaHeadline } from '../routa/outcome.ts';
import { type TaskStatus, taskStatus } from '../routa/task-status.ts';
import type { Agent, Task, Workspace } from '../routa/workspace.ts';
import {
  type AgentRow,
  type AgentVerb,
  agentTarget,
  type NeedsYou,
  STATUS_ICONS,
  statusOfEnd,
} from './agents-list.ts';
import { count, firstLine } from './amounts.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** Names the ROUTA workspaces' host. */
export const ROUTA_WORKSPACES = 'routa';

/** One workspace as the window knows it. */
export interface RoutaRun {
  readonly workspace: Workspace;
  /** Milliseconds since 1970 of its last journal line. */
  readonly lastAt: number;
  /** At work in this window. */
  readonly isRunning: boolean;
  /** A plan that waits for the person, since when. */
  readonly plan?: { readonly tasks: readonly PlannedTask[]; readonly since: number };
  /** The call that runs now, by agent. */
  readonly calls: ReadonlyMap<string, string>;
}

/** What a row leads to, as the id its target carries. */
export type RoutaItem =
  | { readonly kind: 'workspace' | 'plan' | 'stopped' | 'events'; readonly runId: string }
  | { readonly kind: 'agent' | 'task'; readonly runId: string; readonly id: string };

/** Ids are the item's words, so that a host can read them back. */
export const routaItemId = (item: RoutaItem): string =>
  [item.kind, item.runId, ...('id' in item ? [item.id] : [])].join('/');

/** `undefined` for an id of something else. */
export function routaItemOf(text: string): RoutaItem | undefined {
  const [kind, runId = '', ...rest] = text.split('/');
  const id = rest.join('/');
  switch (kind) {
    case 'workspace':
    case 'plan':
    case 'stopped':
    case 'events':
      return { kind, runId };
    case 'agent':
    case 'task':
      return { kind, runId, id };
    default:
      return undefined;
  }
}

/** A workspace with its agents as a tree by parent, its tasks and its events. */
export function routaRow(run: RoutaRun): AgentRow {
  const { workspace, isRunning, plan } = run;
  const { id: runId, outcome, goal } = workspace;
  const done = [...workspace.tasks.values()].filter(t => t.status === 'DONE').length;
  const progress = workspace.tasks.size > 0 ? `${done} of ${count(workspace.tasks.size, 'task')} done` : '';
  return {
    id: routaItemId({ kind: 'workspace', runId }),
    label: goal,
    role: 'ROUTA workspace',
    status: plan ? 'waiting' : isRunning ? 'active' : statusOfEnd(workspace.outcome?.kind),
    doing: !isRunning && outcome ? routaHeadline(outcome) : progress,
    verbs: verbsOf(run),
    children: [...workspace.agents.values()]
      .filter(a => a.parentId === null)
      .map(agent => agentRow(run, agent)),
    details: [...tasksNode(workspace), ...eventsNode(workspace)],
  };
}

function verbsOf({ workspace, isRunning }: RoutaRun): readonly AgentVerb[] {
  if (isRunning) return ['stop', 'transcript'];
  return [
    ...(workspace.outcome?.kind === 'DONE' ? [] : (['resume'] as const)),
    'transcript',
    ...(workspace.applied.length > 0 ? (['revert'] as const) : []),
  ];
}

const AGENT_STATUS: Readonly<Record<AgentStatus, AgentRow['status']>> = {
  PENDING: 'pending',
  ACTIVE: 'active',
  COMPLETED: 'done',
  ERROR: 'failed',
  CANCELLED: 'cancelled',
};

function agentRow(run: RoutaRun, agent: Agent): AgentRow {
  const { workspace, isRunning, calls } = run;
  const { id, status, role, parentId, waitingFor, lastResponse, messageCount, turns } = agent;
  const isActive = status === 'ACTIVE';
  const doing = waitingFor ?? lastResponse ?? '';
  const call = isRunning ? calls.get(id) : undefined;
  const idle = isRunning ? (waitingFor === undefined ? 'active' : 'pending') : 'interrupted';
  return {
    id: routaItemId({ kind: 'agent', runId: workspace.id, id }),
    label: agent.name,
    role,
    status: isActive ? idle : AGENT_STATUS[status],
    ...(doing === '' ? {} : { doing }),
    ...(call === undefined ? {} : { call }),
    verbs: isRunning && isActive && parentId !== null ? ['stop', 'transcript'] : ['transcript'],
    details: [
      viewNode({
        id: `${workspace.id}/messages/${id}`,
        label: count(messageCount, 'message'),
        description: count(turns, 'turn'),
        icon: { codicon: 'mail' },
        target: agentTarget(ROUTA_WORKSPACES, routaItemId({ kind: 'agent', runId: workspace.id, id })),
      }),
    ],
    children: [...workspace.agents.values()]
      .filter(a => a.parentId === id)
      .map(child => agentRow(run, child)),
  };
}

const TASK_ICONS: Readonly<Record<TaskStatus, NodeIcon>> = {
  PENDING: STATUS_ICONS.pending,
  IN_PROGRESS: { codicon: 'circle-filled' },
  REVIEW_REQUIRED: { codicon: 'eye' },
  NEEDS_FIX: { codicon: 'tools', color: COLOR.attention },
  COMPLETED: STATUS_ICONS.done,
  BLOCKED: STATUS_ICONS.blocked,
  CANCELLED: STATUS_ICONS.cancelled,
};

function tasksNode(workspace: Workspace): readonly ViewNode[] {
  const { id, tasks } = workspace;
  if (tasks.size === 0) return [];
  return [
    viewNode({
      id: `${id}/tasks`,
      label: 'Tasks',
      description: `${tasks.size}`,
      icon: { codicon: 'checklist' },
      children: [...tasks.values()].map(task => taskNode(id, task)),
      open: true,
    }),
  ];
}

function taskNode(runId: string, task: Task): ViewNode {
  const status = taskStatus(task.status);
  const fixes = task.waves > 0 ? ` · fixed ${task.waves}×` : '';
  return viewNode({
    id: `${runId}/task/${task.taskId}`,
    label: task.title,
    description: `${status}${fixes}`,
    icon: TASK_ICONS[status],
    tooltip: [`${task.taskId}: ${task.title}`, status, task.cause, ...task.scope].filter(Boolean).join('\n'),
    spoken: status,
    target: agentTarget(ROUTA_WORKSPACES, routaItemId({ kind: 'task', runId, id: task.taskId })),
  });
}

function eventsNode({ id, timeline }: Workspace): readonly ViewNode[] {
  if (timeline.length === 0) return [];
  return [
    viewNode({
      id: `${id}/events`,
      label: 'Events',
      description: `${timeline.length}`,
      icon: { codicon: 'history' },
      tooltip: 'The timeline of this workspace, by kind',
      target: agentTarget(ROUTA_WORKSPACES, routaItemId({ kind: 'events', runId: id })),
    }),
  ];
}

/** What of a workspace waits for the person. */
export function routaNeeds(run: RoutaRun): readonly NeedsYou[] {
  const { workspace, lastAt, isRunning, plan } = run;
  const { id: runId, outcome, goal } = workspace;
  const agent = firstLine(goal, 60);
  if (plan) {
    const sentence = `Plan of ${count(plan.tasks.length, 'task')}: ${plan.tasks.map(t => t.title).join(', ')}`;
    const id = routaItemId({ kind: 'plan', runId });
    return [{ id, kind: 'approval', agent, sentence, since: plan.since, verbs: ['apply', 'reject'] }];
  }
  if (isRunning || outcome?.kind === 'DONE' || outcome?.kind === 'CANCELLED') return [];
  const id = routaItemId({ kind: 'stopped', runId });
  const verbs: readonly AgentVerb[] = ['resume', 'answer', 'stop'];
  if (!outcome) {
    const sentence = 'Interrupted before it ended. Resume it where it was?';
    return [{ id, kind: 'interrupted', agent, sentence, since: lastAt, verbs }];
  }
  const kind = outcome.kind === 'FAILED' ? 'conflict' : 'blocked';
  return [{ id, kind, agent, sentence: routaHeadline(outcome), since: lastAt, verbs }];
}

/** A plan as a document to read before deciding. */
export const planDocument = (tasks: readonly PlannedTask[]): string =>
  tasks
    .map(({ taskId, title, objective, scope, dependencies, acceptance }) =>
      [
        `# ${title}`,
        `\`${taskId}\``,
        objective,
        ...(scope.length > 0 ? [`Changes ${scope.map(s => `\`${s}\``).join(', ')}`] : []),
        ...(dependencies.length > 0 ? [`After ${dependencies.join(', ')}`] : []),
        acceptance.map(a => `- ${a}`).join('\n'),
      ]
        .filter(part => part !== '')
        .join('\n\n'),
    )
    .join('\n\n');

/** What an agent was told, said and called, as a document. */
export function conversationDocument(agent: Agent): string {
  const parts = conversationOf(agent).map(({ turn, role, content, tool_name, status }) => {
    if (role === 'assistant') return `## Turn ${turn}\n\n${quoted(content)}`;
    if (role === 'tool') return `**${tool_name}** — ${status?.replace('_', ' ')}\n\n${fenced(content)}`;
    return `<details><summary>Told to ${agent.name}</summary>\n\n${fenced(content)}\n\n</details>`;
  });
  return [`# ${agent.name}`, `${agent.role} · ${agent.status} · ${agent.tier}`, ...parts].join('\n\n');
}

/** The kinds of events a timeline can be narrowed to. */
export const TIMELINE_FILTERS = ['*', 'agent:*', 'task:*', 'agent:message', 'task:status_changed'] as const;

/** The newest events first, as a document. */
export function timelineDocument(timeline: readonly BusEvent[], filter: string): string {
  const rows = timeline
    .filter(({ type }) => matches(filter, type))
    .map(({ at, type, actor, data }) => {
      const words = Object.entries(data).map(([name, value]) => `${name} ${plain(value)}`);
      return `| ${new Date(at).toISOString().slice(11, 19)} | ${type} | ${plain(actor)} | ${words.join(', ')} |`;
    });
  return ['# Events', '', '| time | event | by | |', '|---|---|---|---|', ...rows.reverse()].join('\n');
}

const plain = (value: unknown): string =>
  firstLine(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('|', '\\|');

const quoted = (text: string): string => text.replaceAll(/^/gm, '> ');

/** A fence longer than any in the text, so that no content can end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(m => m[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

import { count, firstLine, localTime } from '../kernel/amounts.ts';
import { asCode, asQuote, inHtml, inLine, said } from '../kernel/markdown.ts';
import type { Agent } from '../routa/agent.ts';
import type { AgentStatus } from '../routa/agent-status.ts';
import { type BusEvent, matches } from '../routa/bus.ts';
import { conversationOf } from '../routa/conversation-view.ts';
import type { PlannedTask } from '../routa/events.ts';
import { routaHeadline } from '../routa/outcome.ts';
import type { PlanProposal } from '../routa/run-request.ts';
import type { Task } from '../routa/task.ts';
import { type TaskStatus, taskStatus } from '../routa/task-status.ts';
import { shouldWake } from '../routa/wakeful.ts';
import { type RoutaWorkspace, routaResults } from '../routa/workspace.ts';
import { afterNodes } from './after-nodes.ts';
import { type AgentRow, agentTarget, type NeedsYou, STATUS_ICONS, STATUS_WORDS } from './agents-list.ts';
import { branchNode } from './branch-node.ts';
import type { ProposedPlan } from './proposed-plan.ts';
import { type RunItem, runItemId } from './run-items.ts';
import { spentWords } from './spent-words.ts';
import { triedNodes } from './tried-nodes.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';
import {
  INTERRUPTED,
  needsOfRun,
  statusOfRun,
  verbsOfRun,
  type WatchedRun,
  withTests,
} from './watched-run.ts';

/** Names the ROUTA workspaces' host. */
export const ROUTA_WORKSPACES = 'routa';

export type RoutaRun = WatchedRun<RoutaWorkspace>;

/** What the rows of a workspace lead to. */
export const ROUTA_ITEMS = ['workspace', 'stopped', 'events', 'agent', 'task'] as const;
export type RoutaItem = RunItem<(typeof ROUTA_ITEMS)[number]>;

export const routaItemId = (item: RoutaItem): string => runItemId(item);

/** A workspace with its agents as a tree by parent, its tasks and its events. */
export function routaRow(run: RoutaRun): AgentRow {
  const { state: workspace, isRunning } = run;
  const { id: runId, outcome, goal } = workspace;
  const done = [...workspace.tasks.values()].filter(t => t.status === 'DONE').length;
  const progress = workspace.tasks.size > 0 ? `${done} of ${count(workspace.tasks.size, 'task')} done` : '';
  const resume = outcome?.kind !== 'DONE';
  return {
    id: routaItemId({ kind: 'workspace', runId }),
    label: goal,
    role: 'ROUTA workspace',
    // While one agent waits for the person, others may be at work.
    status: isRunning && isAnyWorking(run) ? 'active' : statusOfRun(run, outcome?.kind),
    doing: !isRunning && outcome ? routaHeadline(outcome) : progress,
    spent: spentWords(workspace.spent).join(' · '),
    verbs: verbsOfRun(isRunning, { resume, revert: workspace.applied.some(({ isolated }) => !isolated) }),
    children: [...workspace.agents.values()]
      .filter(a => a.parentId === null)
      .map(agent => agentRow(run, agent)),
    details: [
      ...tasksNode(workspace),
      ...routaResults(workspace).map(result => branchNode(workspace.id, result, workspace.pullRequest)),
      ...afterNodes(workspace.id, workspace.after),
      ...triedNodes(workspace.id, workspace.tried),
      ...eventsNode(workspace),
    ],
  };
}

const isAnyWorking = (run: RoutaRun): boolean =>
  [...run.state.agents.values()].some(agent => statusOf(run, agent) === 'active');

const AGENT_STATUS: Readonly<Record<AgentStatus, AgentRow['status']>> = {
  PENDING: 'pending',
  ACTIVE: 'active',
  COMPLETED: 'done',
  ERROR: 'failed',
  CANCELLED: 'cancelled',
};

function statusOf(run: RoutaRun, agent: Agent): AgentRow['status'] {
  const { isRunning, waiting } = run;
  const { id, role, status, waitingFor } = agent;
  if (status !== 'ACTIVE') return AGENT_STATUS[status];
  if (!isRunning) return 'interrupted';
  // The plan is the coordinator's.
  if (waiting?.has(id) || (waiting?.has('') && role === 'ROUTA')) return 'waiting';
  if (waitingFor !== undefined) return 'pending';
  return isIdle(run, agent) ? 'idle' : 'active';
}

/** It said all it has to say for now; the next report or message wakes it. */
function isIdle({ state, calls }: RoutaRun, agent: Agent): boolean {
  if (calls?.has(agent.id)) return false;
  const last = agent.conversation.at(-1);
  return last?.type === 'turn_started' && last.calls === 0 && !shouldWake(state, agent);
}

/** Whose reports an idle agent waits for. */
function waitsFor({ state }: RoutaRun, { id }: Agent): string {
  const open = [...state.agents.values()].filter(a => a.open.some(({ by }) => by === id));
  return open.length === 0 ? '' : `waits for ${open.map(({ name }) => name).join(', ')}`;
}

/** Its own words only while they can be true: afterwards, why it ended. */
function doingOf(run: RoutaRun, agent: Agent): string {
  const { isRunning } = run;
  const { status, waitingFor, lastResponse, cause } = agent;
  if (status === 'ERROR' || status === 'CANCELLED') return `${STATUS_WORDS[AGENT_STATUS[status]]}: ${cause}`;
  if (status === 'ACTIVE' && !isRunning) return '';
  if (status === 'ACTIVE' && isIdle(run, agent)) return waitsFor(run, agent) || (lastResponse ?? '');
  return waitingFor ?? lastResponse ?? '';
}

function agentRow(run: RoutaRun, agent: Agent): AgentRow {
  const { state: workspace, isRunning, calls } = run;
  const { id, status, role, parentId, messageCount, turns } = agent;
  const isActive = status === 'ACTIVE';
  const doing = doingOf(run, agent);
  const call = isRunning && isActive ? calls?.get(id) : undefined;
  const target = routaItemId({ kind: 'agent', runId: workspace.id, of: [id] });
  return {
    id: target,
    label: agent.name,
    role,
    status: statusOf(run, agent),
    ...(doing === '' ? {} : { doing }),
    ...(call === undefined ? {} : { call }),
    verbs: [
      ...(isRunning && isActive ? (['say'] as const) : []),
      ...(isRunning && isActive && parentId !== null ? (['stop'] as const) : []),
      'transcript',
    ],
    details: [
      ...afterNodes(`${workspace.id}/${id}`, agent.after),
      viewNode({
        id: `${workspace.id}/messages/${id}`,
        label: count(messageCount, 'message'),
        description: count(turns, 'turn'),
        icon: { codicon: 'mail' },
        target: agentTarget(ROUTA_WORKSPACES, target),
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

function tasksNode(workspace: RoutaWorkspace): readonly ViewNode[] {
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
    target: agentTarget(ROUTA_WORKSPACES, routaItemId({ kind: 'task', runId, of: [task.taskId] })),
  });
}

function eventsNode({ id, feed: { timeline } }: RoutaWorkspace): readonly ViewNode[] {
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
  const { state, lastAt, isRunning } = run;
  const { id: runId, outcome, goal } = state;
  const need = needsOfRun(goal, lastAt);
  if (isRunning || outcome?.kind === 'DONE' || outcome?.kind === 'CANCELLED') return [];
  const kind = outcome === undefined ? 'interrupted' : outcome.kind === 'FAILED' ? 'conflict' : 'blocked';
  const sentence = outcome === undefined ? INTERRUPTED : routaHeadline(outcome);
  return [withTests(need(kind, { kind: 'stopped', runId }, sentence, ['resume', 'answer', 'stop']), state)];
}

/** A plan to read before deciding. */
export const routaPlan = ({ runId, tasks }: PlanProposal): ProposedPlan => ({
  id: `plan-${runId}`,
  title: 'Plan',
  markdown: tasks.map(taskDocument).join('\n\n'),
  sentence: `Plan of ${count(tasks.length, 'task')}: ${tasks.map(t => t.title).join(', ')}`,
});

const taskDocument = ({ taskId, title, objective, scope, dependencies, acceptance }: PlannedTask): string =>
  [
    `# ${inLine(title)}`,
    `**${inLine(taskId)}**`,
    said(objective).trim(),
    ...(scope.length > 0 ? [`Changes ${inLine(scope.join(', '))}`] : []),
    ...(dependencies.length > 0 ? [`After ${inLine(dependencies.join(', '))}`] : []),
    acceptance.map(a => `- ${inLine(a)}`).join('\n'),
  ]
    .filter(part => part !== '')
    .join('\n\n');

/** What an agent was sent, said and called, as a document. */
export function conversationDocument(agent: Agent): string {
  const parts = conversationOf(agent).map(({ turn, role, content, tool_name, status }) => {
    if (role === 'assistant') return `## Turn ${turn}\n\n${asQuote(content)}`;
    if (role === 'tool')
      return `**${inLine(tool_name ?? '')}** — ${status?.replace('_', ' ')}\n\n${asCode(content)}`;
    return `<details><summary>Sent to ${inHtml(agent.name)}</summary>\n\n${asCode(content)}\n\n</details>`;
  });
  return [`# ${inLine(agent.name)}`, `${agent.role} · ${agent.status} · ${agent.tier}`, ...parts].join(
    '\n\n',
  );
}

/** The kinds of events a timeline can be narrowed to. */
export const TIMELINE_FILTERS = ['*', 'agent:*', 'task:*', 'agent:message', 'task:status_changed'] as const;

/** The newest events first, as a document. */
export function timelineDocument(timeline: readonly BusEvent[], filter: string): string {
  const rows = timeline
    .filter(({ type }) => matches(filter, type))
    .map(({ at, type, actor, data }) => {
      const words = Object.entries(data).map(([name, value]) => `${inLine(name)} ${plain(value)}`);
      return `| ${localTime(at).slice(11)} | ${type} | ${plain(actor)} | ${words.join(', ')} |`;
    });
  return ['# Events', '', '| time | event | by | |', '|---|---|---|---|', ...rows.reverse()].join('\n');
}

const plain = (value: unknown): string =>
  inLine(firstLine(typeof value === 'string' ? value : JSON.stringify(value)));

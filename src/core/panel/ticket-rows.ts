import type { TicketActivity } from '../../generated/contracts.ts';
import type { BreakdownProposal } from '../ports/ticket-reviewer.ts';
import { ticketHeadline } from '../tickets/outcome.ts';
import { currentSubtask, type SubtaskState, type TicketState } from '../tickets/state.ts';
import type { SubtaskStatus, TicketAgent } from '../tickets/status.ts';
import {
  type AgentRow,
  type AgentStatus,
  type AgentVerb,
  agentTarget,
  type NeedsYou,
} from './agents-list.ts';
import { count, firstLine } from './amounts.ts';
import { spentWords } from './spent-words.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** Names the tickets' host. */
export const TICKETS = 'tickets';

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

/** What a row leads to, as the id its target carries: its words joined by `/`. */
export type TicketItem =
  | { readonly kind: 'run' | 'stopped' | 'breakdown' | 'file'; readonly runId: string }
  | { readonly kind: 'blocked'; readonly runId: string; readonly subtaskId: string }
  | { readonly kind: 'change'; readonly runId: string; readonly number: number };

export function ticketItemId(item: TicketItem): string {
  const last = item.kind === 'blocked' ? [item.subtaskId] : item.kind === 'change' ? [item.number] : [];
  return [item.kind, item.runId, ...last].join('/');
}

/** `undefined` for an id of something else. */
export function ticketItemOf(id: string): TicketItem | undefined {
  const [kind, runId = '', last = ''] = id.split('/');
  switch (kind) {
    case 'run':
    case 'stopped':
    case 'breakdown':
    case 'file':
      return { kind, runId };
    case 'blocked':
      return { kind, runId, subtaskId: last };
    case 'change':
      return { kind, runId, number: Number(last) };
    default:
      return undefined;
  }
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
    details: [
      ...state.subtasks.map(s => subtaskNode(state, s)),
      ...resultNodes(state),
      ...logNodes(state),
      ...usedNode(state),
    ],
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
  switch (outcome?.kind) {
    case undefined:
      return 'interrupted';
    case 'DONE':
      return 'done';
    case 'BLOCKED':
      return 'blocked';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'cancelled';
  }
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

function subtaskNode(state: TicketState, subtask: SubtaskState): ViewNode {
  const { id, title, description, status, acceptanceCriteria, lastNotes } = subtask;
  const { runId } = state;
  const rejections = state.rejectionCounts[id] ?? 0;
  const rejected = rejections === 0 ? '' : `rejected ${rejections === 1 ? 'once' : `${rejections} times`}`;
  const words = [status === 'rejected' ? rejected : `${status}${rejected === '' ? '' : `, ${rejected}`}`];
  const changes = state.applied.filter(a => a.subtaskId === id);
  return viewNode({
    id: `${runId}/subtask/${id}`,
    label: title,
    description: words.join(''),
    icon: SUBTASK_ICONS[status],
    tooltip: [
      `${id}: ${title}`,
      ...(description === '' ? [] : [description]),
      ...acceptanceCriteria.map(criterion => `• ${criterion}`),
      words.join(''),
      ...(lastNotes === undefined ? [] : [`Last notes: ${lastNotes}`]),
    ].join('\n'),
    spoken: 'subtask',
    target: agentTarget(TICKETS, ticketItemId({ kind: 'file', runId })),
    children: changes.map(({ number, files, reverted }) =>
      viewNode({
        id: `${runId}/change/${number}`,
        label: `Change ${number}`,
        description: [reverted ? 'reverted' : '', files.map(f => f.path).join(', ')]
          .filter(Boolean)
          .join(' · '),
        icon: { codicon: reverted ? 'discard' : 'diff-multiple' },
        target: agentTarget(TICKETS, ticketItemId({ kind: 'change', runId, number })),
        spoken: 'change',
      }),
    ),
    open: id === state.currentSubtaskId,
  });
}

const SUBTASK_ICONS: Readonly<Record<SubtaskStatus, NodeIcon>> = {
  open: { codicon: 'circle-outline', color: COLOR.quiet },
  'in-progress': { codicon: 'play-circle' },
  'awaiting review': { codicon: 'eye' },
  rejected: { codicon: 'sync', color: COLOR.attention },
  complete: { codicon: 'pass', color: COLOR.good },
  blocked: { codicon: 'circle-slash', color: COLOR.attention },
};

function resultNodes({ runId, commits, merged, warnings }: TicketState): readonly ViewNode[] {
  const made = commits.map(({ sha, branch, subject }) =>
    viewNode({
      id: `${runId}/commit/${sha}`,
      label: subject,
      description: `${sha.slice(0, 8)} · ${branch}${merged?.branch === branch ? ` · merged into ${merged.base}` : ''}`,
      icon: { codicon: merged ? 'git-merge' : 'git-commit' },
      spoken: 'commit',
    }),
  );
  if (warnings.length === 0) return made;
  const sentences = warnings.map((sentence, i) =>
    viewNode({
      id: `${runId}/warning/${i}`,
      label: firstLine(sentence),
      icon: { codicon: 'warning', color: COLOR.attention },
      tooltip: sentence,
      spoken: 'warning',
    }),
  );
  const node = viewNode({
    id: `${runId}/warnings`,
    label: 'Warnings',
    description: `${warnings.length}`,
    icon: { codicon: 'warning', color: COLOR.attention },
    tooltip: count(warnings.length, 'warning'),
    children: sentences,
  });
  return [...made, node];
}

function usedNode({ runId, spent }: TicketState): readonly ViewNode[] {
  const words = spentWords(spent).join(' · ');
  if (words === '') return [];
  return [
    viewNode({ id: `${runId}/spent`, label: 'Used', description: words, icon: { codicon: 'dashboard' } }),
  ];
}

/** The newest entries that are shown; the file has them all. */
const SHOWN_ACTIVITY = 50;

function logNodes({ runId, activity }: TicketState): readonly ViewNode[] {
  if (activity.length === 0) return [];
  const shown = activity
    .map((entry, i) => activityNode(runId, entry, i))
    .slice(-SHOWN_ACTIVITY)
    .reverse();
  const node = viewNode({
    id: `${runId}/activity`,
    label: 'Activity',
    description: `${activity.length}`,
    icon: { codicon: 'history' },
    tooltip: count(activity.length, 'entry', 'entries'),
    children: shown,
  });
  return [node];
}

function activityNode(
  runId: string,
  { at, actor, subtask, from, to, notes }: TicketActivity,
  i: number,
): ViewNode {
  const moved = to === undefined || to === from ? '' : ` → ${to}`;
  const label = `${subtask ?? (to === undefined ? actor : 'ticket')}${moved}`;
  return viewNode({
    id: `${runId}/activity/${i}`,
    label,
    description: firstLine(notes),
    icon: { codicon: actor === 'manager' ? 'checklist' : actor === 'developer' ? 'code' : 'person' },
    tooltip: [`${actor}, ${at}`, from === undefined || to === undefined ? '' : `${from} → ${to}`, notes]
      .filter(Boolean)
      .join('\n'),
    spoken: actor,
  });
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

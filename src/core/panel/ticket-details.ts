import type { TicketActivity } from '../../generated/contracts.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { resultsOnBranches } from '../runs/result-on-branch.ts';
import type { SubtaskState, TicketState } from '../tickets/state.ts';
import type { SubtaskStatus } from '../tickets/status.ts';
import { afterNodes } from './after-nodes.ts';
import { agentTarget } from './agents-list.ts';
import { branchNode } from './branch-node.ts';
import { TICKETS, ticketItemId } from './ticket-items.ts';
import { triedNodes } from './tried-nodes.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';
import { commitNode, usedNodes, warningNodes } from './watched-run.ts';

/** What is below a ticket: subtasks with their changes, commits, warnings, activity, and what it used. */
export const ticketDetails = (state: TicketState): readonly ViewNode[] => [
  ...state.subtasks.map(subtask => subtaskNode(state, subtask)),
  ...resultsOnBranches(state).map(result => branchNode(state.runId, result, state.pullRequest)),
  ...state.commits.map(commit =>
    commitNode(state.runId, commit, state.merged?.branch === commit.branch ? state.merged.base : undefined),
  ),
  ...afterNodes(state.runId, state.after),
  ...triedNodes(state.runId, state.tried),
  ...warningNodes(state.runId, state.warnings),
  ...logNodes(state),
  ...usedNodes(state.runId, state.spent),
];

function subtaskNode(state: TicketState, subtask: SubtaskState): ViewNode {
  const { id, title, description, status, acceptanceCriteria, ticked = [], lastNotes } = subtask;
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
      ...acceptanceCriteria.map(criterion => `${ticked.includes(criterion) ? '✓' : '•'} ${criterion}`),
      words.join(''),
      ...(lastNotes === undefined ? [] : [`Last notes: ${lastNotes}`]),
    ].join('\n'),
    spoken: 'subtask',
    target: agentTarget(TICKETS, ticketItemId({ kind: 'file', runId })),
    children: [
      ...(status === 'complete' ? ticked : []).map((criterion, i) =>
        viewNode({
          id: `${runId}/criterion/${id}/${i}`,
          label: firstLine(criterion),
          description: 'met',
          icon: { codicon: 'check', color: COLOR.good },
          tooltip: criterion,
          spoken: 'criterion',
        }),
      ),
      ...changes.map(({ number, files, reverted }) =>
        viewNode({
          id: `${runId}/change/${number}`,
          label: `Change ${number}`,
          description: [reverted ? 'reverted' : '', files.map(f => f.path).join(', ')]
            .filter(Boolean)
            .join(' · '),
          icon: { codicon: reverted ? 'discard' : 'diff-multiple' },
          target: agentTarget(TICKETS, ticketItemId({ kind: 'change', runId, of: [number] })),
          spoken: 'change',
        }),
      ),
    ],
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

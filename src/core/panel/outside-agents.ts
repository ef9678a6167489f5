import { count, firstLine } from '../kernel/amounts.ts';
import { PLAN_MARKS } from '../runs/session-section.ts';
import { wrapHeadline } from '../wrap/outcome.ts';
import { turnEnd } from '../wrap/session-transcript.ts';
import type { SessionTurn, WrapState } from '../wrap/state.ts';
import { afterNodes } from './after-nodes.ts';
import { type AgentRow, type AgentRowStatus, agentTarget, type NeedsYou } from './agents-list.ts';
import { type RunItem, runItemId } from './run-items.ts';
import { triedNodes } from './tried-nodes.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';
import { needsOfRun, statusOfRun, usedNodes, type WatchedRun, warningNodes } from './watched-run.ts';

/** Names the host of agents of other makers. */
export const OUTSIDE_AGENTS = 'outside-agents';

export type OutsideRun = WatchedRun<WrapState>;

/** What the rows of a run lead to. */
export const OUTSIDE_ITEMS = ['run', 'next', 'stopped', 'turn'] as const;
export type OutsideItem = RunItem<(typeof OUTSIDE_ITEMS)[number]>;

const itemId = (item: OutsideItem): string => runItemId(item);

/** What the person wanted first. */
export const outsideTitle = ({ turns, command }: WrapState): string => turns[0]?.text ?? command.join(' ');

/** A conversation with an agent of another maker, for the Agents view. */
export function outsideRow(run: OutsideRun): AgentRow {
  const { state, isRunning } = run;
  const { runId, outcome, agent, applied, said } = state;
  const deed = state.turns.at(-1)?.did.at(-1)?.title;
  const now = isRunning ? (deed ?? said ?? '') : '';
  const doing = outcome === undefined ? now : wrapHeadline(outcome);
  const canRevert = applied.some(({ reverted }) => reverted !== true);
  return {
    id: itemId({ kind: 'run', runId }),
    label: outsideTitle(state),
    role: agent ?? state.command[0] ?? 'agent',
    status: statusOf(run),
    ...(doing === '' ? {} : { doing: firstLine(doing) }),
    verbs: isRunning
      ? ['say', 'stop', 'transcript']
      : ['transcript', ...(canRevert ? (['revert'] as const) : []), 'remove'],
    details: details(run),
  };
}

function statusOf(run: OutsideRun): AgentRowStatus {
  const { isListening, outcome } = run.state;
  if (run.isRunning && isListening) return 'waiting';
  const end = outcome?.kind === 'APPLIED' ? 'DONE' : outcome?.kind;
  return statusOfRun(run, end);
}

/** What of a run waits for the person: their next words. */
export function outsideNeeds({ state, lastAt, isRunning }: OutsideRun): readonly NeedsYou[] {
  const { runId, isListening, agent, turns, said } = state;
  if (!isRunning || !isListening || turns.length === 0) return [];
  const need = needsOfRun(outsideTitle(state), lastAt);
  const answer = said === undefined ? '' : ` It said: ${firstLine(said)}`;
  const sentence = `${agent ?? 'The agent'} has ended its turn: say what is next, or stop to end it.${answer}`;
  return [need('question', { kind: 'next', runId }, sentence, ['say', 'stop'])];
}

function details(run: OutsideRun): readonly ViewNode[] {
  const { state, isRunning } = run;
  const { runId, turns, plan } = state;
  const last = turns.at(-1);
  const rows = turns.map(turn => turnNode(run, turn, turn === last));
  // A row without children could not be open when its first turn arrives.
  if (rows.length === 0 && isRunning)
    rows.push(
      viewNode({ id: `${runId}/beginning`, label: 'Starting the agent', icon: { codicon: 'ellipsis' } }),
    );
  return [
    ...(plan.length === 0 ? [] : [planNode(state)]),
    ...rows,
    ...afterNodes(runId, state.after),
    ...triedNodes(runId, state.tried),
    ...warningNodes(runId, [...state.notes, ...state.warnings]),
    ...usedNodes(runId, state.spent),
  ];
}

const planNode = ({ runId, plan }: WrapState): ViewNode =>
  viewNode({
    id: `${runId}/plan`,
    label: 'Plan',
    description: `${plan.filter(({ status }) => status === 'completed').length} of ${plan.length} done`,
    icon: { codicon: 'checklist' },
    children: plan.map(({ text, status }, n) =>
      viewNode({
        id: `${runId}/plan/${n}`,
        label: `${PLAN_MARKS[status]} ${firstLine(text)}`,
        icon: { codicon: status === 'completed' ? 'check' : 'circle-outline', color: COLOR.quiet },
        tooltip: text,
        spoken: status.replace('_', ' '),
      }),
    ),
  });

function turnNode({ state, isRunning }: OutsideRun, turn: SessionTurn, isLast: boolean): ViewNode {
  const { runId } = state;
  const applied = state.applied.filter(change => change.turn === turn.turn);
  const isBack = applied.length > 0 && applied.every(({ reverted }) => reverted === true);
  const end = turn.stop === undefined || turn.stop === 'end_turn' ? '' : turnEnd({ stop: turn.stop });
  const change =
    applied.length > 0
      ? isBack
        ? 'reverted'
        : `applied ${count(applied.flatMap(({ files }) => files).length, 'file')}`
      : (turn.files ?? 0) > 0
        ? `${count(turn.files ?? 0, 'file')} in its copy`
        : '';
  return viewNode({
    id: `${runId}/turn/${turn.turn}`,
    label: `Turn ${turn.turn}`,
    description: [change, end, firstLine(turn.text)].filter(Boolean).join(' · '),
    icon: { codicon: isBack ? 'discard' : 'comment' },
    tooltip: [`Turn ${turn.turn}`, turn.text].join('\n'),
    target: agentTarget(OUTSIDE_AGENTS, itemId({ kind: 'turn', runId, of: [turn.turn] })),
    context: !isRunning && applied.length > 0 && !isBack ? 'turn revert' : 'turn',
    children: turn.did.map(({ title, word, ok }, n) =>
      viewNode({
        id: `${runId}/turn/${turn.turn}/${n}`,
        label: firstLine(title),
        description: word,
        icon: ok ? { codicon: 'pass', color: COLOR.good } : { codicon: 'error', color: COLOR.bad },
        tooltip: title,
        spoken: ok ? 'done' : 'failed',
      }),
    ),
    open: isLast,
  });
}

import { firstLine } from '../kernel/amounts.ts';
import { resultsOnBranches } from '../runs/result-on-branch.ts';
import { agentHeadline } from '../taskagent/outcome.ts';
import type { AgentState, CallState, TurnState } from '../taskagent/state.ts';
import { afterNodes } from './after-nodes.ts';
import { type AgentRow, type AgentRowStatus, agentTarget, type NeedsYou } from './agents-list.ts';
import { branchNode } from './branch-node.ts';
import { type RunItem, runItemId } from './run-items.ts';
import { spentWords } from './spent-words.ts';
import { triedNodes } from './tried-nodes.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';
import {
  commitNode,
  INTERRUPTED,
  needsOfRun,
  statusOfRun,
  usedNodes,
  verbsOfRun,
  type WatchedRun,
  warningNodes,
  withTests,
} from './watched-run.ts';

/** Names the task agents' host. */
export const TASK_AGENTS = 'task-agents';

export type TaskAgentRun = WatchedRun<AgentState>;

/** What the rows of a run lead to. */
export const TASK_AGENT_ITEMS = ['run', 'question', 'stopped', 'tests', 'turn', 'call', 'page'] as const;
export type TaskAgentItem = RunItem<(typeof TASK_AGENT_ITEMS)[number]>;

const itemId = (item: TaskAgentItem): string => runItemId(item);

/** A run with its turns and calls, for the Agents view. */
export function taskAgentRow(run: TaskAgentRun): AgentRow {
  const { state, isRunning, calls } = run;
  const { runId, task, note, outcome, undelivered, applied } = state;
  // What an interrupted agent was about to do says nothing of what was done.
  const now = isRunning ? note : '';
  const doing =
    outcome === undefined
      ? now
      : [agentHeadline(outcome), ...undelivered.map(({ sentence }) => sentence)].join(' · ');
  const call = calls?.get('');
  return {
    id: itemId({ kind: 'run', runId }),
    label: task,
    role: 'task agent',
    status: statusOf(run),
    ...(doing === '' ? {} : { doing }),
    spent: spentWords(state.spent).join(' · '),
    ...(call === undefined ? {} : { call }),
    verbs: verbsOfRun(isRunning, { resume: canResume(run), revert: applied.some(canRevert) }),
    details: details(run),
  };
}

function statusOf(run: TaskAgentRun): AgentRowStatus {
  const { outcome } = run.state;
  if (run.isRunning) return statusOfRun(run, undefined);
  switch (outcome?.kind) {
    case 'EXECUTED':
      return outcome.failed.length === 0 ? 'done' : 'failed';
    case 'WAITING':
      return 'waiting';
    default:
      return statusOfRun(run, outcome?.kind);
  }
}

/** A plan of single mode is executed once; everything else that is unfinished can be resumed. */
const canResume = ({ state: { mode, outcome }, isRunning }: TaskAgentRun): boolean =>
  !isRunning &&
  mode !== 'single' &&
  (outcome === undefined || outcome.kind === 'BLOCKED' || outcome.kind === 'CANCELLED');

const canRevert = ({ isolated, reverted }: AgentState['applied'][number]): boolean => !isolated && !reverted;

/** What of a run waits for the person; `since` its last sign of life. */
export function taskAgentNeeds(run: TaskAgentRun): readonly NeedsYou[] {
  const { state, lastAt, isRunning } = run;
  const { runId, question, outcome, testsMissing } = state;
  const need = needsOfRun(state.task, lastAt);
  const needs: NeedsYou[] = [];
  if (testsMissing !== undefined && outcome?.kind !== 'CANCELLED') {
    const sentence = `The tests cannot be run: ${testsMissing}`;
    needs.push(need('missing_test_command', { kind: 'tests', runId }, sentence, ['setUp']));
  }
  if (isRunning) return needs;
  if (question !== undefined && outcome?.kind === 'WAITING')
    needs.push(withTests(need('question', { kind: 'question', runId }, question, ['answer', 'stop']), state));
  const stopped = (kind: 'interrupted' | 'blocked' | 'conflict', sentence: string) =>
    needs.push(
      need(kind, { kind: 'stopped', runId }, sentence, canResume(run) ? ['resume', 'stop'] : ['stop']),
    );
  if (outcome === undefined)
    stopped('interrupted', canResume(run) ? INTERRUPTED : 'Interrupted before it ended.');
  if (outcome?.kind === 'BLOCKED') stopped('blocked', agentHeadline(outcome));
  if (outcome?.kind === 'FAILED') stopped('conflict', agentHeadline(outcome));
  return needs;
}

function details(run: TaskAgentRun): readonly ViewNode[] {
  const { state } = run;
  const { runId } = state;
  const lastTurn = state.turns.at(-1);
  const turns = state.turns.map(turn => turnNode(run, turn, turn === lastTurn));
  // A row without children could not be open when its first turn arrives.
  if (turns.length === 0 && run.isRunning) turns.push(beginning(runId));
  const commits = state.commits.map(commit => commitNode(runId, commit));
  const pages = state.pullRequests.map((url, index) =>
    viewNode({
      id: `${runId}/page/${index}`,
      label: 'Pull request',
      description: url,
      icon: { codicon: 'git-pull-request' },
      target: agentTarget(TASK_AGENTS, itemId({ kind: 'page', runId, of: [index] })),
    }),
  );
  return [
    ...turns,
    ...resultsOnBranches(state).map(result => branchNode(runId, result)),
    ...commits,
    ...pages,
    ...afterNodes(runId, state.after),
    ...triedNodes(runId, state.tried),
    ...warningNodes(runId, state.warnings),
    ...usedNodes(runId, state.spent),
  ];
}

const beginning = (runId: string): ViewNode =>
  viewNode({ id: `${runId}/beginning`, label: 'Waiting for the first reply', icon: { codicon: 'ellipsis' } });

function turnNode({ state, isRunning }: TaskAgentRun, { cycle, turn, note }: TurnState, isLast: boolean) {
  const { runId, mode } = state;
  const applied = state.applied.filter(change => change.cycle === cycle && change.turn === turn);
  const label = mode === 'continuous' ? `Cycle ${cycle}, turn ${turn}` : `Turn ${turn}`;
  const reverted = applied.length > 0 && applied.every(change => change.reverted);
  return viewNode({
    id: `${runId}/turn/${cycle}/${turn}`,
    label,
    description: [reverted ? 'reverted' : '', firstLine(note)].filter(Boolean).join(' · '),
    icon: { codicon: reverted ? 'discard' : 'comment' },
    tooltip: [label, note].filter(Boolean).join('\n'),
    target: agentTarget(TASK_AGENTS, itemId({ kind: 'turn', runId, of: [cycle, turn] })),
    context: !isRunning && applied.some(canRevert) ? 'turn revert' : 'turn',
    children: state.calls.filter(call => call.cycle === cycle && call.turn === turn).map(callNode(runId)),
    open: isLast,
  });
}

const callNode =
  (runId: string) =>
  ({ cycle, turn, index, tool, subject, status, unchanged, failed }: CallState): ViewNode => {
    const word = unchanged ? 'nothing changed' : status.replace('_', ' ');
    // What was not run has its reason in the row above.
    const why = status === 'not_run' ? '' : (failed ?? '');
    const about = why.includes(subject) ? '' : subject;
    return viewNode({
      id: `${runId}/call/${cycle}/${turn}/${index}`,
      label: tool,
      description: [word === 'ok' ? '' : word, firstLine(about), firstLine(why)].filter(Boolean).join(' · '),
      icon: CALL_ICONS[unchanged ? 'not_run' : status],
      tooltip: [`${tool}: ${word}`, unchanged, failed, subject].filter(Boolean).join('\n'),
      spoken: `call, ${word}`,
      target: agentTarget(TASK_AGENTS, itemId({ kind: 'call', runId, of: [cycle, turn, index] })),
    });
  };

const FAILED: NodeIcon = { codicon: 'error', color: COLOR.bad };
const CALL_ICONS: Readonly<Record<CallState['status'], NodeIcon>> = {
  ok: { codicon: 'pass', color: COLOR.good },
  error: FAILED,
  refused: FAILED,
  not_run: { codicon: 'debug-step-over', color: COLOR.quiet },
};

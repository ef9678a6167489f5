import { agentHeadline } from '../taskagent/outcome.ts';
import type { AgentState, CallState, TurnState } from '../taskagent/state.ts';
import {
  type AgentRow,
  type AgentStatus,
  type AgentVerb,
  agentTarget,
  type NeedsYou,
  statusOfEnd,
} from './agents-list.ts';
import { count, firstLine } from './amounts.ts';
import { spentWords } from './spent-words.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** Names the task agents' host. */
export const TASK_AGENTS = 'task-agents';

/** One run of the task agent as the window knows it. */
export interface TaskAgentRun {
  readonly state: AgentState;
  /** Milliseconds since 1970 of its last journal line. */
  readonly lastAt: number;
  /** Under way in this window. */
  readonly isRunning: boolean;
  /** The call that runs now. */
  readonly call?: string;
  /** Something of it waits for the person now. */
  readonly isWaiting?: boolean;
}

/** What a row of a run leads to, as the id its target carries. */
export type TaskAgentItem =
  | { readonly kind: 'run' | 'question' | 'stopped' | 'tests'; readonly runId: string }
  | { readonly kind: 'turn'; readonly runId: string; readonly cycle: number; readonly turn: number }
  | {
      readonly kind: 'call';
      readonly runId: string;
      readonly cycle: number;
      readonly turn: number;
      readonly index: number;
    }
  | { readonly kind: 'page'; readonly runId: string; readonly index: number };

/** Ids are the item's words, so that a host can read them back. */
export function itemId(item: TaskAgentItem): string {
  const numbers =
    item.kind === 'turn'
      ? [item.cycle, item.turn]
      : item.kind === 'call'
        ? [item.cycle, item.turn, item.index]
        : item.kind === 'page'
          ? [item.index]
          : [];
  return [item.kind, item.runId, ...numbers].join('/');
}

/** `undefined` for an id of something else. */
export function itemOf(id: string): TaskAgentItem | undefined {
  const [kind, runId = '', a, b, c] = id.split('/');
  switch (kind) {
    case 'run':
    case 'question':
    case 'stopped':
    case 'tests':
      return { kind, runId };
    case 'turn':
      return { kind, runId, cycle: Number(a), turn: Number(b) };
    case 'call':
      return { kind, runId, cycle: Number(a), turn: Number(b), index: Number(c) };
    case 'page':
      return { kind, runId, index: Number(a) };
    default:
      return undefined;
  }
}

/** A run with its turns and calls, for the Agents view. */
export function taskAgentRow(run: TaskAgentRun): AgentRow {
  const { state } = run;
  const doing =
    state.outcome === undefined
      ? state.note
      : [agentHeadline(state.outcome), ...state.undelivered.map(({ sentence }) => sentence)].join(' · ');
  return {
    id: itemId({ kind: 'run', runId: state.runId }),
    label: state.task,
    role: 'task agent',
    status: statusOf(run),
    ...(doing === '' ? {} : { doing }),
    ...(run.call === undefined ? {} : { call: run.call }),
    verbs: verbsOf(run),
    details: details(run),
  };
}

function statusOf({ state: { outcome }, isRunning, isWaiting }: TaskAgentRun): AgentStatus {
  if (isRunning) return isWaiting === true ? 'waiting' : 'active';
  switch (outcome?.kind) {
    case 'EXECUTED':
      return outcome.failed.length === 0 ? 'done' : 'failed';
    case 'WAITING':
      return 'waiting';
    default:
      return statusOfEnd(outcome?.kind);
  }
}

/** A plan of single mode is executed once; everything else that has not concluded can go on. */
const canResume = ({ state: { mode, outcome }, isRunning }: TaskAgentRun): boolean =>
  !isRunning &&
  mode !== 'single' &&
  (outcome === undefined || outcome.kind === 'BLOCKED' || outcome.kind === 'CANCELLED');

function verbsOf(run: TaskAgentRun): readonly AgentVerb[] {
  if (run.isRunning) return ['stop', 'transcript'];
  return [
    ...(canResume(run) ? (['resume'] as const) : []),
    'transcript',
    ...(run.state.applied.some(canRevert) ? (['revert'] as const) : []),
  ];
}

const canRevert = ({ isolated, reverted }: AgentState['applied'][number]): boolean => !isolated && !reverted;

/** What of a run that is not under way waits for the person; `since` its last sign of life. */
export function taskAgentNeeds(run: TaskAgentRun): readonly NeedsYou[] {
  const { state, lastAt: since, isRunning } = run;
  const { runId, question, outcome, testsMissing } = state;
  const agent = firstLine(state.task, 60);
  const needs: NeedsYou[] = [];
  const add = (kind: NeedsYou['kind'], item: 'question' | 'stopped' | 'tests', sentence: string) => {
    const verbs: Readonly<Record<typeof item, readonly AgentVerb[]>> = {
      question: ['answer', 'stop'],
      stopped: canResume(run) ? ['resume', 'stop'] : ['stop'],
      tests: ['setUp'],
    };
    needs.push({ id: itemId({ kind: item, runId }), kind, agent, sentence, since, verbs: verbs[item] });
  };
  if (testsMissing !== undefined && outcome?.kind !== 'CANCELLED')
    add('missing_test_command', 'tests', `The tests cannot be run: ${testsMissing}`);
  if (isRunning) return needs;
  if (question !== undefined && outcome?.kind === 'WAITING') add('question', 'question', question);
  if (outcome === undefined)
    add('interrupted', 'stopped', 'Interrupted before it ended. Resume it with its whole transcript?');
  if (outcome?.kind === 'BLOCKED') add('blocked', 'stopped', agentHeadline(outcome));
  if (outcome?.kind === 'FAILED') add('conflict', 'stopped', agentHeadline(outcome));
  return needs;
}

function details(run: TaskAgentRun): readonly ViewNode[] {
  const { state } = run;
  const { runId } = state;
  const lastTurn = state.turns.at(-1);
  const turns = state.turns.map(turn => turnNode(run, turn, turn === lastTurn));
  // A row without children could not be open when its first turn arrives.
  if (turns.length === 0 && run.isRunning) turns.push(beginning(runId));
  const commits = state.commits.map(({ sha, subject, branch, paths }) =>
    viewNode({
      id: `${runId}/commit/${sha}`,
      label: subject,
      description: `${sha.slice(0, 8)} · ${branch}`,
      icon: { codicon: 'git-commit' },
      tooltip: [subject, `${sha} on ${branch}`, ...paths].join('\n'),
      spoken: 'commit',
    }),
  );
  const pages = state.pullRequests.map((url, index) =>
    viewNode({
      id: `${runId}/page/${index}`,
      label: 'Pull request',
      description: url,
      icon: { codicon: 'git-pull-request' },
      target: agentTarget(TASK_AGENTS, itemId({ kind: 'page', runId, index })),
    }),
  );
  const warnings = state.warnings.map((sentence, index) =>
    viewNode({
      id: `${runId}/warning/${index}`,
      label: firstLine(sentence),
      icon: { codicon: 'warning', color: COLOR.attention },
      tooltip: sentence,
      spoken: 'warning',
    }),
  );
  const notes =
    warnings.length === 0
      ? []
      : [
          viewNode({
            id: `${runId}/warnings`,
            label: 'Warnings',
            description: `${warnings.length}`,
            icon: { codicon: 'warning', color: COLOR.attention },
            tooltip: count(warnings.length, 'warning'),
            children: warnings,
          }),
        ];
  const spent = spentWords(state.spent).join(' · ');
  const used =
    spent === ''
      ? []
      : [
          viewNode({
            id: `${runId}/spent`,
            label: 'Used',
            description: spent,
            icon: { codicon: 'dashboard' },
          }),
        ];
  return [...turns, ...commits, ...pages, ...notes, ...used];
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
    target: agentTarget(TASK_AGENTS, itemId({ kind: 'turn', runId, cycle, turn })),
    context: !isRunning && applied.some(canRevert) ? 'turn revert' : 'turn',
    children: state.calls.filter(call => call.cycle === cycle && call.turn === turn).map(callNode(runId)),
    open: isLast,
  });
}

const callNode =
  (runId: string) =>
  ({ cycle, turn, index, tool, subject, status }: CallState): ViewNode =>
    viewNode({
      id: `${runId}/call/${cycle}/${turn}/${index}`,
      label: tool,
      description: [STATUS_NOTES[status], firstLine(subject)].filter(Boolean).join(' · '),
      icon: CALL_ICONS[status],
      tooltip: [`${tool}: ${status.replace('_', ' ')}`, subject].filter(Boolean).join('\n'),
      spoken: `call, ${status.replace('_', ' ')}`,
      target: agentTarget(TASK_AGENTS, itemId({ kind: 'call', runId, cycle, turn, index })),
    });

const STATUS_NOTES: Readonly<Record<CallState['status'], string>> = {
  ok: '',
  error: 'error',
  refused: 'refused',
  not_run: 'not run',
};

const CALL_ICONS: Readonly<Record<CallState['status'], NodeIcon>> = {
  ok: { codicon: 'pass', color: COLOR.good },
  error: { codicon: 'error', color: COLOR.bad },
  refused: { codicon: 'error', color: COLOR.bad },
  not_run: { codicon: 'debug-step-over', color: COLOR.quiet },
};

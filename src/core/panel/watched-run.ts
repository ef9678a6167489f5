import type { Spent } from '../conversation/spent.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { type TestsSeen, testsThatFail, whyTestsFail } from '../runs/tests-seen.ts';
import {
  type AgentRowStatus,
  type AgentVerb,
  type NeedKind,
  type NeedsYou,
  statusOfEnd,
} from './agents-list.ts';
import { type RunItem, runItemId } from './run-items.ts';
import { spentWords } from './spent-words.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** One run of any workflow as the window knows it. */
export interface WatchedRun<S> {
  readonly state: S;
  /** Milliseconds since 1970 of its last journal line. */
  readonly lastAt: number;
  /** Under way in this window. */
  readonly isRunning: boolean;
  /** The call that runs now, by agent; `''` where there is only one. */
  readonly calls?: ReadonlyMap<string, string>;
  /** Agents that wait for the person now; `''` where there is only one. */
  readonly waiting?: { readonly size: number; has(agent: string): boolean };
}

type Running = Pick<WatchedRun<unknown>, 'isRunning' | 'waiting'>;

/** The state of a run; `end` is the kind of its outcome. */
export function statusOfRun(run: Running, end: Parameters<typeof statusOfEnd>[0]): AgentRowStatus {
  if (!run.isRunning) return statusOfEnd(end);
  return run.waiting !== undefined && run.waiting.size > 0 ? 'waiting' : 'active';
}

/** What can be done with a run's row. */
export function verbsOfRun(
  isRunning: boolean,
  can: { readonly resume: boolean; readonly revert: boolean },
): readonly AgentVerb[] {
  if (isRunning) return ['say', 'pause', 'stop', 'transcript'];
  return [
    ...(can.resume ? (['resume'] as const) : []),
    'transcript',
    ...(can.revert ? (['revert'] as const) : []),
    ...(can.resume ? [] : (['remove'] as const)),
  ];
}

/** Makes the rows of what one run waits with. */
export const needsOfRun =
  (agent: string, since: number) =>
  (kind: NeedKind, item: RunItem, sentence: string, verbs: readonly AgentVerb[]): NeedsYou => ({
    id: runItemId(item),
    kind,
    agent: firstLine(agent, 60),
    sentence,
    since,
    verbs,
  });

/** How the tests stand when a person is asked; their words let as many of them fail as fail now. */
export function withTests(need: NeedsYou, seen: TestsSeen): NeedsYou {
  if (whyTestsFail(seen) === undefined) return need;
  const { passed, total } = seen.testRun ?? {};
  const isCounted = typeof passed === 'number' && typeof total === 'number';
  return {
    ...need,
    sentence: `${need.sentence} (${testsThatFail(seen)}; your answer lets as many fail)`,
    brief: need.brief ?? need.sentence,
    tests: isCounted ? `${passed} of ${total} tests passed` : 'tests failed',
  };
}

/** The question of a run that has no end. */
export const INTERRUPTED = 'Interrupted before it ended. Resume it where it stopped?';

/** What a run warned of, behind one row. */
export function warningNodes(runId: string, warnings: readonly string[]): readonly ViewNode[] {
  if (warnings.length === 0) return [];
  const icon = { codicon: 'warning', color: COLOR.attention };
  const children = warnings.map((sentence, index) =>
    viewNode({
      id: `${runId}/warning/${index}`,
      label: firstLine(sentence),
      icon,
      tooltip: sentence,
      spoken: 'warning',
    }),
  );
  return [
    viewNode({
      id: `${runId}/warnings`,
      label: 'Warnings',
      description: `${warnings.length}`,
      icon,
      tooltip: count(warnings.length, 'warning'),
      children,
    }),
  ];
}

/** Tokens and cost. */
export function usedNodes(runId: string, spent: Spent): readonly ViewNode[] {
  const words = spentWords(spent).join(' · ');
  if (words === '') return [];
  return [
    viewNode({ id: `${runId}/spent`, label: 'Used', description: words, icon: { codicon: 'dashboard' } }),
  ];
}

export interface Commit {
  readonly sha: string;
  readonly subject: string;
  readonly branch: string;
  readonly paths?: readonly string[];
}

/** @param base the branch it was merged into, when it was */
export const commitNode = (
  runId: string,
  { sha, subject, branch, paths = [] }: Commit,
  base?: string,
): ViewNode =>
  viewNode({
    id: `${runId}/commit/${sha}`,
    label: subject,
    description: [`${sha.slice(0, 8)} · ${branch}`, base === undefined ? '' : `merged into ${base}`]
      .filter(Boolean)
      .join(' · '),
    icon: { codicon: base === undefined ? 'git-commit' : 'git-merge' },
    tooltip: [subject, `${sha} on ${branch}`, ...paths].join('\n'),
    spoken: 'commit',
  });

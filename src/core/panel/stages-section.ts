import { count, duration, minutes } from '../kernel/amounts.ts';
import type { Stage } from '../workorder/events.ts';
import { isReviewed, waitsForDecision } from '../workorder/review-stage.ts';
import type { RunState, StageState } from '../workorder/state.ts';
import { arrivingCommands } from './arriving-commands.ts';
import { REPLAYED, spentWords } from './spent-words.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** What a person calls a stage. */
export const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  designer: 'Designer',
  validation: 'Validation',
  evidence: 'Evidence',
  qa: 'QA',
  'qa validation': 'QA validation',
  review: 'Your review',
  apply: 'Apply',
  lint: 'Lint',
};

const WHAT_IT_DOES: Readonly<Record<Stage, string>> = {
  designer: 'The Designer model reads the sources in scope and proposes exact edit commands.',
  validation: 'Code checks the Designer’s JSON, its scope, and runs the commands in memory.',
  evidence: 'Code finds facts about the change and checks invariants and claims against them.',
  qa: 'The QA model checks the commands and the simulated diff; it may correct them.',
  'qa validation': 'Code checks QA’s commands the same way, and that its lint is not narrower.',
  review: 'You look at the exact bytes and choose Apply or Reject.',
  apply: 'All files are changed, or none, and compared with the simulation byte for byte.',
  lint: 'ruff, mypy and, when asked, import-linter look at the result; then the tests, where the policy asks for them.',
};

/**
 * One row per stage of the pipeline, in order. `now` is in milliseconds since 1970. Open while the run is under way;
 * afterwards the sum is enough, and another id makes the tree close it.
 */
export function stagesSection(state: RunState, now: number, isActive: boolean): ViewNode {
  const children = state.stages.map(stage => stageNode(stage, state, now, isActive));
  const ended = state.outcome !== undefined || !isActive;
  // A person who decides needs the room for the change.
  const forReview = isReviewed(state);
  const done = `${state.stages.filter(stage => stage.status === 'done').length} of ${state.stages.length}`;
  return viewNode({
    id: ended ? 'stages:ended' : forReview ? 'stages:review' : 'stages',
    label: 'Stages',
    description: [done, ...(ended ? totals(state) : spentIn(state))].join(' · '),
    icon: { codicon: 'list-ordered' },
    tooltip: [`${done} stages are done.`, ...(ended ? totals(state) : [])].join('\n'),
    children,
    open: !ended && !forReview,
  });
}

function spentIn({ spent, replayed, order }: RunState): readonly string[] {
  const words = spentWords(spent);
  if (order === undefined || replayed.length === 0 || words.length === 0) return words;
  if (replayed.length === 2 || words[0] === REPLAYED) return [REPLAYED];
  return [...words, `${replayed[0]} replayed`];
}

function totals(state: RunState): string[] {
  const starts = state.stages.flatMap(stage => stage.startedAt ?? []);
  const ends = state.stages.flatMap(stage => stage.finishedAt ?? []);
  return [...(ends.length > 0 ? [duration(Math.max(...ends) - Math.min(...starts))] : []), ...spentIn(state)];
}

function stageNode(stage: StageState, state: RunState, now: number, isActive: boolean): ViewNode {
  const name = STAGE_NAMES[stage.stage];
  const notReached = stage.status === 'waiting' && (state.outcome !== undefined || !isActive);
  const wasCut = stage.status === 'running' && !isActive;
  const arriving = stage.stage === 'designer' ? state.arriving : [];
  const facts = notReached ? ['not reached'] : wasCut ? ['interrupted'] : stageFacts(stage, now, state);
  if (arriving.length > 0) facts.push(`${count(arriving.length, 'command')} so far`);
  const said = SPOKEN[stage.status];
  return viewNode({
    // A row that gets its first children stays closed; another one opens.
    id: `stage:${stage.stage}${arriving.length > 0 ? ':arriving' : ''}`,
    label: name,
    description: facts.join(' · '),
    icon: wasCut ? { codicon: 'warning', color: COLOR.attention } : stageIcon(stage),
    tooltip: [WHAT_IT_DOES[stage.stage], facts.join(' · '), stageReasons(stage, state)]
      .filter(line => line !== '')
      .join('\n'),
    spoken: notReached ? 'not reached' : wasCut ? 'interrupted' : said,
    children: arrivingCommands(arriving),
    open: true,
  });
}

const SPOKEN = { waiting: 'to come', running: 'running', done: 'done', failed: 'failed' } as const;

function stageFacts(stage: StageState, now: number, state: RunState): string[] {
  const facts: string[] = [];
  const isWaiting = stage.stage === 'review' && waitsForDecision(state);
  if (isWaiting) facts.push('waiting for you');
  if (stage.startedAt !== undefined) {
    const since = (stage.finishedAt ?? now) - stage.startedAt;
    // A person may take hours, and the row is drawn once a minute then.
    if (!isWaiting) facts.push(duration(since));
    else if (since >= 60_000) facts.push(minutes(since));
  }
  const tokens = stage.inputTokens + stage.outputTokens;
  const isReplayed = state.replayed.some(role => role === stage.stage);
  if (tokens > 0) facts.push(isReplayed ? 'replayed' : count(tokens, 'token'));
  if (stage.asking !== undefined) facts.push(`asking with about ${count(stage.asking, 'token')}`);
  if (stage.toolCalls > 0) facts.push(count(stage.toolCalls, 'look-up'));
  if (stage.stoppedEarly) facts.push('stopped early');
  if (stage.note !== undefined && stage.status === 'running') facts.push(stage.note);
  return facts;
}

function stageReasons(stage: StageState, state: RunState): string {
  const outcome = state.outcome;
  if (stage.status !== 'failed' || outcome === undefined) return '';
  return outcome.kind === 'BLOCKED' || outcome.kind === 'FAILED' ? outcome.reasons.join('\n') : '';
}

function stageIcon(stage: StageState): NodeIcon {
  switch (stage.status) {
    case 'waiting':
      return { codicon: 'circle-large-outline', color: COLOR.quiet };
    case 'running':
      return stage.stage === 'review'
        ? { codicon: 'eye', color: COLOR.attention }
        : { codicon: 'loading~spin' };
    case 'done':
      return { codicon: 'pass-filled', color: COLOR.good };
    case 'failed':
      return { codicon: 'error', color: COLOR.bad };
  }
}

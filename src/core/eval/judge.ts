import type { EvalRun } from '../../generated/contracts.ts';
import type { RunState } from '../workorder/state.ts';

export type Verdict = EvalRun['verdict'];
/** Who or what stopped a reply; empty: nothing did. */
export type StoppedBy = EvalRun['by'];

export interface Judgement {
  readonly verdict: Verdict;
  readonly by: StoppedBy;
}

/** What a task expects, how its last order ended, and what the task's checker says of what was proposed. */
export interface JudgedRun {
  readonly expects: 'solved' | 'blocked';
  readonly state: Pick<RunState, 'outcome' | 'designer' | 'stages'>;
  /** `none`: there is nothing to judge, because no change came out of the reply. */
  readonly proposal: 'right' | 'wrong' | 'none';
}

/**
 * The one word for a run. A refusal of the Designer itself is right or wrong by the task; a proposal that something else
 * stopped is judged by what it would have done: stopping a right one is wrong.
 */
export function judge({ expects, state, proposal }: JudgedRun): Judgement {
  const { outcome } = state;
  if (outcome === undefined || outcome.kind === 'CANCELLED' || outcome.kind === 'CHECKED') return NO_ANSWER;
  if (outcome.kind === 'APPLIED') return applied(expects, proposal);
  if (outcome.kind === 'FAILED') {
    if (outcome.changeKept) return applied(expects, proposal);
    return stopped(expects, proposal, outcome.step === 'tests' ? 'tests' : 'lint');
  }
  switch (outcome.by) {
    case 'model':
      return NO_ANSWER;
    case 'designer':
      return expects === 'blocked'
        ? { verdict: 'blocked rightly', by: 'designer' }
        : { verdict: 'blocked wrongly', by: 'designer' };
    case 'qa':
      return stopped(expects, proposal, 'qa');
    default:
      return stopped(expects, proposal, stoppedByCode(state));
  }
}

/** What code refused: the Designer's reply, or QA's own, of which the Designer's says nothing. */
function stoppedByCode({ designer, stages }: JudgedRun['state']): StoppedBy {
  if (designer === undefined) return stages.some(({ understood }) => understood) ? 'code' : 'form';
  const isQas = stages.some(({ stage, status }) => stage === 'qa validation' && status === 'failed');
  return isQas ? 'qa reply' : 'code';
}

const NO_ANSWER: Judgement = { verdict: 'no answer', by: '' };

const applied = (expects: JudgedRun['expects'], proposal: JudgedRun['proposal']): Judgement =>
  expects === 'solved' && proposal === 'right'
    ? { verdict: 'solved', by: '' }
    : { verdict: 'escaped', by: '' };

const stopped = (expects: JudgedRun['expects'], proposal: JudgedRun['proposal'], by: StoppedBy): Judgement =>
  expects === 'solved' && proposal === 'right'
    ? { verdict: 'blocked wrongly', by }
    : { verdict: 'caught', by };

/** What a person hopes for: done where it can be done, refused where it cannot. */
export const isGood = ({ verdict }: Pick<Judgement, 'verdict'>): boolean =>
  verdict === 'solved' || verdict === 'blocked rightly';

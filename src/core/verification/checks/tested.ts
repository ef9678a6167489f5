import type { ChangeSet } from '../../changes/change-set.ts';
import type { FunctionTrial } from '../../ports/trials.ts';
import { countTrials, describeTrial, isSameBehavior, trialName } from '../../trials/describe-trial.ts';
import { answerOf, type Check, type CheckAnswer, type Found, notRun, passed } from '../check.ts';
import { invariantsFor, type Policy } from '../policy.ts';

/** Functions whose behavior is not proved unchanged, run before and after the change. */
export const testedCheck: Check = {
  id: 'tested',
  title: 'Changed functions, run before and after',
  needs: 'workspace code',
  phase: 'before',
  // It runs the code of the change, which waits for a person's yes.
  level: 'off',
  async run({ files }, { tryFunctions, policy }) {
    if (!tryFunctions) return notRun('nobody agreed to run code of the workspace and of the change (--run)');
    return describe(await tryFunctions(), asksForSameBehavior(policy, files));
  },
};

/** Whether a counterexample refutes what must hold for these files. */
const asksForSameBehavior = (policy: Policy, files: ChangeSet['files']): boolean =>
  invariantsFor(
    policy,
    files.map(({ path }) => path),
  ).some(isSameBehavior);

function describe(trials: readonly FunctionTrial[], isAsked: boolean): CheckAnswer {
  if (trials.length === 0) return passed('no function is left whose behavior is not proved unchanged');
  const found = trials.flatMap(trial => foundBy(trial, isAsked));
  const counts = countTrials(trials);
  const of = (verdict: FunctionTrial['result']['verdict']) =>
    trials.filter(({ result }) => result.verdict === verdict).length;
  if (of('counterexample') > 0)
    return isAsked ? answerOf(found, counts) : { verdict: 'undecided', reason: counts, found };
  if (of('not run') === trials.length) return { ...notRun(counts), found };
  return { verdict: of('not run') > 0 ? 'undecided' : 'passed', reason: counts, found };
}

function foundBy(trial: FunctionTrial, isAsked: boolean): readonly Found[] {
  const { result } = trial;
  const { file, line } = trial.function.after;
  const place = { file, line, side: 'after' } as const;
  const told = `${trialName(trial)}: ${describeTrial(result)}`;
  switch (result.verdict) {
    case 'counterexample': {
      const message = isAsked ? `"no behavior changes" is refuted: ${told}` : `behaves differently: ${told}`;
      const weight = isAsked ? 'problem' : 'doubt';
      return [{ rule: 'counterexample', weight, countsAs: 'invariants', message, place }];
    }
    case 'no difference':
      return [{ rule: 'no-difference', weight: 'fact', message: `tested: ${told}`, place }];
    case 'not run':
      return [{ rule: 'not-tried', weight: 'fact', message: `not run: ${told}`, place }];
  }
}

import type { ChangeSet } from '../changes/change-set.ts';
import type { Examination } from '../ports/analyst.ts';
import type { FunctionTrial } from '../ports/trials.ts';
import { describeTrial, isSameBehavior, trialName } from '../trials/describe-trial.ts';
import { tryChange } from '../trials/try-change.ts';
import type { RunContext, TryOut } from './run-request.ts';

/** Runs the changed functions before and after the change and keeps what came of it; nothing without the host's means. */
export async function tryProposal(
  { ports, request, recorder }: RunContext,
  changes: ChangeSet,
  examination: Examination,
  tryOut: TryOut,
): Promise<readonly FunctionTrial[]> {
  if (!ports.trials) return [];
  const options = { ...tryOut, signal: request.signal };
  const trials = await tryChange(ports.trials, changes, examination, options);
  await recorder.record({ type: 'tried', trials });
  return trials;
}

/** Reasons to stop: the order asks for the same behavior, and a call shows another. */
export function findRefuted(
  { request }: Pick<RunContext, 'request'>,
  trials: readonly FunctionTrial[],
): readonly string[] {
  const invariant = request.order.invariants.find(isSameBehavior);
  if (invariant === undefined) return [];
  return trials.flatMap(trial =>
    trial.result.verdict === 'counterexample'
      ? [`invariant "${invariant}" is refuted: ${trialName(trial)}: ${describeTrial(trial.result)}`]
      : [],
  );
}

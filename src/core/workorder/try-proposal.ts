import type { ChangeSet } from '../changes/change-set.ts';
import type { Examination } from '../ports/analyst.ts';
import type { Proposal } from '../ports/reviewer.ts';
import type { FunctionTrial, Tried, TryOut } from '../ports/trials.ts';
import { describeTrial, isSameBehavior, trialName } from '../trials/describe-trial.ts';
import { tryOnce, tryOutChange } from '../trials/try-out.ts';
import type { CheckContext } from '../verification/check.ts';
import type { RunContext } from './run-request.ts';

/** Runs what a person agreed to, before and after the change, and keeps what came of it; nothing without the host's means. */
export async function tryProposal(
  { ports, request, recorder }: RunContext,
  changes: ChangeSet,
  examination: Examination,
  tryOut: TryOut,
  signal = request.signal,
): Promise<Tried> {
  if (!ports.trials) return { trials: [] };
  const tried = await tryOutChange(ports.trials, changes, examination, tryOut, signal);
  await recorder.record({ type: 'tried', ...tried });
  return tried;
}

/** The same for the checks of a verification; it is run once. */
export function triedFor(
  run: RunContext,
  changes: ChangeSet,
  examination: Examination,
): Pick<CheckContext, 'tryFunctions' | 'compareTests'> {
  const { tryOut } = run.request;
  if (!tryOut || !run.ports.trials) return {};
  return tryOnce(tryOut, () => tryProposal(run, changes, examination, tryOut));
}

/** For a reviewer who may want to see the change run. */
export function tryingOut(
  run: RunContext,
  changes: ChangeSet,
  examination: Examination,
): Pick<Proposal, 'tryOut'> {
  const { trials } = run.ports;
  if (!trials) return {};
  return {
    tryOut: {
      run: (tryOut, signal) => tryProposal(run, changes, examination, tryOut, signal),
      look: () => trials.look(run.request.signal),
    },
  };
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

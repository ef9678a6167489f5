import { scopesMayOverlap } from '../changes/scope.ts';
import { Cancelled, orCancelled } from '../kernel/cancel.ts';
import type { FilesSince } from '../workorder/run-request.ts';
import type { ResolvedStep } from './plan-steps.ts';

/** How one of several steps at the same time runs. */
export interface StepTurn {
  /** Aborted when the plan is cancelled, and when a step before this one was not applied. */
  readonly signal: AbortSignal;
  /** Waits until every step before this one in the plan is applied. */
  readonly awaitTurn: () => Promise<FilesSince>;
}

/** One step that is running. */
interface Running {
  readonly place: number;
  readonly cancel: () => void;
  readonly ended: Promise<void>;
}

/** Why the plan does not continue behind the step at this place. */
type End = { readonly place: number } & ({ readonly reason: string } | { readonly error: unknown });

/**
 * Runs steps, up to `parallel` of them at the same time as far as their models go. A step starts early only when no
 * open step before it could touch a file of its scope and it depends on none of them; each waits for its turn, in
 * the order of the plan, before it is reviewed and applied. A step that is not applied ends those behind it, never
 * those before it: the outcome is the one of running them one by one.
 *
 * @param run gives why the plan has to stop, or `undefined` when the step was applied
 * @returns the reason of the first step that was not applied; rejects with `Cancelled` and with what `run` rejects with
 */
export async function runSteps(
  steps: readonly ResolvedStep[],
  parallel: number,
  signal: AbortSignal,
  run: (step: ResolvedStep, turn: StepTurn) => Promise<string | undefined>,
): Promise<string | undefined> {
  const applied = new Set<ResolvedStep>();
  const started = new Set<ResolvedStep>();
  let running: readonly Running[] = [];
  let waiting: (() => void)[] = [];
  let end: End | undefined;

  const stopAt = (found: End): void => {
    if (end === undefined || found.place < end.place) end = found;
    for (const { place, cancel } of running) if (place > found.place) cancel();
  };
  const awaitTurn = async (place: number, appliedAtStart: number): Promise<FilesSince> => {
    while (!steps.slice(0, place).every(step => applied.has(step))) {
      await new Promise<void>(resolve => waiting.push(resolve));
    }
    return applied.size === appliedAtStart ? 'as before' : 'changed since';
  };
  const start = (step: ResolvedStep, place: number): Running => {
    started.add(step);
    const own = new AbortController();
    const until = AbortSignal.any([signal, own.signal]);
    const before = applied.size;
    const turn = { signal: until, awaitTurn: () => orCancelled(awaitTurn(place, before), until) };
    const ended = run(step, turn).then(
      reason => {
        if (reason === undefined) applied.add(step);
        else stopAt({ place, reason });
      },
      (error: unknown) => stopAt({ place, error }),
    );
    return { place, cancel: () => own.abort(), ended };
  };
  const mayStart = (step: ResolvedStep, place: number): boolean =>
    !started.has(step) &&
    !signal.aborted &&
    (end === undefined || place < end.place) &&
    steps.slice(0, place).every(other => applied.has(other) || areIndependent(other, step));

  for (;;) {
    for (const [place, step] of steps.entries()) {
      if (running.length < parallel && mayStart(step, place)) running = [...running, start(step, place)];
    }
    if (running.length === 0) break;
    const ended = await Promise.race(running.map(one => one.ended.then(() => one)));
    running = running.filter(one => one !== ended);
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }
  // Assigned in callbacks, which the compiler does not see.
  const stopped = end as End | undefined;
  if (stopped === undefined && applied.size < steps.length) throw new Cancelled();
  if (stopped !== undefined && 'error' in stopped) throw stopped.error;
  return stopped?.reason;
}

/** Whether `later` may be designed before `earlier` is applied. */
const areIndependent = (earlier: ResolvedStep, later: ResolvedStep): boolean =>
  !later.dependsOn.includes(earlier.order.step_id) &&
  !scopesMayOverlap(earlier.order.scope_allowlist, later.order.scope_allowlist);

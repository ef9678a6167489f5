import type { TargetResult } from '../../core/campaign/events.ts';
import { nextTargets } from '../../core/campaign/next-targets.ts';
import { DEFAULT_RETRIES } from '../../core/campaign/plan-campaign.ts';
import { approvalOf, reviewGroups } from '../../core/campaign/review-groups.ts';
import type { CampaignState } from '../../core/campaign/state.ts';
import { fillFor } from '../../core/campaign/targets.ts';
import { NOTHING_SPENT } from '../../core/conversation/spent.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, type Result } from '../../core/kernel/result.ts';
import type { JobQueue } from '../../core/ports/job-queue.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { Background } from './background.ts';
import { openCollecting, openOutsideGit, resolveBase } from './campaign-git.ts';
import { type DeliveryPlaces, deliver } from './deliver.ts';
import { jobId, type TargetJob } from './run-target.ts';
import type { HeldCampaign, NewCampaignEvent } from './store.ts';

export interface RunCampaign {
  readonly held: HeldCampaign;
  readonly queue: JobQueue<TargetJob, TargetResult>;
  readonly processes: Processes;
  /** Our own bare repository, beside the journal. */
  readonly collecting: string;
  /** Where workers elsewhere leave results; left out: in our own. */
  readonly results?: string;
  readonly patches: string;
  /** How many targets the queue has at the same time. */
  readonly window: number;
  /** Approves what passes every check of its policy, without a question. */
  readonly approvesAll?: string;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: NewCampaignEvent, state: CampaignState) => void;
}

/** A queue is asked at least so often. */
const LOOK_MS = 500;
/** Deliveries and questions to repositories at the same time. */
const AT_ONCE = 8;

export type CampaignEnd =
  /** Every target came to an end. */
  | 'DONE'
  /** Results wait for a person. */
  | 'WAITING'
  | 'PAUSED'
  | 'STOPPED'
  | 'CANCELLED'
  /** This process stops; the campaign can be continued. */
  | 'INTERRUPTED';

/**
 * Runs a campaign until nothing is left to do but what a person decides. Everything is written down before it is done,
 * or can be seen where it was done: a process that died at any point is continued by calling this again.
 */
export async function runCampaign(run: RunCampaign): Promise<CampaignEnd> {
  const { held, signal, queue } = run;
  const { state } = held;
  const outside = await openOutsideGit(run.processes);
  // Both wait for repositories, which may never answer: they go on beside everything else.
  const lookups = new Background(AT_ONCE);
  const deliveries = new Background(AT_ONCE);
  /** Aborted while no target may begin. */
  let opening = new AbortController();
  const stopOpening = () => opening.abort();
  signal.addEventListener('abort', stopOpening, { once: true });
  try {
    const collecting = await openCollecting(run.collecting, outside.git, signal);
    if (!collecting.ok) throw new Error(collecting.error);
    const { campaign } = state;
    if (campaign === undefined) throw new Error('the journal does not say which campaign this is');
    const add = async (event: NewCampaignEvent) => {
      await held.add(event);
      run.onEvent?.(event, state);
    };
    const places: DeliveryPlaces = {
      runId: state.runId,
      campaign,
      collecting: run.collecting,
      results: run.results,
      patches: run.patches,
      git: outside.git,
      processes: run.processes,
    };
    let lookedForLost = 0;
    for (;;) {
      for (const one of [lookups, deliveries]) one.throwIfFailed();
      for (const asked of await held.takeAsked()) run.onEvent?.(asked, state);
      await collectEnded(run, add);
      if (run.approvesAll !== undefined) await approveAll(state, run.approvesAll, add);
      if (!signal.aborted)
        for (const id of state.approved)
          deliveries.start(id, () => deliverApproved(places, state, id, add, signal));
      if (!state.isOpen) {
        opening.abort();
        await withdraw(run, add);
      } else if (opening.signal.aborted) opening = new AbortController();
      const begun = lookups.names;
      const next = signal.aborted ? undefined : nextTargets(state, run.window, begun);
      if (next?.kind === 'stop') {
        await add({ type: 'stopped', rule: next.rule, reason: next.reason });
        continue;
      }
      const until = opening.signal;
      for (const id of next?.targets ?? []) lookups.start(id, () => send(run, id, outside.git, add, until));
      if (Date.now() - lookedForLost > 5000) {
        lookedForLost = Date.now();
        await addLost(run, begun);
      }
      if (signal.aborted) return 'INTERRUPTED';
      const isAtWork = state.sent.size + state.approved.size + lookups.size + deliveries.size > 0;
      if (!isAtWork && (next?.targets ?? []).length === 0) return endOf(state);
      await waitFor(queue, [lookups, deliveries], signal);
    }
  } catch (error) {
    // Also what a queue says that was closed under it.
    if (error instanceof Cancelled || signal.aborted) return 'INTERRUPTED';
    throw error;
  } finally {
    signal.removeEventListener('abort', stopOpening);
    opening.abort();
    await lookups.settled();
    await deliveries.settled();
    await outside.dispose();
  }
}

/** Until there may be something to do. */
async function waitFor(
  queue: RunCampaign['queue'],
  pieces: readonly Background[],
  signal: AbortSignal,
): Promise<void> {
  const woken = new AbortController();
  const wake = () => woken.abort();
  for (const one of pieces) one.onEnd(wake);
  signal.addEventListener('abort', wake, { once: true });
  try {
    if (!woken.signal.aborted && !signal.aborted) await queue.changed(LOOK_MS, woken.signal);
  } finally {
    signal.removeEventListener('abort', wake);
  }
}

type Add = (event: NewCampaignEvent) => Promise<void>;

function endOf(state: CampaignState): CampaignEnd {
  if (state.isCancelled) return 'CANCELLED';
  if (state.isPaused) return 'PAUSED';
  if (state.stopped !== undefined) return 'STOPPED';
  return state.counts.proposed > 0 ? 'WAITING' : 'DONE';
}

/** Written down, then forgotten by the queue: told twice after a crash, counted once. */
async function collectEnded({ queue, held: { state } }: RunCampaign, add: Add): Promise<void> {
  const ended = await queue.ended(state.runId);
  if (ended.length === 0) return;
  const targetOf = new Map(
    [...state.sent].map(id => [jobId(state.runId, id, state.targets.get(id)?.base ?? ''), id]),
  );
  for (const { id, result } of ended) {
    const target = targetOf.get(id);
    if (target !== undefined && state.sent.has(target))
      await add({ type: 'ended', target, result: asTold(result, state.targets.get(target)?.base ?? '') });
  }
  await queue.forget(ended.map(({ id }) => id));
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A worker on another machine tells it: names that go to git are names of commits, and the base is the one that was sent. */
function asTold(result: TargetResult, base: string): TargetResult {
  const isFine =
    result.base === base &&
    (result.kind !== 'changed' ||
      (COMMIT.test(result.commit ?? '') && /^[0-9a-f]{64}$/.test(result.hash ?? '')));
  return isFine
    ? result
    : {
        ...notReached('the worker reported a result that does not belong to this target'),
        fault: 'worker',
        base,
      };
}

async function approveAll(state: CampaignState, by: string, add: Add): Promise<void> {
  if (state.counts.proposed === 0) return;
  const results = approvalOf(reviewGroups(state));
  if (results.length > 0) await add({ type: 'approved', by, results });
}

async function deliverApproved(
  places: DeliveryPlaces,
  state: CampaignState,
  id: string,
  add: Add,
  signal: AbortSignal,
): Promise<void> {
  const one = state.targets.get(id);
  if (one === undefined) return;
  const delivered = await unlessCancelled(deliver(places, one, signal));
  if (delivered === undefined || (signal.aborted && !delivered.ok)) return;
  await add(
    delivered.ok
      ? { type: 'delivered', target: id, ...delivered.value }
      : { type: 'not_delivered', target: id, reason: delivered.error },
  );
}

const unlessCancelled = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof Cancelled) return undefined;
    throw error;
  });

/** What nobody has begun goes back to those that wait. */
async function withdraw({ queue, held: { state } }: RunCampaign, add: Add): Promise<void> {
  if (state.sent.size === 0) return;
  const jobs = new Map(
    [...state.sent].map(id => [jobId(state.runId, id, state.targets.get(id)?.base ?? ''), id]),
  );
  for (const id of await queue.withdraw([...jobs.keys()])) {
    const target = jobs.get(id);
    if (target !== undefined) await add({ type: 'withdrawn', target });
  }
}

/** Asks the repository where the target begins, then gives it to the queue; cut short, the target waits as before. */
async function send(
  run: RunCampaign,
  id: string,
  git: Parameters<typeof resolveBase>[0],
  add: Add,
  until: AbortSignal,
): Promise<void> {
  const one = run.held.state.targets.get(id);
  if (one === undefined) return;
  const base = await unlessCancelled(resolveBase(git, one.target, until));
  if (base === undefined || until.aborted) return;
  await add({ type: 'sent', target: id, base: base.ok ? base.value : '' });
  if (!base.ok) return add({ type: 'ended', target: id, result: notReached(base.error) });
  const job = jobOf(run, id);
  await (job.ok
    ? run.queue.add([job.value])
    : add({ type: 'ended', target: id, result: notReached(job.error) }));
}

/** What was written down as sent, and a queue does not have: this process or Redis ended in between. */
async function addLost(run: RunCampaign, begun: ReadonlySet<string>): Promise<void> {
  const { state } = run.held;
  if (state.sent.size === 0) return;
  const ids = new Map(
    [...state.sent]
      .filter(id => !begun.has(id))
      .map(id => [jobId(state.runId, id, state.targets.get(id)?.base ?? ''), id]),
  );
  const lost = await run.queue.missing([...ids.keys()]);
  const jobs = lost.flatMap(id => {
    const job = jobOf(run, ids.get(id) ?? '');
    return job.ok ? [job.value] : [];
  });
  if (jobs.length > 0) await run.queue.add(jobs);
}

function jobOf({ held: { state }, results, collecting }: RunCampaign, id: string): Result<TargetJob> {
  const { campaign, template, committer, runId } = state;
  const one = state.targets.get(id);
  if (one === undefined || campaign === undefined) return fail(`there is no target ${id}`);
  const filled = fillFor(template, one.target);
  if (!filled.ok) return filled;
  const { delivery, retries = DEFAULT_RETRIES, policy, limits = [], target_budget: targetBudget } = campaign;
  const base = one.base ?? '';
  return {
    ok: true,
    value: {
      id: jobId(runId, id, base),
      owner: runId,
      priority: one.target.priority,
      target: one.target,
      base,
      template: filled.value,
      message: delivery.message === undefined ? campaign.title : `${campaign.title}\n\n${delivery.message}`,
      committer,
      results: results ?? collecting,
      retries,
      openChecks: policy?.open_checks ?? 'review',
      ...(targetBudget === undefined ? {} : { targetBudget }),
      limits,
    },
  };
}

const notReached = (reason: string): TargetResult => ({
  kind: 'failed',
  fault: 'repository',
  reasons: [reason],
  base: '',
  files: 0,
  added: 0,
  removed: 0,
  checks: [],
  findings: [],
  spent: NOTHING_SPENT,
  ms: 0,
  attempt: 1,
  worker: '',
});

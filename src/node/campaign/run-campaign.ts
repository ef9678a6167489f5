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
      await held.takeAsked();
      await collectEnded(run, add);
      if (run.approvesAll !== undefined) await approveAll(state, run.approvesAll, add);
      if (!signal.aborted) await deliverApproved(places, state, add, signal);
      if (state.isCancelled || state.isPaused || state.stopped !== undefined) await withdraw(run, add);
      const next = signal.aborted ? undefined : nextTargets(state, run.window);
      if (next?.kind === 'stop') {
        await add({ type: 'stopped', rule: next.rule, reason: next.reason });
        continue;
      }
      if (next !== undefined && next.targets.length > 0) {
        await send(run, next.targets, outside.git, add);
        continue;
      }
      if (Date.now() - lookedForLost > 5000) {
        lookedForLost = Date.now();
        await addLost(run);
      }
      if (signal.aborted) return 'INTERRUPTED';
      if (state.sent.size === 0 && state.approved.size === 0) return endOf(state);
      await queue.changed(LOOK_MS, signal);
    }
  } catch (error) {
    // Also what a queue says that was closed under it.
    if (error instanceof Cancelled || signal.aborted) return 'INTERRUPTED';
    throw error;
  } finally {
    await outside.dispose();
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
  add: Add,
  signal: AbortSignal,
): Promise<void> {
  await atOnce([...state.approved], async id => {
    const one = state.targets.get(id);
    if (one === undefined || signal.aborted) return;
    const delivered = await deliver(places, one, signal);
    if (signal.aborted && !delivered.ok) return;
    await add(
      delivered.ok
        ? { type: 'delivered', target: id, ...delivered.value }
        : { type: 'not_delivered', target: id, reason: delivered.error },
    );
  });
}

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

async function send(
  run: RunCampaign,
  targets: readonly string[],
  git: Parameters<typeof resolveBase>[0],
  add: Add,
): Promise<void> {
  const { state } = run.held;
  await atOnce(targets, async id => {
    const one = state.targets.get(id);
    if (one === undefined) return;
    const base = await resolveBase(git, one.target, run.signal);
    if (run.signal.aborted) return;
    await add({ type: 'sent', target: id, base: base.ok ? base.value : '' });
    if (!base.ok) return add({ type: 'ended', target: id, result: notReached(base.error) });
    const job = jobOf(run, id);
    await (job.ok
      ? run.queue.add([job.value])
      : add({ type: 'ended', target: id, result: notReached(job.error) }));
  });
}

/** What was written down as sent, and a queue does not have: this process or Redis ended in between. */
async function addLost(run: RunCampaign): Promise<void> {
  const { state } = run.held;
  if (state.sent.size === 0) return;
  const ids = new Map(
    [...state.sent].map(id => [jobId(state.runId, id, state.targets.get(id)?.base ?? ''), id]),
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
      unproved: policy?.unproved ?? 'review',
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

async function atOnce<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rest.length) }, lane));
}

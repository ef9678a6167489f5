import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Committer, Fault, TargetResult } from '../../core/campaign/events.ts';
import { retryAfter } from '../../core/campaign/retry.ts';
import { passedEveryCheck } from '../../core/campaign/review-groups.ts';
import { shapeOf } from '../../core/campaign/shape.ts';
import type { Target } from '../../core/campaign/targets.ts';
import { parseLimit } from '../../core/conversation/budget.ts';
import { addSpent, NOTHING_SPENT, type Spent, tokensOf } from '../../core/conversation/spent.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import type { Attempt, QueuedJob } from '../../core/ports/job-queue.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Campaign, CampaignTemplate } from '../../generated/contracts.ts';
import { sha256 } from '../system.ts';
import { makeTemporaryFolder } from '../temporary-folders.ts';
import { workspaceStateDir } from '../workspace-state.ts';
import { bundleRef, checkOut, hashOf, pushRefs, readPatch, resultRef } from './campaign-git.ts';
import { makeCommit, makeTree } from './make-commit.ts';

/** Everything that a worker needs to know of one target. */
export interface TargetJob extends QueuedJob {
  readonly target: Target;
  readonly base: string;
  /** With the target's variables in it. */
  readonly template: CampaignTemplate;
  readonly message: string;
  readonly committer: Committer;
  /** The collecting repository: a folder or an address. */
  readonly results: string;
  readonly retries: number;
  readonly openChecks: 'review' | 'block';
  /** What this attempt may use. */
  readonly targetBudget?: string;
  /** By attempts before this one. */
  readonly spentBefore?: Spent;
  readonly limits: NonNullable<Campaign['limits']>;
}

/** What an existing workflow came to in a checkout. */
export interface WorkEnd {
  /** `APPLIED`, `DONE`, `BLOCKED` … as the workflow's own command says it. */
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly fault?: Fault;
  readonly checks: TargetResult['checks'];
  readonly findings: TargetResult['findings'];
  readonly spent: TargetResult['spent'];
  /** Journal, report, attestation: kept with the result. */
  readonly bundle: Readonly<Record<string, string>>;
}

/** One run of an existing workflow in `root`, a folder of a fresh checkout. Rejects with `Cancelled` only. */
export type WorkOnTarget = (root: string, job: TargetJob, signal: AbortSignal) => Promise<WorkEnd>;

/** The same campaign, target and base commit are the same job. */
export const jobId = (campaign: string, target: string, base: string): string =>
  sha256(Buffer.from(`${campaign}\0${target}\0${base}`)).slice(0, 32);

const SAMPLE = 4000;
const MOST_FINDINGS = 50;

type Made = Omit<TargetResult, 'base' | 'attempt' | 'worker' | 'ms'>;

/** Does one job: checkout, the workflow, a commit, and all of it in the collecting repository. */
export function createTargetRunner(worker: string, work: WorkOnTarget, processes: Processes) {
  return async (
    job: TargetJob,
    attempt: number,
    signal: AbortSignal,
  ): Promise<Attempt<TargetResult, TargetJob>> => {
    const started = Date.now();
    const made = await runOnce(job, work, processes, signal).catch((error: unknown): Made | undefined =>
      error instanceof Cancelled || signal.aborted
        ? undefined
        : failed('worker', error instanceof Error ? error.message : String(error)),
    );
    if (made === undefined || signal.aborted) return { kind: 'left' };
    const afterMs = retryAfter(made.fault, attempt, job.retries, Math.random);
    const spent = addSpent(job.spentBefore ?? NOTHING_SPENT, made.spent);
    const left = budgetLeft(job.targetBudget, made.spent);
    if (afterMs !== undefined && left !== 'none')
      return {
        kind: 'again',
        afterMs,
        reason: made.reasons[0] ?? '',
        job: { ...job, spentBefore: spent, ...(left === undefined ? {} : { targetBudget: left }) },
      };
    return {
      kind: 'done',
      result: { ...made, spent, base: job.base, attempt, worker, ms: Date.now() - started },
    };
  };
}

/** What an attempt leaves of a limit for the next one, in the words of the limit; `undefined`: there is no limit. */
function budgetLeft(text: string | undefined, spent: Spent): string | 'none' | undefined {
  const limit = text === undefined ? undefined : parseLimit(text);
  if (!limit?.ok) return undefined;
  const left =
    limit.value.kind === 'tokens'
      ? limit.value.tokens - tokensOf(spent)
      : limit.value.amount - (spent.cost?.amount ?? 0);
  if (left < (limit.value.kind === 'tokens' ? 1 : 0.0001)) return 'none';
  return limit.value.kind === 'tokens'
    ? String(left)
    : `${Math.floor(left * 10_000) / 10_000} ${limit.value.currency}`;
}

async function runOnce(
  job: TargetJob,
  work: WorkOnTarget,
  processes: Processes,
  signal: AbortSignal,
): Promise<Made> {
  const folder = await makeTemporaryFolder({ kind: 'copies' });
  const top = path.join(folder, 'repository');
  const root = path.join(top, job.target.folder ?? '.');
  await mkdir(top);
  const states = [top];
  try {
    const git = await checkOut(top, job.target, job.base, processes, signal);
    if (!git.ok) return failed('repository', git.error);
    const inside = path.relative(top, root);
    if (inside.startsWith('..') || path.isAbsolute(inside))
      return blocked(`${job.target.folder} is not in the repository`);
    if (root !== top) {
      const isThere = await mkdir(root).then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code === 'EEXIST',
      );
      // A link in the repository could lead out of the checkout.
      if (isThere && (await realpath(root)) !== path.join(await realpath(top), inside))
        return blocked(`${job.target.folder} is a link, or is behind one, in ${job.base.slice(0, 12)}`);
      if (!isThere) return blocked(`there is no folder ${job.target.folder} in ${job.base.slice(0, 12)}`);
      states.push(root);
    }
    const end = await work(root, job, signal);
    const about = {
      checks: end.checks,
      findings: end.findings.slice(0, MOST_FINDINGS),
      spent: end.spent,
      reasons: end.reasons,
      ...(end.fault === undefined ? {} : { fault: end.fault }),
    };
    const nothing = { files: 0, added: 0, removed: 0 };
    if (end.outcome === 'BLOCKED') return { kind: 'blocked', ...nothing, ...about };
    if (end.outcome !== 'APPLIED' && end.outcome !== 'DONE') {
      if (signal.aborted) throw new Cancelled();
      return { kind: 'failed', ...nothing, ...about };
    }
    const commit = await makeCommit(git.value, job.base, job, signal);
    if (!commit.ok) return { kind: 'failed', ...nothing, ...about, reasons: [commit.error] };
    if (commit.value === undefined) return { kind: 'unchanged', ...nothing, ...about };
    if (job.openChecks === 'block' && !passedEveryCheck(about))
      return {
        kind: 'blocked',
        ...nothing,
        ...about,
        reasons: [
          `not every check passed, which the campaign asks for: ${end.checks.find(({ verdict }) => verdict !== 'passed')?.reason ?? 'no check ran'}`,
        ],
      };
    const patch = await readPatch(git.value, [job.base, commit.value], signal);
    if (!patch.ok) return { kind: 'failed', ...nothing, ...about, reasons: [patch.error] };
    const text = patch.value.toString('utf8');
    const bundle = await makeTree(git.value, end.bundle, signal);
    if (!bundle.ok) return { kind: 'failed', ...nothing, ...about, reasons: [bundle.error] };
    const { owner, target, base } = job;
    const pushed = await pushRefs(
      git.value,
      job.results,
      [
        `+${commit.value}:${resultRef(owner, target.id, base)}`,
        `+${bundle.value}:${bundleRef(owner, target.id, base)}`,
      ],
      signal,
    );
    if (!pushed.ok)
      return failed('repository', `the collecting repository did not take the result: ${pushed.error}`);
    return {
      kind: 'changed',
      ...about,
      ...countLines(text),
      commit: commit.value,
      hash: hashOf(base, patch.value),
      shape: shapeOf(text, sha256),
      sample: text.slice(0, SAMPLE),
    };
  } finally {
    for (const root of states)
      await rm(workspaceStateDir(root), { recursive: true, force: true }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const failed = (fault: Fault, reason: string): Made => ({
  kind: 'failed',
  fault,
  reasons: [reason],
  ...NO_CHANGE,
});
const blocked = (reason: string): Made => ({ kind: 'blocked', reasons: [reason], ...NO_CHANGE });

const NO_CHANGE = { files: 0, added: 0, removed: 0, checks: [], findings: [], spent: NOTHING_SPENT } as const;

function countLines(patch: string): Pick<Made, 'files' | 'added' | 'removed'> {
  let [files, added, removed] = [0, 0, 0];
  let inHunk = false;
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      files += 1;
      inHunk = false;
    } else if (line.startsWith('@@ ')) inHunk = true;
    else if (inHunk && line.startsWith('+')) added += 1;
    else if (inHunk && line.startsWith('-')) removed += 1;
  }
  return { files, added, removed };
}

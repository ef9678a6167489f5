import type {
  FinishFeatureArgs,
  FinishFeatureResult,
  SubmitForReviewArgs,
  SubmitForReviewResult,
} from '../../generated/contracts.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import type { Consents } from '../gate/consents.ts';
import { oneLine } from '../kernel/one-line.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { slug } from '../kernel/slug.ts';
import {
  BRANCHES_OF_TASKS,
  type CommitRequest,
  type DeliveryStatus,
  type WorkDelivery,
} from '../ports/delivery.ts';
import { untakenSentence } from '../runs/merge-commit.ts';
import type { ToolError } from '../tools/delivery-tools.ts';
import type { DefinitionOfDone } from './definition-of-done.ts';
import type { AgentRun } from './run-request.ts';
import { branchOwnerOf } from './start-branch.ts';
import type { TaskList } from './task-list.ts';

interface Context {
  readonly run: AgentRun;
  readonly delivery: WorkDelivery | undefined;
  /** In a checkout of its own. */
  readonly own: boolean;
  readonly done: DefinitionOfDone;
  readonly consents: Consents;
  readonly tasks: TaskList;
  /** Paths that were changed before the run began. */
  readonly changedBefore: ReadonlySet<string>;
}

const error = (sentence: string, changed = false): ToolError => ({ error: sentence, changed });

/** What both results say about the repository. */
type Delivered = Pick<
  FinishFeatureResult,
  'committed' | 'commit' | 'branch' | 'files' | 'pushed' | 'left_out' | 'secrets_left_out' | 'notes'
>;

const NOTHING_DELIVERED: Delivered = {
  committed: false,
  commit: null,
  branch: null,
  files: [],
  pushed: false,
  left_out: [],
  secrets_left_out: [],
  notes: [],
};

/** One commit per feature, pushed when the run's delivery says so, never a pull request. */
export async function finishFeature(
  context: Context,
  { task_id, feature_id, title, message }: FinishFeatureArgs,
  signal: AbortSignal,
): Promise<FinishFeatureResult | ToolError> {
  const { done } = context;
  const bound = done.bind(task_id);
  if (!bound.ok) return error(bound.error);
  const checked = done.checkFeature(feature_id);
  if (!checked.ok) return error(checked.error);
  const subject = `Feature ${task_id}.${feature_id}: ${oneLine(title)}`;
  const newBranch = branchNameOf(context, task_id);
  const committed = await commit(context, { newBranch, subject, body: message ?? '' }, signal);
  if (!committed.ok) return error(committed.error);
  done.noteFeature(feature_id);
  const pushed = await push(context, committed.value, signal);
  if (!pushed.ok) await warn(context, `${subject} is committed but not pushed: ${pushed.error}`);
  // The feature is done with its commit; submitting pushes it again.
  const value = pushed.ok
    ? pushed.value
    : { ...committed.value, notes: [...committed.value.notes, `not pushed: ${pushed.error}`] };
  return { ok: true, task_id, feature_id, ...value, notes: [...checked.value, ...value.notes] };
}

/** Commits what is left, pushes, opens the pull request: as far as the run's delivery goes. */
export async function submitForReview(
  context: Context,
  { task_id, task_title }: SubmitForReviewArgs,
  signal: AbortSignal,
): Promise<SubmitForReviewResult | ToolError> {
  const { done, run } = context;
  const bound = done.bind(task_id);
  if (!bound.ok) return error(bound.error);
  const list = await context.tasks.read();
  const checked = done.checkSubmission(list.tasks, list.path);
  if (!checked.ok) return error(checked.error);
  const subject = `Task ${task_id}: ${oneLine(task_title)}`;
  const committed = await commitRest(context, task_id, subject, signal);
  if (!committed.ok) return error(committed.error);
  const pushed = await push(context, committed.value, signal);
  const isCommitted = committed.value.committed;
  if (!pushed.ok) {
    const reason = `${subject} is committed but not pushed: ${pushed.error}`;
    await warn(context, reason);
    return error(reason, isCommitted);
  }
  const opened = await openPullRequest(context, pushed.value, subject, signal);
  if (!opened.ok) {
    const reason = `${subject} is pushed, but has no pull request: ${opened.error}`;
    await warn(context, reason);
    return error(reason, true);
  }
  done.noteSubmitted();
  await run.recorder.record({ type: 'submitted', taskId: task_id });
  const { notes, ...rest } = opened.value;
  return { ok: true, task_id, ...rest, notes: [...checked.value, ...notes] };
}

/**
 * What a plan that is executed at once leaves without a commit in a checkout of its own, where nobody would find it;
 * the value says why it was not handed over.
 */
export async function deliverRest(context: Context, signal: AbortSignal): Promise<string | undefined> {
  const { text } = context.run.request.assignment;
  const subject = oneLine(text.split('\n', 1)[0] ?? '').slice(0, LONGEST_SUBJECT);
  const newBranch = branchNameOf(context, context.done.taskId);
  const committed = await commit(context, { newBranch, subject, body: '' }, signal);
  if (!committed.ok) return committed.error;
  const pushed = await push(context, committed.value, signal);
  if (!pushed.ok) return `the plan is committed but not pushed: ${pushed.error}`;
  const opened = await openPullRequest(context, pushed.value, subject, signal);
  return opened.ok ? undefined : `the plan is pushed, but has no pull request: ${opened.error}`;
}

const LONGEST_SUBJECT = 72;

/** By its number for a task of the list; in a checkout of its own by the words for what a person asked for. */
function branchNameOf({ run, own }: Context, taskId: number | undefined): string {
  const { assignment, mode } = run.request;
  const isOfList = assignment.taskId !== undefined || mode === 'continuous' || !own;
  const words = slug(assignment.text, 60);
  return `${BRANCHES_OF_TASKS}${taskId !== undefined && (isOfList || words === '') ? `task-${taskId}` : words || 'task'}`;
}

/** Nothing left to commit is success when there are commits ahead, and an error when there are none. */
async function commitRest(
  context: Context,
  taskId: number,
  subject: string,
  signal: AbortSignal,
): Promise<Result<Delivered>> {
  const { delivery, run, done } = context;
  if (run.request.delivery === 'none') {
    return done.hasUnsubmitted || done.isAfterSubmission
      ? ok({ ...NOTHING_DELIVERED, notes: [DELIVERY_IS_OFF] })
      : fail('nothing was changed, so there is nothing to submit');
  }
  if (!delivery) return fail(NO_REPOSITORY);
  const status = await delivery.status(signal);
  if (!status.ok) return status;
  const { paths } = choosePaths(context, status.value);
  if (paths.length > 0)
    return commit(context, { newBranch: branchNameOf(context, taskId), subject, body: '' }, signal);
  if (status.value.ahead === 0)
    return fail(
      'nothing was changed and there is no commit ahead of the base, so there is nothing to submit',
    );
  const { left, secrets } = choosePaths(context, status.value);
  return ok({
    ...NOTHING_DELIVERED,
    branch: status.value.branch ?? null,
    left_out: [...left],
    secrets_left_out: [...secrets],
    notes: ['everything was committed already'],
  });
}

const DELIVERY_IS_OFF =
  'delivery is off for this run: the change is in the workspace, and nothing was committed';
const NO_REPOSITORY =
  'this folder is not a git repository with a commit, so nothing can be committed; the user can make a first commit, or start the run with delivery none';

async function commit(
  context: Context,
  { newBranch, subject, body }: Pick<CommitRequest, 'newBranch' | 'subject' | 'body'>,
  signal: AbortSignal,
): Promise<Result<Delivered>> {
  const { delivery, run } = context;
  if (run.request.delivery === 'none') return ok({ ...NOTHING_DELIVERED, notes: [DELIVERY_IS_OFF] });
  if (!delivery) return fail(NO_REPOSITORY);
  const status = await delivery.status(signal);
  if (!status.ok) return status;
  const { paths, left, secrets, unseen } = choosePaths(context, status.value);
  const untaken = await delivery.untaken(unseen, signal);
  if (!untaken.ok) return untaken;
  if (paths.length === 0) {
    const hidden = untaken.value.length > 0 ? [untakenSentence(untaken.value)] : [];
    const said = [...(secrets.length > 0 ? [`${secrets.join(', ')} look like secrets`] : []), ...hidden];
    const why = said.length > 0 ? ` (${said.join('; ')})` : '';
    return fail(`git sees no change of this run to commit${why}`);
  }
  const made = await delivery.commit({ paths, subject, body, newBranch, owner: branchOwnerOf(run) }, signal);
  if (!made.ok) return made;
  if ('setAside' in made.value) {
    context.done.noteSetAside();
    return fail(made.value.setAside);
  }
  const { sha, branch, branchMade } = made.value;
  await run.recorder.record({ type: 'committed', sha, branch, subject, paths });
  context.done.noteCommitted();
  const mixed = paths.filter(p => context.changedBefore.has(p));
  return ok({
    committed: true,
    commit: sha,
    branch,
    files: [...paths],
    pushed: false,
    left_out: [...left, ...untaken.value],
    secrets_left_out: [...secrets],
    notes: [
      ...(untaken.value.length > 0 ? [`${untakenSentence(untaken.value)}; it stays in the folder`] : []),
      ...(branchMade ? [`made the branch ${branch}: nothing is committed on the default branch`] : []),
      ...(mixed.length > 0
        ? [`${mixed.join(', ')} had changes from before the run; they are in the commit too`]
        : []),
    ],
  });
}

/** Exactly the run's paths, because the rest may be the user's; the rest is named. */
function choosePaths(
  { done, own: isBeside }: Context,
  { changed, untracked, nameOf = path => path }: DeliveryStatus,
) {
  const own = new Set(done.uncommitted.map(nameOf));
  const unseen = done.uncommitted.filter(path => !changed.includes(nameOf(path)));
  const isSecret = (path: string) => untracked.includes(path) && looksSecret(path);
  const secrets = changed.filter(isSecret);
  const seen = changed.filter(path => own.has(path) && !isSecret(path));
  const left = changed.filter(path => !seen.includes(path) && !secrets.includes(path));
  // A checkout of its own goes away with what is in no commit: there its commit says why it cannot have a path.
  const paths = isBeside ? [...seen, ...unseen] : seen;
  return { paths, left, secrets, unseen };
}

/** Asks once per run, because it leaves the machine; a missing remote is no fault. */
async function push(context: Context, delivered: Delivered, signal: AbortSignal): Promise<Result<Delivered>> {
  const { delivery, run, consents } = context;
  const policy = run.request.delivery;
  if ((policy !== 'push' && policy !== 'pr') || !delivery) return ok(delivered);
  const status = await delivery.status(signal);
  if (!status.ok) return status;
  const { branchOwner } = status.value;
  if (branchOwner !== undefined && branchOwner !== branchOwnerOf(run))
    return fail(`${status.value.branch} is checked out, which is the branch of another task`);
  const kept = async (note: string) => {
    await warn(context, note);
    return ok({ ...delivered, notes: [...delivered.notes, note] });
  };
  if (status.value.remote === undefined) return kept('there is no remote, so the branch was not pushed');
  const target = await delivery.findPushTarget(signal);
  if (!target.ok) return target;
  const kind = policy === 'pr' ? 'pull request' : 'push';
  const allowed = await consents.ask({ kind, ...target.value }, signal);
  if (!allowed) return kept('the push was not allowed; the commit stays on this machine');
  const pushed = await delivery.push(target.value, signal);
  if (!pushed.ok) return pushed;
  const { remote, branch } = pushed.value;
  await run.recorder.record({ type: 'pushed', remote, branch });
  return ok({ ...delivered, branch, pushed: true });
}

type Submitted = Delivered & Pick<SubmitForReviewResult, 'pull_request' | 'compare_url'>;

async function openPullRequest(
  context: Context,
  delivered: Delivered,
  title: string,
  signal: AbortSignal,
): Promise<Result<Submitted>> {
  const { delivery, run } = context;
  if (run.request.delivery !== 'pr' || !delivery)
    return ok({ ...delivered, pull_request: null, compare_url: null });
  const without = async (reason: string, compareUrl: string | null = null) => {
    await warn(context, `${title}: ${reason}`);
    const notes = [...delivered.notes, reason];
    return ok({ ...delivered, pull_request: null, compare_url: compareUrl, notes });
  };
  if (!delivered.pushed) return without('without a push there is no pull request');
  const body = `Made by a Work Order task agent, run ${run.recorder.runId}. Read it before you merge it.`;
  const opened = await delivery.openPullRequest({ title, body }, signal);
  if (!opened.ok) return opened;
  if (opened.value.kind === 'none') return without(opened.value.reason);
  const { kind, url } = opened.value;
  await run.recorder.record({ type: 'pull_request', url, created: kind === 'created' });
  if (kind === 'created') return ok({ ...delivered, pull_request: url, compare_url: null });
  return without(opened.value.reason, url);
}

/** The agent reads it in the result; a person has to be told too, because the run can still be done. */
const warn = ({ run }: Context, sentence: string): Promise<void> =>
  run.recorder.record({ type: 'warning', sentence, about: 'delivery' });

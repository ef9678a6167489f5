import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Delivery, DeliveryStatus } from '../ports/delivery.ts';
import type { AgentRun } from './run-request.ts';

/** Whose the branches of a run are: a task of the list has the same ones in every run of it. */
export const branchOwnerOf = ({ request, recorder }: Pick<AgentRun, 'request' | 'recorder'>): string =>
  request.assignment.taskId === undefined ? `run ${recorder.runId}` : `task ${request.assignment.taskId}`;

/**
 * Before an agent looks at the folder: it is on its own branch when it has one, and never on that of another task.
 * Nothing that is not committed travels from one branch to another. The value: sentences for the person.
 */
export async function startBranch(run: AgentRun, delivery: Delivery): Promise<Result<readonly string[]>> {
  const { signal } = run.request;
  const status = await delivery.status(signal);
  if (!status.ok) return status;
  const target = branchToStartOn(run, status.value);
  if (!target.ok) return target;
  const { changed, untracked } = status.value;
  if (target.value === undefined) {
    const own = new Set(run.recorder.state.applied.flatMap(a => a.files.map(f => f.path)));
    const users = changed.filter(path => !own.has(path));
    return ok(users.length === 0 ? [] : [`${stay(users)}; a commit takes only what this run changes`]);
  }
  const modified = changed.filter(path => !untracked.includes(path));
  const here = status.value.branch ?? 'no branch';
  if (modified.length > 0)
    return fail(
      `${here} is checked out, and this run works on ${target.value}, but ${listed(modified)} ${modified.length === 1 ? 'has changes that are' : 'have changes that are'} not committed: commit or stash them, then start again`,
    );
  const switched = await delivery.switchTo(target.value, signal);
  if (!switched.ok) return switched;
  return ok([
    `switched from ${here} to ${target.value}, where this run works`,
    ...(untracked.length === 0 ? [] : [stay(untracked)]),
  ]);
}

/** `undefined`: where it is. */
function branchToStartOn(
  run: AgentRun,
  { branch, branchOwner, defaultBranch }: DeliveryStatus,
): Result<string | undefined> {
  const owner = branchOwnerOf(run);
  if (branchOwner === owner) return ok(undefined);
  const own = run.recorder.state.commits.at(-1)?.branch;
  if (own !== undefined) return ok(own === branch ? undefined : own);
  if (branchOwner === undefined) return ok(undefined);
  return defaultBranch === undefined
    ? fail(`${branch} is the branch of another task; check out the branch to start from, then start again`)
    : ok(defaultBranch);
}

const stay = (paths: readonly string[]): string =>
  `${listed(paths)} ${paths.length === 1 ? 'is' : 'are'} changed and not committed, and ${paths.length === 1 ? 'stays' : 'stay'} so in the folder`;

const SHOWN = 5;
const listed = (paths: readonly string[]): string =>
  paths.length <= SHOWN
    ? paths.join(', ')
    : `${paths.slice(0, SHOWN).join(', ')} and ${paths.length - SHOWN} more`;

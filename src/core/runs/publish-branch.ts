import type { Consents } from '../gate/consents.ts';
import type { PublishBranch, PullRequest } from '../ports/delivery.ts';

/** How far a result goes: into a branch of its own, to the remote, to a pull request. */
export type BranchDelivery = 'commit' | 'push' | 'pr';

/** What is said of a result that leaves the machine. */
export type PublishLine =
  | { readonly type: 'pushed'; readonly remote: string; readonly branch: string }
  | { readonly type: 'pull_request'; readonly url: string; readonly created: boolean };

interface Publishing {
  readonly policy: BranchDelivery;
  readonly branch: string;
  readonly request: PullRequest;
  readonly consents: Consents;
  readonly record: (line: PublishLine) => Promise<void>;
  readonly warn: (sentence: string) => Promise<void>;
}

/**
 * Pushes a branch and opens a pull request, as far as the delivery goes; the value says why it was not done. What a
 * person does not allow is no fault: the branch stays on this machine.
 */
export async function publishBranch(
  delivery: PublishBranch,
  { policy, branch, request, consents, record, warn }: Publishing,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (policy === 'commit') return undefined;
  const stays = async (sentence: string) => {
    await warn(`${sentence}; ${branch} stays on this machine`);
    return undefined;
  };
  if ((await delivery.findRemote(signal)) === undefined) return stays('there is no remote to push to');
  const target = await delivery.findPushTarget(signal);
  if (!target.ok) return target.error;
  const kind = policy === 'pr' ? 'pull request' : 'push';
  if (!(await consents.ask({ kind, ...target.value }, signal))) return stays('the push was not allowed');
  const pushed = await delivery.push(target.value, signal);
  if (!pushed.ok) return pushed.error;
  await record({ type: 'pushed', remote: pushed.value.remote, branch: pushed.value.branch });
  if (policy !== 'pr') return undefined;
  const opened = await delivery.openPullRequest(request, signal);
  if (!opened.ok) return opened.error;
  if (opened.value.kind === 'none') {
    await warn(opened.value.reason);
    return undefined;
  }
  const { url } = opened.value;
  await record({ type: 'pull_request', url, created: opened.value.kind === 'created' });
  if (opened.value.kind === 'compare') await warn(opened.value.reason);
  return undefined;
}

import type { Delivery } from '../ports/delivery.ts';
import { DefinitionOfDone } from './definition-of-done.ts';
import { restoreDone } from './restore.ts';
import type { Continuation } from './resume.ts';
import type { AgentRun } from './run-request.ts';

/**
 * Between a commit and its line in the journal a crash may have come: what the run changed is in the commit that is
 * checked out, which no line names. The line is written now, and the agent gets a message.
 */
export async function reconcileCommit(
  { recorder, request }: AgentRun,
  delivery: Delivery,
  continuation: Continuation,
): Promise<Continuation> {
  const { signal } = request;
  const done = new DefinitionOfDone(undefined);
  restoreDone(done, continuation.events);
  const [status, head] = [await delivery.status(signal), await delivery.head(signal)];
  if (!status.ok || !head.ok || status.value.branch === undefined) return continuation;
  const { branch, changed, nameOf = path => path } = status.value;
  const { sha, subject } = head.value;
  const paths = done.uncommitted.filter(path => !changed.includes(nameOf(path)));
  const isOfAnAgent = /^(Feature \d+\.\d+|Task \d+): /.test(subject);
  if (paths.length === 0 || !isOfAnAgent || recorder.state.commits.some(c => c.sha === sha))
    return continuation;
  const committed = { type: 'committed', sha, branch, subject, paths } as const;
  await recorder.record(committed);
  const text = `"${subject}" was committed before the interruption; do not commit it again.`;
  return {
    ...continuation,
    events: [...continuation.events, { at: 0, ...committed }],
    newMessages: [...continuation.newMessages, { role: 'user', text }],
  };
}

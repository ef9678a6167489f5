import type { CompleteTicketArgs } from '../../generated/contracts.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import { slug } from '../kernel/slug.ts';
import type { FeatureMerge } from '../ports/one-flow.ts';
import { whyNotDone } from '../runs/last-state.ts';
import { uncommitted } from '../runs/own-state.ts';
import { type BranchDelivery, publishBranch } from '../runs/publish-branch.ts';
import { isBranchDelivery } from './events.ts';
import type { TicketRun } from './run-request.ts';
import { saveTicket } from './save-ticket.ts';
import type { TicketState } from './state.ts';

/** The five behaviours of `complete_ticket`, in order; the fifth ends the conversation. */
export async function completeTicket(run: TicketRun, { summary }: CompleteTicketArgs, signal: AbortSignal) {
  const { recorder } = run;
  const open = recorder.state.subtasks.filter(s => s.status !== 'complete');
  if (open.length > 0) {
    const list = open.map(({ id, status }) => `${id} (${status})`).join(', ');
    return {
      error: `the ticket is not done: ${list} ${open.length === 1 ? 'is' : 'are'} not complete`,
      open_subtasks: open.map(({ id, title, status }) => ({ id, title, status })),
      changed: false as const,
    };
  }
  const notPassing = await whyNotDone(recorder.state, run.after);
  if (notPassing !== undefined)
    return {
      error: `the ticket is not done: ${notPassing}`,
      changed: false as const,
    };
  const failure = await deliver(run, summary, signal);
  if (failure !== undefined) {
    await saveTicket(run);
    return {
      error: `the ticket is not done, because it could not be merged: ${failure}`,
      changed: false as const,
    };
  }
  await recorder.record({ type: 'completed', summary });
  await saveTicket(run);
  return { ok: true, status: 'Done' };
}

/** Merges when it is configured; the value is why the ticket is not done. */
async function deliver(run: TicketRun, summary: string, signal: AbortSignal): Promise<string | undefined> {
  const { ports, recorder, settings } = run;
  const { consents } = run.gated;
  const { state } = recorder;
  const skip = async (reason: string) => {
    await recorder.record({ type: 'delivery_skipped', reason });
    return undefined;
  };
  if (settings.delivery === 'none')
    return skip('delivery is off for this run; the change is in the workspace');
  if (isBranchDelivery(settings.delivery)) return publish(run, settings.delivery, summary, signal);
  if (state.merged) return undefined;
  const fault = async (step: string, reason: string) => {
    await recorder.record({ type: 'delivery_failed', step, reason });
    return reason;
  };
  if (!ports.oneFlow) return fault('start', 'this folder is not a git repository with a commit');
  const feature = featureOf(state, summary);
  const secrets = changedPaths(state).filter(looksSecret);
  if (secrets.length > 0)
    await recorder.record({
      type: 'warning',
      sentence: `${secrets.join(', ')} look like secrets and stay out of the commit`,
    });
  if (feature.paths.length === 0) return skip('no file was changed');
  const outcome = await ports.oneFlow.merge(feature, {
    signal,
    allowTests: async (label, origin) =>
      (origin === 'script' && settings.review !== 'auto' && !consents.isResumed) ||
      consents.ask({ kind: 'run tests', command: label }, signal),
    onCommitted: commit =>
      recorder.record({ type: 'committed', ...commit, subject: feature.subject, paths: feature.paths }),
  });
  if (outcome.kind === 'needs_you') return fault(outcome.step, outcome.reason);
  for (const sentence of outcome.notes) await recorder.record({ type: 'warning', sentence });
  const { branch, base, sha } = outcome;
  await recorder.record({ type: 'merged', branch, base, sha });
  return undefined;
}

/** Hands the branch over, as far as the delivery goes; the value is why the ticket is not done. */
async function publish(
  run: TicketRun,
  policy: BranchDelivery,
  summary: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { recorder, own } = run;
  const fault = async (step: string, reason: string) => {
    await recorder.record({ type: 'delivery_failed', step, reason });
    return reason;
  };
  if (!own) return fault('start', 'it does not work in a checkout of its own');
  const { subject, body } = featureOf(recorder.state, summary);
  const refused = await commitWork(run, { subject, body }, signal);
  if (refused !== undefined) return fault('commit', refused);
  const moved = await own.whyMoved();
  if (moved !== undefined) return fault('commit', moved);
  const { state } = recorder;
  const branch = state.own?.branch;
  if (state.commits.length === 0 || branch === undefined) {
    await recorder.record({ type: 'delivery_skipped', reason: 'no file was changed' });
    return undefined;
  }
  if (state.pullRequest !== undefined) return undefined;
  const failed = await publishBranch(
    own,
    {
      policy,
      branch,
      request: {
        title: subject,
        body: `${body}\n\nMade by Work Order, ticket run ${state.runId}. Read it before you merge it.`,
      },
      consents: run.gated.consents,
      record: line => recorder.record(line),
      warn: sentence => recorder.record({ type: 'warning', sentence, about: 'delivery' }),
    },
    signal,
  );
  return failed === undefined ? undefined : fault('push', failed);
}

/** What is in the checkout alone becomes a commit; the value says why it does not, for the agent. */
export async function commitWork(
  { recorder, own }: TicketRun,
  { subject, body }: { readonly subject: string; readonly body: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const open = uncommitted(recorder.state.applied);
  const paths = [...new Set(open.flatMap(({ files }) => files.map(({ path }) => path)))].sort();
  if (!own || paths.length === 0) return undefined;
  const { runId } = recorder;
  const made = await own.commit(
    {
      ...{ paths, subject },
      body: `${body}\n\nMade by Work Order, ticket run ${runId}.`,
      ...{ newBranch: recorder.state.own?.branch ?? '', owner: `run ${runId}` },
    },
    signal,
  );
  if (!made.ok) return made.error;
  if ('setAside' in made.value) return made.value.isSame ? undefined : made.value.setAside;
  const { sha, branch } = made.value;
  await recorder.record({ type: 'committed', sha, branch, subject, paths });
  return undefined;
}

/** `<ticket>-<short title>`. */
export function branchWords({ id, title }: Pick<TicketState, 'id' | 'title'>): string {
  const short = slug(title, 30);
  const name = slug(id, 60) || 'ticket';
  return short === '' || name.includes(short) ? name : `${name}-${short}`;
}

export const featureBranch = (ticket: Pick<TicketState, 'id' | 'title'>): string =>
  `feature/${branchWords(ticket)}`;

/** Exactly the run's paths, sorted. */
function changedPaths(state: TicketState): readonly string[] {
  const paths = state.applied.filter(a => !a.reverted).flatMap(a => a.files.map(f => f.path));
  return [...new Set(paths)].sort();
}

function featureOf(state: TicketState, summary: string): FeatureMerge {
  const done = state.subtasks.map(s => `- ${s.title}`).join('\n');
  return {
    branch: featureBranch(state),
    paths: changedPaths(state).filter(path => !looksSecret(path)),
    subject: `${state.id}: ${state.title.replace(/\s+/g, ' ').trim()}`,
    body: `${summary}\n\n${done}`,
  };
}

import type { CompleteTicketArgs } from '../../generated/contracts.ts';
import { looksSecret } from '../changes/secret-looking.ts';
import { slug } from '../kernel/slug.ts';
import type { FeatureMerge } from '../ports/one-flow.ts';
import { whyNotDone } from '../runs/last-state.ts';
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

/** `feature/<ticket>-<short title>`. */
export function featureBranch({ id, title }: Pick<TicketState, 'id' | 'title'>): string {
  const short = slug(title, 30);
  const name = slug(id, 60) || 'ticket';
  return `feature/${short === '' || name.includes(short) ? name : `${name}-${short}`}`;
}

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

import { AfterApply } from '../gate/after-apply.ts';
import { Consents } from '../gate/consents.ts';
import { createHeldJournal } from '../ports/hold.ts';
import { conclude } from '../runs/conclude.ts';
import { inFolder, startRecorder } from '../runs/open-stored.ts';
import type { Recorder } from '../runs/recorder.ts';
import { changesOf } from '../runs/stored-changes.ts';
import { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import { breakDown } from './break-down.ts';
import { featureBranch } from './complete-ticket.ts';
import type { ConversationEnd, ResumedConversation } from './conversation.ts';
import { develop } from './develop.ts';
import type { TicketEvent } from './events.ts';
import { manage } from './manage.ts';
import type { TicketBlockedBy, TicketOutcome } from './outcome.ts';
import type { TicketPorts, TicketRequest, TicketRun, TicketSettings } from './run-request.ts';
import { saveTicket } from './save-ticket.ts';
import type { TicketState } from './state.ts';
import { nothingOpen } from './steps.ts';
import { ticketWorkflow } from './workflow.ts';

/**
 * Works on a ticket: the manager assigns, the developer reports, the manager verifies, until
 * the ticket is done. The orchestrator is code: it validates, runs, counts and records, and asks no model what to do
 * Expected faults do not reject: look at the state's `outcome`.
 */
export async function runTicket(ports: TicketPorts, request: TicketRequest): Promise<TicketState> {
  const { ticket, path, ...settings } = request;
  const { journal, release } = await createHeldJournal(ports, `ticket: ${ticket.title}`);
  const run = openRun(ports, settings, startRecorder(journal, ports.clock, ticketWorkflow, settings.onEvent));
  return concludeTicket(run, async () => {
    await run.recorder.record({
      type: 'run_started',
      runId: journal.runId,
      ticket,
      ...(path === undefined ? {} : { path }),
      models: { manager: settings.models.manager.label, developer: settings.models.developer.label },
      review: settings.review,
      scope: settings.scope,
      delivery: settings.delivery,
    });
    return work(run, undefined);
  }).finally(release);
}

export function openRun(
  ports: TicketPorts,
  settings: TicketSettings,
  recorder: Recorder<TicketEvent, TicketState>,
  isResumed = false,
): TicketRun {
  const consents = new Consents(settings.reviewer, event => recorder.record(event), isResumed);
  const { workspace, journals } = ports;
  const verifier = new WorkspaceVerifier({ ...ports, files: workspace.files });
  const after = new AfterApply({
    ...workspace,
    workflow: 'ticket',
    verifier,
    consents,
    review: settings.review,
    changes: () => {
      const { runId, applied } = recorder.state;
      const kept = applied.filter(change => !change.reverted);
      return changesOf(journals, runId, kept);
    },
    record: event => recorder.record(event),
    signal: settings.signal,
  });
  return { ports, settings, recorder, consents, verifier, after, turnsBefore: recorder.state.turns };
}

/** Does the work and records how it ended, in the ticket's file too. */
export const concludeTicket = ({ ports, recorder }: TicketRun, act: () => Promise<TicketOutcome>) =>
  conclude(inFolder(ports), ticketWorkflow, recorder, act);

/** One agent after the other, as the state says; `continuation` is the conversation to resume first. */
export async function work(
  run: TicketRun,
  continuation: ResumedConversation | undefined,
): Promise<TicketOutcome> {
  const { recorder, ports, settings } = run;
  if (settings.delivery === 'oneflow' && recorder.state.merged === undefined) {
    const branch = featureBranch(recorder.state);
    const ready = await ports.oneFlow?.check(branch, settings.signal);
    if (!ready) return blocked('delivery', 'git-oneflow needs a git repository with a commit');
    if (!ready.ok) return blocked('delivery', ready.error);
  }
  if (recorder.state.subtasks.length === 0) {
    const stopped = await breakDown(run);
    if (stopped) return stopped;
  }
  await saveTicket(run);
  let next = continuation;
  for (;;) {
    const { state } = recorder;
    if (state.status === 'Done') return { kind: 'DONE', summary: summaryOf(state) };
    const agent = state.currentAgent;
    const end = agent === 'manager' ? await manage(run, next) : await develop(run, next);
    next = undefined;
    if (end.kind !== 'halted') return outcomeOf(end, recorder.state);
  }
}

function outcomeOf(end: ConversationEnd, state: TicketState): TicketOutcome {
  if (state.deliveryFailure !== undefined) return blocked('delivery', state.deliveryFailure);
  if (state.currentSubtaskId === undefined && state.subtasks.some(s => s.status === 'blocked'))
    return { kind: 'BLOCKED', by: 'subtask', reasons: [nothingOpen(state), ...blockedNotes(state)] };
  if (end.kind === 'no_prompt') return { kind: 'BLOCKED', by: 'prompt', reasons: end.reasons };
  if (end.kind === 'stopped') return blocked(end.by, `${state.currentAgent}: ${end.reason}`);
  return blocked(
    'stalled',
    `the ${state.currentAgent}'s conversation ended without a call that continues the ticket`,
  );
}

const blockedNotes = (state: TicketState): readonly string[] =>
  state.subtasks.flatMap(({ id, status, lastNotes }) =>
    status === 'blocked' && lastNotes !== undefined ? [`${id}: ${lastNotes}`] : [],
  );

export const blocked = (by: TicketBlockedBy, reason: string): TicketOutcome => ({
  kind: 'BLOCKED',
  by,
  reasons: [reason],
});

const summaryOf = (state: TicketState): string => state.activity.findLast(a => a.to === 'Done')?.notes ?? '';

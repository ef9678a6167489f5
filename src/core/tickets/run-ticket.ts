import { versionsOf } from '../conversation/prompt-versions.ts';
import { Consents } from '../gate/consents.ts';
import { beginRun } from '../runs/begin-run.ts';
import { checksAfter, type GatedWork } from '../runs/gated-work.ts';
import { inFolder } from '../runs/open-stored.ts';
import type { Recorder } from '../runs/recorder.ts';
import { type SteeredRun, whileSteered } from '../runs/steered-run.ts';
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
export function runTicket(ports: TicketPorts, request: TicketRequest): Promise<TicketState> {
  const { ticket, path, ...settings } = request;
  const { models, review, scope, delivery, onEvent } = settings;
  return beginRun(inFolder(ports), ticketWorkflow, {
    title: `ticket: ${ticket.title}`,
    onEvent,
    work: async recorder => {
      await recorder.record({
        type: 'run_started',
        runId: recorder.runId,
        ticket,
        ...(path === undefined ? {} : { path }),
        models: { manager: models.manager.label, developer: models.developer.label },
        review,
        scope,
        delivery,
        prompts: versionsOf(['ticket-manager', 'ticket-developer'], settings.qa),
      });
      const { steering } = ports;
      const { runId } = recorder;
      return whileSteered({ steering, runId, signal: settings.signal }, (steered, signal) =>
        work(openRun(ports, { ...settings, signal }, recorder, steered, false), undefined),
      );
    },
  });
}

export function openRun(
  ports: TicketPorts,
  settings: TicketSettings,
  recorder: Recorder<TicketEvent, TicketState>,
  steered: SteeredRun,
  isResumed: boolean,
): TicketRun {
  const { workspace: folder } = ports;
  const gated: GatedWork = {
    runId: recorder.runId,
    workflow: 'ticket',
    ports,
    folder,
    settings,
    verifier: new WorkspaceVerifier({ ...ports, files: folder.files }),
    consents: new Consents(settings.reviewer, event => recorder.record(event), isResumed, recorder.runId),
    record: event => recorder.record(event),
    applied: () => recorder.state.applied.filter(change => !change.reverted),
    spent: () => recorder.state.spent,
  };
  const { turns: turnsBefore } = recorder.state;
  return { ports, settings, recorder, steered, gated, after: checksAfter(gated), turnsBefore };
}

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

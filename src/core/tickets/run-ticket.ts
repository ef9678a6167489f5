import { versionsOf } from '../conversation/prompt-versions.ts';
import { Consents } from '../gate/consents.ts';
import { BRANCHES_OF_TASKS } from '../ports/delivery.ts';
import type { OwnFolders } from '../ports/result-branch.ts';
import { beginRun } from '../runs/begin-run.ts';
import { checksAfter, type GatedWork } from '../runs/gated-work.ts';
import { notSeenSentence } from '../runs/not-seen.ts';
import { inFolder } from '../runs/open-stored.ts';
import { orFault } from '../runs/or-fault.ts';
import { beganAt, uncommitted } from '../runs/own-state.ts';
import { NeedsPerson, OwnWork, ownRun } from '../runs/own-work.ts';
import { whileSteered } from '../runs/steered-run.ts';
import { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import { breakDown } from './break-down.ts';
import { branchWords, featureBranch } from './complete-ticket.ts';
import type { ConversationEnd, ResumedConversation } from './conversation.ts';
import { develop } from './develop.ts';
import { isBranchDelivery } from './events.ts';
import { manage } from './manage.ts';
import type { TicketBlockedBy, TicketOutcome } from './outcome.ts';
import type { TicketPorts, TicketRequest, TicketRun } from './run-request.ts';
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
        workWhere(
          { ports, settings: { ...settings, signal }, recorder, steered, isResumed: false },
          undefined,
        ),
      );
    },
  });
}

/** A run before it is known where its agents work. */
type Opening = Pick<TicketRun, 'ports' | 'settings' | 'recorder' | 'steered'> & {
  readonly isResumed: boolean;
};

/** In the user's folder, or in a checkout beside it; `continuation` is the conversation to resume first. */
export async function workWhere(
  opening: Opening,
  continuation: ResumedConversation | undefined,
): Promise<TicketOutcome> {
  const { ports, settings, recorder } = opening;
  if (!isBranchDelivery(settings.delivery)) return work(openRun(opening, undefined), continuation);
  if (!ports.branches)
    return blocked('delivery', 'a branch for the result needs a git repository with a commit');
  const folders = await ports.branches.open(recorder.runId, settings.signal);
  if (!folders.ok) return blocked('delivery', folders.error);
  try {
    return await work(openRun(opening, await openOwn(opening, folders.value)), continuation);
  } catch (error) {
    if (error instanceof NeedsPerson) return blocked('delivery', error.message);
    throw error;
  } finally {
    // What cannot be removed now is when the next run begins.
    await folders.value.close().catch(() => undefined);
  }
}

/** As it was when the run stopped; the branch of a new run is made now, from what is checked out. */
async function openOwn({ ports, recorder, settings }: Opening, folders: OwnFolders): Promise<OwnWork> {
  const { signal } = settings;
  const before = recorder.state.own;
  const from = before ?? beganAt(orFault(await folders.start('here', signal), signal).commit);
  const open = () => uncommitted(recorder.state.applied);
  const own = await OwnWork.open(
    ownRun({ recorder, from, open, folders, journals: ports.journals, signal }),
    { own: from, open: open() },
  );
  if (before) return own;
  await own.openBranch(`${BRANCHES_OF_TASKS}${branchWords(recorder.state)}`);
  const { path } = recorder.state;
  const sentence = notSeenSentence(
    folders.notSeen.filter(one => one !== path),
    from.start,
  );
  if (sentence !== undefined) await recorder.record({ type: 'warning', sentence });
  return own;
}

function openRun(
  { ports, settings, recorder, steered, isResumed }: Opening,
  own: OwnWork | undefined,
): TicketRun {
  const folder = own?.workspace ?? ports.workspace;
  const { isolated } = folder;
  const gated: GatedWork = {
    runId: recorder.runId,
    workflow: 'ticket',
    ports,
    folder,
    settings,
    verifier: new WorkspaceVerifier({
      ...ports,
      files: folder.files,
      // Both look at the user's folder, not at a checkout of its own.
      simulatedLinter: isolated ? undefined : ports.simulatedLinter,
      analyst: isolated ? undefined : ports.analyst,
    }),
    consents: new Consents(settings.reviewer, event => recorder.record(event), isResumed, recorder.runId),
    record: event => recorder.record(event),
    applied: () => recorder.state.applied.filter(change => !change.reverted),
    asMerged: isolated,
    spent: () => recorder.state.spent,
  };
  const { turns: turnsBefore } = recorder.state;
  return { ports, settings, recorder, steered, gated, folder, own, after: checksAfter(gated), turnsBefore };
}

/** One agent after the other, as the state says; `continuation` is the conversation to resume first. */
async function work(run: TicketRun, continuation: ResumedConversation | undefined): Promise<TicketOutcome> {
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
    if (state.status === 'Done') {
      const isChanged = state.applied.some(change => !change.reverted);
      return { kind: 'DONE', summary: summaryOf(state), ...(isChanged ? {} : { nothingChanged: true }) };
    }
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

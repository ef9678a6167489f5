import type { Ticket } from '../../generated/contracts.ts';
import { versionsOf } from '../conversation/prompt-versions.ts';
import { restoreConversation } from '../conversation/restore-conversation.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { type BegunRun, resumeRun } from '../runs/begin-run.ts';
import { inFolder } from '../runs/open-stored.ts';
import { saidIn, whileSteered } from '../runs/steered-run.ts';
import { ticketNow } from './briefing.ts';
import type { ResumedConversation } from './conversation.ts';
import { isBranchDelivery, type TicketDelivery, type TicketEvent } from './events.ts';
import type { TicketOutcome } from './outcome.ts';
import type { TicketPorts, TicketRun, TicketSettings } from './run-request.ts';
import { workWhere } from './run-ticket.ts';
import { readTicketFile } from './save-ticket.ts';
import { subtaskOf, type TicketState } from './state.ts';
import { nothingOpen } from './steps.ts';
import { ticketWorkflow } from './workflow.ts';

export interface ResumeTicketRequest extends Omit<TicketSettings, 'delivery'> {
  /** Left out: `commit` where it has a branch of its own, else `none`. */
  readonly delivery?: TicketDelivery;
  readonly runId: string;
  /** Ids of blocked subtasks that are open again; their rejections are forgotten. */
  readonly unblock: readonly string[];
  /** Who unblocks. */
  readonly by: string;
  /** What the agents are sent about it. */
  readonly words?: string;
}

/**
 * Resumes a ticket that needs a person, reached a limit, was cancelled or was interrupted: the state is its
 * journal's, the conversation under way continues word for word. The error says why it cannot.
 */
export const resumeTicket = (
  ports: TicketPorts,
  request: ResumeTicketRequest,
): Promise<Result<TicketState>> =>
  resumeRun(inFolder(ports), ticketWorkflow, {
    runId: request.runId,
    onEvent: request.onEvent,
    resume: stored => goOn(ports, request, stored),
  });

async function goOn(
  ports: TicketPorts,
  { runId, unblock, by, words, delivery: asked, ...rest }: ResumeTicketRequest,
  { events, recorder, started }: BegunRun<TicketEvent, TicketState>,
): Promise<Result<() => Promise<TicketOutcome>>> {
  const before = recorder.state;
  if (before.outcome?.kind === 'DONE') return fail(`the ticket of run ${runId} is done`);
  const unknown = unblock.filter(id => subtaskOf(before, id)?.status !== 'blocked');
  if (unknown.length > 0) return fail(`${unknown.join(', ')} is not a blocked subtask of run ${runId}`);
  const isStuck =
    before.outcome?.kind === 'BLOCKED' &&
    before.outcome.by === 'subtask' &&
    before.currentSubtaskId === undefined;
  if (isStuck && unblock.length === 0) return fail(`${nothingOpen(before)}; unblock one to continue`);

  const hasBranch = before.own !== undefined || isBranchDelivery(started.delivery);
  // A journal lets nothing leave the machine.
  const delivery = asked ?? (hasBranch ? 'commit' : 'none');
  if (hasBranch !== isBranchDelivery(delivery))
    return fail(
      hasBranch
        ? `run ${runId} works in a checkout of its own: its delivery is commit, push or pr`
        : `run ${runId} works in your folder: its delivery is none or oneflow`,
    );
  const settings: TicketSettings = { ...rest, delivery };

  await takeEdits({ ports, recorder });
  await recorder.record({
    type: 'resumed',
    ...(words === undefined ? {} : { words }),
    prompts: versionsOf(['ticket-manager', 'ticket-developer'], settings.qa),
  });
  for (const subtaskId of unblock)
    await recorder.record({ type: 'unblocked', subtaskId, by, notes: words ?? 'unblocked' });
  const continuation = continueConversation(events, recorder.state, ports.sha256, words);
  const steering = { steering: ports.steering, runId, signal: settings.signal, said: saidIn(events) };
  return ok(() =>
    whileSteered(steering, (steered, signal) =>
      workWhere(
        { ports, settings: { ...settings, signal }, recorder, steered, isResumed: true },
        continuation,
      ),
    ),
  );
}

/** What the person changed in the ticket's file while nothing ran: words, and new or removed subtasks. */
async function takeEdits({ ports, recorder }: Pick<TicketRun, 'ports' | 'recorder'>): Promise<void> {
  const { state } = recorder;
  if (state.path === undefined) return;
  const read = await readTicketFile(state.path, ports.workspace.files);
  if (!read.ok) {
    await recorder.record({ type: 'warning', sentence: `${state.path} was not read again: ${read.error}` });
    return;
  }
  if (read.value.subtasks.length === 0 || wordsOf(read.value) === wordsOf(state)) return;
  await recorder.record({ type: 'ticket_edited', ticket: read.value });
}

const wordsOf = ({ title, description, acceptanceCriteria, subtasks }: Ticket | TicketState): string =>
  JSON.stringify([
    title,
    description,
    acceptanceCriteria,
    subtasks.map(s => [s.id, s.title, s.description ?? '', s.acceptanceCriteria ?? []]),
  ]);

/** The conversation of the agent whose turn it is, when it had begun: after the last assignment or report. */
function continueConversation(
  events: readonly TicketEvent[],
  state: TicketState,
  sha256: Sha256,
  words: string | undefined,
): ResumedConversation | undefined {
  const handedOver = events.findLastIndex(({ type }) => type === 'assigned' || type === 'reported');
  const started = events.findLastIndex(({ type }) => type === 'talk_started');
  const opening = events[started];
  if (started < handedOver || opening?.type !== 'talk_started' || opening.agent !== state.currentAgent)
    return undefined;
  const conversation = restoreConversation(events.slice(started + 1));
  const text = [
    'The run was interrupted and continues now. Changes that the results do not show as written were not made.',
    ...(words === undefined ? [] : [`The user says: ${words}`]),
    `The ticket now:\n${ticketNow(state, sha256)}`,
  ].join('\n');
  return {
    earlier: [...opening.messages, ...conversation.messages],
    newMessages: [...conversation.unsent, { role: 'user', text }],
    turns: state.turn,
  };
}

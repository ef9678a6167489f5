import type {
  AssignToDeveloperArgs,
  SubtaskCompleteArgs,
  UpdateSubtaskArgs,
} from '../../generated/contracts.ts';
import { oneLine } from '../kernel/one-line.ts';
import { whyNotDone } from '../runs/last-state.ts';
import { whyTestsFail } from '../runs/tests-seen.ts';
import type { TicketSteps } from '../tools/ticket-tools.ts';
import { compareClaims } from './compare-claims.ts';
import { commitWork, completeTicket } from './complete-ticket.ts';
import type { TicketRun } from './run-request.ts';
import { saveTicket } from './save-ticket.ts';
import { currentSubtask, type SubtaskState, type TicketState } from './state.ts';
import { MAX_REJECTIONS, mayBecome } from './status.ts';
import { openCriteriaSentence, tickCriteria } from './tick-criteria.ts';

const refuse = (error: string) => ({ error, changed: false as const });

/** What the orchestrator does for each tool of a ticket: no judgement, one journal line first. */
export function ticketSteps(run: TicketRun): TicketSteps {
  return {
    assignToDeveloper: args => assign(run, args),
    updateSubtask: args => update(run, args),
    completeTicket: (args, signal) => completeTicket(run, args, signal),
    subtaskComplete: (args, signal) => report(run, args, signal),
  };
}

/** Behaviour 1 of `assign_to_developer`; 2 to 5 are the driver's. */
async function assign(run: TicketRun, args: AssignToDeveloperArgs) {
  const { recorder } = run;
  const subtask = currentSubtask(recorder.state);
  if (!subtask) return refuse(nothingOpen(recorder.state));
  if (!mayBecome(subtask.status, 'in-progress'))
    return refuse(`${subtask.id} is ${subtask.status}, so it cannot be assigned now`);
  const assignment = withPriorContext(args, subtask, recorder.state);
  await recorder.record({ type: 'assigned', subtaskId: subtask.id, assignment });
  await saveTicket(run);
  return { ok: true, subtask: subtask.id, status: 'in-progress', mode: args.mode };
}

/** A rejected subtask takes its last notes along, so that the developer sees what was wrong. */
function withPriorContext(
  args: AssignToDeveloperArgs,
  { id, status, lastNotes }: SubtaskState,
  { rejectionCounts }: TicketState,
): AssignToDeveloperArgs {
  const isGiven =
    args.priorContext !== undefined && args.priorContext !== null && args.priorContext.trim() !== '';
  if (isGiven || status !== 'rejected' || lastNotes === undefined) return args;
  return {
    ...args,
    priorContext: `Rejection ${rejectionCounts[id] ?? 1} of ${MAX_REJECTIONS}: ${lastNotes}`,
  };
}

/** The five behaviours of `update_subtask`, in order. */
async function update(run: TicketRun, { status: asked, notes }: UpdateSubtaskArgs) {
  const { recorder } = run;
  const subtask = currentSubtask(recorder.state);
  if (!subtask) return refuse(nothingOpen(recorder.state));
  if (!mayBecome(subtask.status, asked)) {
    return refuse(
      `${subtask.id} is ${subtask.status}: only a subtask the developer reported on can be ${asked}; assign it first`,
    );
  }
  const criteria = recorder.state.lastManagerAssignment?.acceptanceCriteria ?? [];
  const ticks = tickCriteria(asked === 'complete' ? criteria : [], notes);
  if (ticks.open.length > 0) return refuse(openCriteriaSentence(subtask.id, ticks));
  const open = asked === 'complete' ? whyNotComplete(recorder.state, subtask.id) : undefined;
  if (open !== undefined)
    return refuse(
      `${subtask.id} is not complete: ${open}; reject it, so that the developer repairs it, or say with status blocked what a person has to decide`,
    );
  const count = (recorder.state.rejectionCounts[subtask.id] ?? 0) + (asked === 'rejected' ? 1 : 0);
  const to = asked === 'rejected' && count >= MAX_REJECTIONS ? 'blocked' : asked;
  const { ticked } = ticks;
  const subtaskId = subtask.id;
  await recorder.record({
    type: 'subtask_updated',
    subtaskId,
    asked,
    to,
    notes,
    ...(ticked.length > 0 ? { ticked } : {}),
  });
  await saveTicket(run);
  const next = currentSubtask(recorder.state);
  return {
    ok: true,
    subtask: subtask.id,
    status: to,
    rejections: count,
    ...(to === asked ? {} : { forced: `rejection ${count} of ${MAX_REJECTIONS} blocks the subtask` }),
    current_subtask: next ? { id: next.id, title: next.title, status: next.status } : null,
    ...(next ? {} : { next_step: nothingOpen(recorder.state) }),
  };
}

/** Behaviours 1 and 2 of `subtask_complete`; 3 to 5 are the driver's. */
async function report(run: TicketRun, result: SubtaskCompleteArgs, signal: AbortSignal) {
  const { recorder } = run;
  const { state } = recorder;
  const subtask = currentSubtask(state);
  if (state.currentAgent !== 'developer' || !subtask) return refuse('no subtask is assigned to you');
  if (result.status === 'blocked' && !isExplained(result)) {
    return refuse(
      'a blocked subtask needs "blockerDetails": {"issue": "…", "tried": ["…"], "needed": "…"}; call subtask_complete again with them',
    );
  }
  const broken = result.status === 'complete' ? await whyBroken(run, result) : undefined;
  const isBroken = broken !== undefined;
  if (isBroken && !state.bounced) {
    await recorder.record({ type: 'bounced', subtaskId: subtask.id, reason: broken.reason });
    return refuse(
      `${broken.sentence}: repair it and report again, or report it as blocked with blockerDetails; the next such report counts as blocked`,
    );
  }
  const status = isBroken ? 'blocked' : result.status;
  const differences = compareClaims(result, state.observed);
  if (status === 'complete') {
    const refused = await commitWork(run, commitOf(subtask, state, result.message), signal);
    if (refused !== undefined) return refuse(`not reported: ${refused}`);
  }
  await recorder.record({
    type: 'reported',
    subtaskId: subtask.id,
    result,
    status,
    observed: state.observed,
    differences,
  });
  await saveTicket(run);
  return { ok: true, subtask: subtask.id, status };
}

function commitOf({ id, title }: SubtaskState, { commits }: TicketState, body: string) {
  const what = `${id}: ${oneLine(title)}`;
  const before = commits.filter(({ subject }) => subject.endsWith(what)).length;
  return { subject: before === 0 ? what : `Fix ${before} of ${what}`, body };
}

/** Why work that is reported as complete is not. */
async function whyBroken({ recorder, after }: TicketRun, { buildStatus }: SubtaskCompleteArgs) {
  if (buildStatus === 'fail')
    return {
      reason: 'reported complete with a failing build',
      sentence: 'a subtask with a failing build is not complete',
    };
  // A test run that failed is a difference to its report; what follows from it is the manager's to say.
  const open = await whyNotDone({ ...recorder.state, testRun: undefined }, after);
  if (open === undefined) return undefined;
  return { reason: `reported complete, but ${open}`, sentence: `the subtask is not complete: ${open}` };
}

/** What the journal saw that no word of the manager makes up for. */
function whyNotComplete(
  { applied, lastDeveloperResult, ...seen }: TicketState,
  subtaskId: string,
): string | undefined {
  const failing = whyTestsFail(seen);
  if (failing !== undefined) return failing;
  if (applied.some(change => change.subtaskId === subtaskId && !change.reverted)) return undefined;
  const claimed = (lastDeveloperResult?.filesChanged ?? []).flatMap(({ path }) => path ?? []);
  return claimed.length === 0
    ? undefined
    : `${claimed.join(', ')} ${claimed.length === 1 ? 'is' : 'are'} reported as changed, but nothing was applied for it`;
}

const isExplained = ({ blockerDetails }: SubtaskCompleteArgs): boolean =>
  (blockerDetails?.issue ?? '').trim() !== '' && (blockerDetails?.needed ?? '').trim() !== '';

/** Why there is no current subtask, and what comes next. */
export function nothingOpen({ subtasks }: TicketState): string {
  const blocked = subtasks.filter(s => s.status === 'blocked').map(s => s.id);
  return blocked.length > 0
    ? `every subtask that is left is blocked (${blocked.join(', ')}) and needs a person`
    : 'every subtask is complete; call complete_ticket';
}

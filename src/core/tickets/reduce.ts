import type { Ticket, TicketSubtask } from '../../generated/contracts.ts';
import { type Committed, reduceWork } from '../runs/common-events.ts';
import { type OwnLine, reduceOwn, withOwnLine } from '../runs/own-state.ts';
import { testRunOf } from '../runs/test-run.ts';
import { afterTests, afterWords, NO_TESTS_SEEN } from '../runs/tests-seen.ts';
import { activityOf } from './activity.ts';
import type { TicketEvent } from './events.ts';
import { NOTHING_OBSERVED, observeApplied, observeCall } from './observed.ts';
import { type SubtaskState, subtaskOf, type TicketState } from './state.ts';
import { isClosed, type SubtaskStatus } from './status.ts';
import { ticketIdOf } from './ticket-file.ts';

/** The whole ticket as a pure function of its journal. */
export function reduceTicket(state: TicketState, event: TicketEvent): TicketState {
  const after = step(state, event);
  const entry = activityOf(state, after, event);
  return entry ? { ...after, activity: [...after.activity, entry] } : after;
}

function step(state: TicketState, event: TicketEvent): TicketState {
  switch (event.type) {
    case 'run_started':
      return startWith(state, event.ticket, event.path);
    case 'broken_down':
      return { ...state, proposedSubtasks: event.subtasks };
    case 'breakdown_decided': {
      const subtasks = event.decision === 'accept' ? (state.proposedSubtasks ?? []).map(toState) : [];
      return { ...withNext({ ...state, subtasks }), proposedSubtasks: undefined };
    }
    case 'talk_started':
      return {
        ...state,
        turn: 0,
        note: '',
        pendingReport: event.tellsReport ? undefined : state.pendingReport,
      };
    case 'turn_started':
      return { ...state, turn: event.turn, turns: state.turns + 1, note: event.note };
    case 'called':
      return {
        ...state,
        lastCall: event.tool,
        observed: observeCall(state.observed, event),
        ...afterTests(state, testRunOf(event)),
      };
    case 'applied': {
      const { number, turn, isolated, files } = event;
      const change = { number, turn, subtaskId: state.currentSubtaskId, files, isolated, reverted: false };
      const observed = observeApplied(state.observed, files);
      return { ...state, ...reduceWork(state, event), applied: [...state.applied, change], observed };
    }
    case 'assigned':
      return {
        ...withStatus(state, event.subtaskId, 'in-progress'),
        currentAgent: 'developer',
        currentDeveloperMode: event.assignment.mode,
        lastManagerAssignment: event.assignment,
        bounced: false,
        observed: NOTHING_OBSERVED,
      };
    case 'bounced':
      return { ...state, bounced: true };
    case 'reported': {
      const { subtaskId, result, status, observed, differences } = event;
      return {
        ...withStatus(state, subtaskId, 'awaiting review'),
        currentAgent: 'manager',
        lastDeveloperResult: result,
        pendingReport: { subtaskId, result, status, observed, differences },
      };
    }
    case 'subtask_updated':
      return afterUpdate(state, event);
    case 'unblocked': {
      const { [event.subtaskId]: _cleared, ...rejectionCounts } = state.rejectionCounts;
      const open = withStatus(state, event.subtaskId, 'open');
      return withNext({ ...open, rejectionCounts, status: 'In Progress' });
    }
    case 'committed': {
      const { sha, branch, subject } = event;
      return { ...state, commits: [...state.commits, { sha, branch, subject }], ...ownAfter(state, event) };
    }
    case 'branch_made':
    case 'merging':
      return { ...state, ...ownAfter(state, event) };
    case 'set_aside':
      return { ...state, ...ownAfter(state, event), after: undefined, tried: undefined };
    case 'pushed':
      return { ...state, pushed: event.branch };
    case 'pull_request':
      return { ...state, pullRequest: event.url };
    case 'merged': {
      const { branch, base, sha } = event;
      return { ...state, merged: { branch, base, sha } };
    }
    case 'delivery_failed':
      return { ...state, deliveryFailure: event.reason };
    case 'completed':
      return { ...state, status: 'Done' };
    case 'ticket_edited':
      return withEdited(state, event.ticket);
    case 'resumed':
      return {
        ...state,
        outcome: undefined,
        deliveryFailure: undefined,
        bounced: false,
        ...(event.words === undefined ? {} : afterWords(state)),
        // A crash may have come between Done and the end of the run.
        status: state.status === 'Done' ? 'Done' : 'In Progress',
      };
    case 'reverted':
      return takeBack(state, event.numbers);
    case 'finished':
      return {
        ...state,
        outcome: event.outcome,
        status: event.outcome.kind === 'BLOCKED' ? 'Blocked' : state.status,
      };
    case 'delivery_skipped':
      return state;
    default:
      return { ...state, ...reduceWork(state, event) };
  }
}

const ownAfter = (state: TicketState, event: OwnLine | Committed) => ({
  own: reduceOwn(state.own, event),
  applied: withOwnLine(state.applied, event),
});

function startWith(state: TicketState, ticket: Ticket, path: string | undefined): TicketState {
  const subtasks = ticket.subtasks.map(toState);
  const counts = ticket.subtasks.flatMap(({ id, rejections = 0 }) =>
    rejections > 0 ? [[id, rejections]] : [],
  );
  return withNext({
    ...state,
    path,
    id: ticketIdOf(ticket, path),
    title: ticket.title,
    description: ticket.description,
    acceptanceCriteria: ticket.acceptanceCriteria,
    status: 'In Progress',
    subtasks,
    rejectionCounts: Object.fromEntries(counts),
    activity: ticket.activity ?? [],
  });
}

/** Nothing stays in progress silently: what an earlier run left unfinished is open again. */
function toState({
  id,
  title,
  description = '',
  acceptanceCriteria = [],
  status = 'open',
}: TicketSubtask): SubtaskState {
  const isUnderWay = status === 'in-progress' || status === 'awaiting review';
  return { id, title, description, acceptanceCriteria, status: isUnderWay ? 'open' : status };
}

/** Work that was taken back is to be done again: its complete subtasks are open, and the ticket is not Done. */
function takeBack(state: TicketState, numbers: readonly number[]): TicketState {
  const taken = state.applied.filter(a => numbers.includes(a.number));
  const applied = state.applied.map(a => (taken.includes(a) ? { ...a, reverted: true } : a));
  const subtasks = state.subtasks.map((s): SubtaskState => {
    const isUndone = s.status === 'complete' && taken.some(a => a.subtaskId === s.id);
    return isUndone ? { ...s, status: 'open' } : s;
  });
  // A blocked subtask still needs a person; what else the ticket was blocked by was about work that is gone.
  const staysBlocked = state.status === 'Blocked' && subtasks.some(s => s.status === 'blocked');
  const status = staysBlocked || state.status === 'In Progress' ? state.status : 'Open';
  return withNext({
    ...state,
    applied,
    subtasks,
    status,
    after: undefined,
    tried: undefined,
    ...NO_TESTS_SEEN,
  });
}

/** The file's words, the journal's statuses. */
function withEdited(state: TicketState, ticket: Ticket): TicketState {
  const subtasks = ticket.subtasks.map((edited): SubtaskState => {
    const known = subtaskOf(state, edited.id);
    const { id, title, description, acceptanceCriteria } = toState(edited);
    return known
      ? { ...known, title, description, acceptanceCriteria }
      : { id, title, description, acceptanceCriteria, status: 'open' };
  });
  const { title, description, acceptanceCriteria } = ticket;
  return withNext({ ...state, title, description, acceptanceCriteria, subtasks });
}

function afterUpdate(
  state: TicketState,
  { subtaskId, asked, to, notes, ticked }: Extract<TicketEvent, { type: 'subtask_updated' }>,
): TicketState {
  const { [subtaskId]: count = 0, ...others } = state.rejectionCounts;
  const rejectionCounts =
    to === 'complete'
      ? others
      : asked === 'rejected'
        ? { ...others, [subtaskId]: count + 1 }
        : state.rejectionCounts;
  const updated = withStatus({ ...state, rejectionCounts }, subtaskId, to, notes);
  return withNext({
    ...updated,
    subtasks: updated.subtasks.map(s => (s.id === subtaskId && ticked ? { ...s, ticked } : s)),
  });
}

function withStatus(state: TicketState, id: string, status: SubtaskStatus, lastNotes?: string): TicketState {
  const subtasks = state.subtasks.map(s =>
    s.id === id ? { ...s, status, ...(lastNotes === undefined ? {} : { lastNotes }) } : s,
  );
  return { ...state, subtasks };
}

/** The current subtask stays until it is closed; then it is the first open one. */
function withNext(state: TicketState): TicketState {
  const current = subtaskOf(state, state.currentSubtaskId);
  if (current && !isClosed(current.status)) return state;
  return { ...state, currentSubtaskId: state.subtasks.find(s => !isClosed(s.status))?.id };
}

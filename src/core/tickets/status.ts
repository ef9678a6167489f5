import type { AssignToDeveloperArgs, TicketSubtask } from '../../generated/contracts.ts';
import { canMove, type WorkStatus } from '../kernel/work-status.ts';

/** The state of a subtask, in the words of the ticket's tools. */
export type SubtaskStatus = NonNullable<TicketSubtask['status']>;
export type TicketStatus = 'Open' | 'In Progress' | 'Blocked' | 'Done';
export type TicketAgent = 'manager' | 'developer';
export type DeveloperMode = AssignToDeveloperArgs['mode'];

/** The rejection that forces a subtask to blocked: a fourth attempt would repeat the third. */
export const MAX_REJECTIONS = 3;

/** The words of the ticket's tools for the states that every workflow shares. */
const WORK: Readonly<Record<SubtaskStatus, WorkStatus>> = {
  open: 'PENDING',
  'in-progress': 'IN_PROGRESS',
  'awaiting review': 'IN_REVIEW',
  rejected: 'NEEDS_FIX',
  complete: 'DONE',
  blocked: 'BLOCKED',
};

/** The guard of every move. A manager may also send work it has not judged yet to the developer in another mode. */
export const mayBecome = (from: SubtaskStatus, to: SubtaskStatus): boolean =>
  canMove(WORK[from], WORK[to]) || (from === 'awaiting review' && to === 'in-progress');

/** Nothing more happens to it unless a person unblocks it. */
export const isClosed = (status: SubtaskStatus): boolean => status === 'complete' || status === 'blocked';

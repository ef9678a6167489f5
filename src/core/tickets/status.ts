import type { AssignToDeveloperArgs, TicketSubtask } from '../../generated/contracts.ts';
import { canMove, type WorkStatus } from '../kernel/work-status.ts';

/** Where a subtask stands, in the words of specification 0. */
export type SubtaskStatus = NonNullable<TicketSubtask['status']>;
export type TicketStatus = 'Open' | 'In Progress' | 'Blocked' | 'Done';
export type TicketAgent = 'manager' | 'developer';
export type DeveloperMode = AssignToDeveloperArgs['mode'];

/** The rejection that forces a subtask to blocked (row 000-022, C11). */
export const MAX_REJECTIONS = 3;

/** The words of the document for the states every workflow shares (C10). */
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

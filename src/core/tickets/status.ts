import type { AssignToDeveloperArgs, TicketSubtask } from '../../generated/contracts.ts';

/** Where a subtask stands, in the words of specification 0. */
export type SubtaskStatus = NonNullable<TicketSubtask['status']>;
export type TicketStatus = 'Open' | 'In Progress' | 'Blocked' | 'Done';
export type TicketAgent = 'manager' | 'developer';
export type DeveloperMode = AssignToDeveloperArgs['mode'];

/** The rejection that forces a subtask to blocked (row 000-022, C11). */
export const MAX_REJECTIONS = 3;

/** From where each status may be reached: the guard of the state machine. */
const REACHED_FROM: Readonly<Record<SubtaskStatus, readonly SubtaskStatus[]>> = {
  open: ['blocked', 'in-progress'],
  'in-progress': ['open', 'rejected', 'awaiting review'],
  'awaiting review': ['in-progress'],
  rejected: ['awaiting review'],
  complete: ['awaiting review'],
  blocked: ['open', 'in-progress', 'awaiting review', 'rejected'],
};

export const mayBecome = (from: SubtaskStatus, to: SubtaskStatus): boolean => REACHED_FROM[to].includes(from);

/** Nothing more happens to it unless a person unblocks it. */
export const isClosed = (status: SubtaskStatus): boolean => status === 'complete' || status === 'blocked';

/** The state of a piece of work: one state machine for subtasks, steps and tasks. */
export type WorkStatus =
  | 'PENDING'
  | 'IN_PROGRESS'
  | 'IN_REVIEW'
  | 'NEEDS_FIX'
  | 'DONE'
  /** Needs a person. */
  | 'BLOCKED'
  /** Ended without its result; a new attempt may take it up. */
  | 'FAILED'
  | 'CANCELLED';

const OPEN_ENDS = ['BLOCKED', 'FAILED', 'CANCELLED'] as const;

const NEXT: Readonly<Record<WorkStatus, readonly WorkStatus[]>> = {
  PENDING: ['IN_PROGRESS', ...OPEN_ENDS],
  IN_PROGRESS: ['IN_REVIEW', ...OPEN_ENDS],
  IN_REVIEW: ['DONE', 'NEEDS_FIX', ...OPEN_ENDS],
  NEEDS_FIX: ['IN_PROGRESS', ...OPEN_ENDS],
  DONE: [],
  // A person takes it up again.
  BLOCKED: ['PENDING', 'CANCELLED'],
  FAILED: ['IN_PROGRESS', 'BLOCKED', 'CANCELLED'],
  CANCELLED: [],
};

export const canMove = (from: WorkStatus, to: WorkStatus): boolean => NEXT[from].includes(to);

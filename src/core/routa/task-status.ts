import type { WorkStatus } from '../kernel/work-status.ts';

/** The words of ROUTA's tools for the states that every workflow shares. */
export type TaskStatus =
  | 'PENDING'
  | 'IN_PROGRESS'
  | 'REVIEW_REQUIRED'
  | 'NEEDS_FIX'
  | 'COMPLETED'
  | 'BLOCKED'
  | 'CANCELLED';

const WORDS: Readonly<Record<WorkStatus, TaskStatus>> = {
  PENDING: 'PENDING',
  IN_PROGRESS: 'IN_PROGRESS',
  IN_REVIEW: 'REVIEW_REQUIRED',
  NEEDS_FIX: 'NEEDS_FIX',
  DONE: 'COMPLETED',
  BLOCKED: 'BLOCKED',
  FAILED: 'NEEDS_FIX',
  CANCELLED: 'CANCELLED',
};

export const taskStatus = (status: WorkStatus): TaskStatus => WORDS[status];

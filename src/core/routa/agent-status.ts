/** The state of an agent; waiting is a reason on ACTIVE, so that the five documented states suffice. */
export type AgentStatus = 'PENDING' | 'ACTIVE' | 'COMPLETED' | 'ERROR' | 'CANCELLED';

const NEXT: Readonly<Record<AgentStatus, readonly AgentStatus[]>> = {
  PENDING: ['ACTIVE', 'ERROR', 'CANCELLED'],
  ACTIVE: ['COMPLETED', 'ERROR', 'CANCELLED'],
  // A fix request, a wake or a new task.
  COMPLETED: ['ACTIVE', 'CANCELLED'],
  ERROR: [],
  CANCELLED: [],
};

export const agentCanMove = (from: AgentStatus, to: AgentStatus): boolean => NEXT[from].includes(to);

/** Whether it can still be given something to do. */
export const isAlive = (status: AgentStatus): boolean => status !== 'ERROR' && status !== 'CANCELLED';

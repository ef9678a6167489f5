import type { AppliedChange } from './workflow.ts';

/** Which changes of a run are meant: all that agree with every member. */
export type ChangePart = Pick<AppliedChange, 'number' | 'cycle' | 'turn' | 'agentId'>;

export const isPartOf =
  ({ number, cycle, turn, agentId }: ChangePart) =>
  (change: ChangePart): boolean =>
    (number === undefined || number === change.number) &&
    (cycle === undefined || cycle === change.cycle) &&
    (turn === undefined || turn === change.turn) &&
    (agentId === undefined || agentId === change.agentId);

/** How a part is called before "of": empty for the whole run. */
export const partName = ({ number, turn, agentId }: ChangePart): string =>
  [
    ...(number === undefined ? [] : [`change ${number}`]),
    ...(turn === undefined ? [] : [`turn ${turn}`]),
    ...(agentId === undefined ? [] : [`what ${agentId} changed`]),
  ].join(', ');

import { assertNever } from '../kernel/assert-never.ts';
import type { Outcome } from '../workorder/outcome.ts';
import { COLOR, type NodeIcon } from './view-node.ts';

/** The icon of an outcome, also used by the lists of runs and work orders. */
export function verdictIcon(outcome: Pick<Outcome, 'kind'>, reverted: boolean): NodeIcon {
  if (reverted) return { codicon: 'discard', color: COLOR.quiet };
  switch (outcome.kind) {
    case 'APPLIED':
    case 'CHECKED':
      return { codicon: 'pass-filled', color: COLOR.good };
    case 'BLOCKED':
      return { codicon: 'stop-circle', color: COLOR.attention };
    case 'FAILED':
      return { codicon: 'error', color: COLOR.bad };
    case 'CANCELLED':
      return { codicon: 'circle-slash', color: COLOR.quiet };
    default:
      return assertNever(outcome.kind);
  }
}

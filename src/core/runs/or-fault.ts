import { WorkspaceFault } from '../gate/change-gate.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { Result } from '../kernel/result.ts';

/** The value; what git could not do ends the work, and what was cut short by a person is cancelled. */
export function orFault<T>(result: Result<T>, signal: AbortSignal): T {
  if (result.ok) return result.value;
  throwIfCancelled(signal);
  throw new WorkspaceFault(result.error);
}

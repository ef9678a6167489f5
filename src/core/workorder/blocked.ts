import { fail } from '../kernel/result.ts';
import type { BlockedBy, Outcome } from './outcome.ts';

/** Ends a run before anything was applied. */
export function blocked(
  by: BlockedBy,
  reasons: readonly string[],
  requiredChanges: readonly string[] = [],
  fault?: string,
): { readonly ok: false; readonly error: Outcome } {
  return fail<Outcome>({ kind: 'BLOCKED', by, reasons, requiredChanges, ...(fault && { fault }) });
}

import { EXIT } from './io.ts';

const CODES: Readonly<Record<string, number>> = {
  APPLIED: EXIT.ok,
  CHECKED: EXIT.ok,
  DONE: EXIT.ok,
  EXECUTED: EXIT.ok,
  WAITING: EXIT.blocked,
  BLOCKED: EXIT.blocked,
  CANCELLED: EXIT.cancelled,
};

/** 0 done, 1 failed, 2 needs a person, 130 cancelled: the same for every kind of work. */
export function exitCodeOf(
  outcome: { readonly kind: string; readonly failed?: readonly string[] } | undefined,
): number {
  if (outcome === undefined || (outcome.failed ?? []).length > 0) return EXIT.failed;
  return CODES[outcome.kind] ?? EXIT.failed;
}

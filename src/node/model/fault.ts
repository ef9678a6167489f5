import { defined } from '../../core/kernel/defined.ts';
import type { ModelReply } from '../../core/ports/model.ts';
import type { LostTries } from './lost-tries.ts';

/** Every way in which a request gives no whole answer; docs/models.md says what to do about each. */
export const FAULT_CODES = [
  // The way to the endpoint.
  'unreachable',
  'redirected',
  'timeout',
  'stalled',
  'cut_off',
  'too_large',
  'wrong_content_type',
  'invalid_response',
  // What the endpoint said instead of an answer.
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'context_overflow',
  'insufficient_quota',
  'rate_limited',
  'conflict',
  'server_error',
  // What the model gave instead of a whole answer.
  'truncated',
  'endless',
  'refusal',
  'content_filter',
  'several_choices',
  'several_answers',
  'empty',
  'unfinished',
  // Our own side.
  'client',
  'replay',
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

export interface Fault {
  readonly code: FaultCode;
  /** A sentence that names the thing and the next step, not yet redacted. */
  readonly reason: string;
  readonly retry: 'no' | 'yes';
  /** What the endpoint asked to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The server has not read the model into memory yet: no try was made. */
  readonly isLoading?: boolean;
}

/** Carries a fault out of the middle of a response; caught where the request was made. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.reason);
    this.fault = fault;
  }
}

export const faultOnce = (code: FaultCode, reason: string): Fault => ({ code, reason, retry: 'no' });
export const faultToRetry = (code: FaultCode, reason: string): Fault => ({ code, reason, retry: 'yes' });

/** What the endpoint or the network gets over without anybody changing the request. */
const OUTAGES: ReadonlySet<FaultCode> = new Set([
  'unreachable',
  'stalled',
  'cut_off',
  'rate_limited',
  'server_error',
]);

/** @param lost what the tries before it cost and wrote; left out when nothing was asked */
export const asReply = (
  fault: Fault,
  reason: string,
  lost?: Pick<LostTries, 'usage' | 'written'>,
): ModelReply => ({
  kind: 'fault',
  code: fault.code,
  reason,
  ...defined({ usage: lost?.usage(), written: lost?.written() }),
  ...(fault.retry === 'yes' && OUTAGES.has(fault.code)
    ? { outage: defined({ retryAfterMs: fault.retryAfterMs }) }
    : {}),
});

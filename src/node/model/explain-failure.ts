import type { Answerer } from './completion-event.ts';
import { type Fault, FaultError, faultOnce, faultToRetry } from './fault.ts';
import { RefusedError } from './guarded-fetch.ts';
import type { HttpRefusal } from './http-fault.ts';

/** Why a request gave no reply. */
export type Failure =
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Finds our own error inside those that fetch and the openai package wrap around it; else names the cause. */
export function explainFailure(error: unknown, { host }: Answerer): Failure {
  const causes = causesOf(error);
  for (const cause of causes) {
    if (cause instanceof RefusedError) return { kind: 'refused', refusal: cause.refusal };
    if (cause instanceof FaultError) return { kind: 'fault', fault: cause.fault };
  }
  const code = causes.map(codeOf).findLast(found => found !== undefined);
  const because = code ?? causes.at(-1)?.message ?? String(error);
  if (code !== undefined && /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)) {
    return fault(faultOnce('unreachable', `The certificate of ${host} is not trusted (${code})`));
  }
  if (!isNetworkError(causes)) {
    return fault(faultOnce('client', `The request to ${host} could not be made: ${because}`));
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return fault(
      faultToRetry('cut_off', `${host} closed the connection before the answer was finished (${code})`),
    );
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return fault(
      faultToRetry('stalled', `${host} sent nothing for so long that the connection was given up (${code})`),
    );
  }
  if (code !== undefined && /^(Z_|HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code)) {
    return fault(faultToRetry('invalid_response', `${host} sent a damaged response (${code})`));
  }
  return fault(
    faultToRetry(
      'unreachable',
      `${host} cannot be reached (${because}); see whether the server is running and the base URL is right`,
    ),
  );
}

const fault = (found: Fault): Failure => ({ kind: 'fault', fault: found });

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) {
    causes.push(cause);
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) causes.push(cause.errors[0]);
  }
  return causes;
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** undici says "fetch failed" or "terminated"; everything else that throws is not the network. */
const isNetworkError = (causes: readonly Error[]): boolean =>
  causes.some(
    cause =>
      (cause instanceof TypeError && /fetch failed|terminated|network/i.test(cause.message)) ||
      /^(E[A-Z]+|UND_ERR_\w+|ERR_TLS\w*|ERR_SSL\w*|HPE_\w+|Z_\w+)$/.test(codeOf(cause) ?? ''),
  );

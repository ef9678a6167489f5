import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { inertText } from '../../core/kernel/inert-text.ts';

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** Clients give up on a call that says nothing, and a person may take a while to decide. */
const SIGN_OF_LIFE_MS = 10_000;

/**
 * What a call is at, for a client that asked to be told: each line, and when there is none for a while how long it has
 * taken. Ends with the work.
 */
export async function withProgress<T>(
  { _meta, sendNotification }: Pick<Extra, '_meta' | 'sendNotification'>,
  work: (onProgress: (line: string) => void) => Promise<T>,
): Promise<T> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return work(() => undefined);
  const started = performance.now();
  let progress = 0;
  const tell = (message: string) => {
    const params = { progressToken, progress: ++progress, message: inertText(message) };
    // A client that has gone is told nothing; the call itself hears of that.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    timer.refresh();
  };
  const timer = setInterval(
    () => tell(`still at work after ${Math.round((performance.now() - started) / 1000)} s`),
    SIGN_OF_LIFE_MS,
  );
  try {
    return await work(tell);
  } finally {
    clearInterval(timer);
  }
}

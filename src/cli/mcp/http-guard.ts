import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The one interface that is ever listened on. */
export const HOST = '127.0.0.1';

export interface Refusal {
  readonly status: 401 | 403 | 405;
  readonly reason: string;
}

/** What streamable HTTP has a meaning for. */
export const METHODS: readonly string[] = ['GET', 'POST', 'DELETE'];

/**
 * Why a request is not let in; `undefined`: it is. A page of the web can reach this machine under another name (DNS
 * rebinding), and then says so in `Host` and `Origin`; whoever else is on this machine does not know the token.
 */
export function refusalOf(
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { port, token }: { readonly port: number; readonly token: string },
): Refusal | undefined {
  const { host = '', origin, authorization = '' } = headers;
  const hosts = [`${HOST}:${port}`, `localhost:${port}`];
  if (!hosts.includes(host.toLowerCase()))
    return { status: 403, reason: `requests for another host are refused; use http://${HOST}:${port}/mcp` };
  if (origin !== undefined && !hosts.some(one => origin.toLowerCase() === `http://${one}`))
    return { status: 403, reason: 'requests of web pages are refused' };
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!isSame(given, token))
    return {
      status: 401,
      reason: 'send the token that was printed at the start: Authorization: Bearer TOKEN',
    };
  if (!METHODS.includes(method))
    return { status: 405, reason: `${method} is not supported here; use ${METHODS.join(', ')}` };
  return undefined;
}

/** Takes as long for any wrong one. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The one interface that is ever listened on. */
export const HOST = '127.0.0.1';

export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

/**
 * Why a request is not let in; `undefined`: it is. A page of the web can reach this machine under another name (DNS
 * rebinding), and then says so in `Host` and `Origin`; whoever else is on this machine does not know the token.
 */
export function refusalOf(
  { host = '', origin, authorization = '' }: IncomingHttpHeaders,
  { port, token }: { readonly port: number; readonly token: string },
): Refusal | undefined {
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
  return undefined;
}

/** Takes as long for any wrong one. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

import { randomBytes } from 'node:crypto';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { serveHttp } from './serve-http.ts';
import { serveTools } from './serve-tools.ts';

/** Clients at the same time. */
const MOST_CLIENTS = 16;
/** A token that a person chose and another can guess is none. */
const SHORTEST_TOKEN = 24;

/** `workorder mcp --http`: says where it listens and, where the token is a new one, what it is. */
export async function serveOnPort(line: CommandLine, io: Io, given: string | undefined): Promise<void> {
  const port = Number(given ?? 0);
  if (!/^\d{1,5}$/.test(given ?? '0') || port > 65_535)
    throw new UsageError(`--http takes a port from 1 to 65535, not "${given}"`);
  const own = io.env['WORKORDER_MCP_TOKEN'];
  if (own !== undefined && !/^[\x21-\x7e]+$/.test(own))
    throw new UsageError('WORKORDER_MCP_TOKEN must be one word of ASCII characters');
  if (own !== undefined && own.length < SHORTEST_TOKEN)
    throw new UsageError(`WORKORDER_MCP_TOKEN must have at least ${SHORTEST_TOKEN} characters`);
  const token = own ?? randomBytes(32).toString('base64url');
  const onListening = (url: string) => {
    if (line.json) io.stdout(`${JSON.stringify({ url, ...(own === undefined ? { token } : {}) })}\n`);
    else io.stdout(`${url}\nAuthorization: Bearer ${own === undefined ? token : '(WORKORDER_MCP_TOKEN)'}\n`);
  };
  const serve = await serveTools(line, io);
  try {
    await serveHttp(serve, { port, token, mostSessions: MOST_CLIENTS, onListening }, line.signal);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used' : 'is used by another program';
    throw new UsageError(
      `port ${port} of 127.0.0.1 ${why}; give another port, or leave it out for a free one`,
    );
  }
}

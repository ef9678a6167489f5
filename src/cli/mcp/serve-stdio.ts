import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { limitedMessages, MAX_MESSAGE_BYTES } from '../limited-messages.ts';
import type { Serve } from './served.ts';
import { openSession } from './session.ts';

/** One client on standard input and output; resolves when it goes away or the signal is aborted. */
export async function serveStdio(serve: Serve, signal: AbortSignal): Promise<void> {
  const server = openSession(serve, signal);
  const closed = new Promise<void>(resolve => {
    server.onclose = resolve;
  });
  signal.addEventListener('abort', () => void server.close(), { once: true });
  process.stdin.once('end', () => void server.close());
  const transport = new StdioServerTransport(process.stdin.pipe(limitedMessages(() => void refuse())));
  const refuse = () => {
    const message = `the message is longer than ${MAX_MESSAGE_BYTES} bytes and was not read`;
    // Its id is not known, because it was not read.
    return transport.send({ jsonrpc: '2.0', id: undefined, error: { code: -32600, message } });
  };
  await server.connect(transport);
  await closed;
  // A client that keeps its end open would keep the process, too.
  process.stdin.destroy();
}

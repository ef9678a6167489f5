import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { limitedMessages, MAX_MESSAGE_BYTES } from '../limited-messages.ts';
import { MessageCheck, noteAnswers, type Untaken } from './check-message.ts';
import { checkedLines } from './checked-lines.ts';
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
  const check = new MessageCheck();
  const refuse = ({ id, ...error }: Untaken) => void transport.send({ jsonrpc: '2.0', id, error });
  const tooLong = `the message is longer than ${MAX_MESSAGE_BYTES} bytes and was not read`;
  const lines = process.stdin.pipe(
    limitedMessages(() => refuse({ code: ErrorCode.InvalidRequest, message: tooLong })),
  );
  const transport = new StdioServerTransport(lines.pipe(checkedLines(check, refuse)));
  noteAnswers(transport, check);
  await server.connect(transport);
  await closed;
  // A client that keeps its end open would keep the process, too.
  process.stdin.destroy();
}

import path from 'node:path';
import process from 'node:process';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  type ContentBlock,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptResponse,
  RequestError,
} from '@agentclientprotocol/sdk';
import { version } from '../../generated/version.ts';
import { UsageError } from '../io.ts';
import { limitedMessages, MAX_MESSAGE_BYTES } from '../limited-messages.ts';
import { newSessionId } from './session-store.ts';

/** One conversation of an editor with an agent of ours, in one workspace. */
export interface EditorSession {
  /** Shows what was said and done in it before. */
  replay(client: AgentContext): Promise<void>;
  /** One turn, to its end; aborted: the person stopped it. */
  prompt(text: string, client: AgentContext, signal: AbortSignal): Promise<PromptResponse['stopReason']>;
}

/**
 * Opens a conversation in a folder, a new one or one of earlier; `undefined`: there is none of this id there. Rejects
 * with `UsageError` where that cannot be.
 */
type OpenSession = (cwd: string, sessionId: string, isEarlier: boolean) => Promise<EditorSession | undefined>;

/** Serves one editor on standard input and output; resolves when it goes away or the signal is aborted. */
export async function serveAcp(open: OpenSession, signal: AbortSignal): Promise<void> {
  const sessions = new Map<string, { readonly session: EditorSession; running?: AbortController }>();
  const turns = new Set<Promise<unknown>>();
  const find = (id: string) => {
    const found = sessions.get(id);
    if (found === undefined) throw RequestError.sessionNotFound(id);
    return found;
  };
  const begin = async (cwd: string, sessionId: string, isEarlier: boolean): Promise<EditorSession> => {
    if (!path.isAbsolute(cwd) || cwd.includes('\0'))
      throw RequestError.invalidParams(
        { cwd },
        `the folder must be an absolute path, not ${JSON.stringify(cwd)}`,
      );
    const session = await open(cwd, sessionId, isEarlier).catch((error: unknown) => {
      if (error instanceof UsageError) throw RequestError.invalidParams({ cwd }, error.message);
      throw error;
    });
    if (session === undefined) throw RequestError.sessionNotFound(sessionId);
    sessions.set(sessionId, { session });
    return session;
  };
  const { agent: of } = methods;
  const app = agent({ name: 'work-order' })
    .onRequest(of.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentInfo: { name: 'work-order', title: 'Work Order', version },
      agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
      authMethods: [],
    }))
    .onRequest(of.session.new, async ({ params: { cwd } }) => {
      const sessionId = newSessionId();
      await begin(cwd, sessionId, false);
      return { sessionId };
    })
    .onRequest(of.session.load, async ({ params: { cwd, sessionId }, client }) => {
      if (sessions.get(sessionId)?.running)
        throw RequestError.invalidRequest({}, 'a turn of this session is under way');
      await (await begin(cwd, sessionId, true)).replay(client);
      return {};
    })
    .onRequest(of.session.prompt, async ({ params, client, signal: until }) => {
      const entry = find(params.sessionId);
      if (entry.running) throw RequestError.invalidRequest({}, 'the turn before has not ended');
      const text = textOf(params.prompt);
      const problem = whyNotRead(params.prompt, text);
      if (problem !== undefined) throw RequestError.invalidParams({}, problem);
      const running = new AbortController();
      entry.running = running;
      const either = AbortSignal.any([signal, until, running.signal]);
      const turn = entry.session.prompt(text, client, either);
      turns.add(turn);
      try {
        return { stopReason: await turn };
      } finally {
        turns.delete(turn);
        delete entry.running;
      }
    })
    .onNotification(of.session.cancel, ({ params }) => sessions.get(params.sessionId)?.running?.abort());
  const refuseLong = () => {
    const message = `the message is longer than ${MAX_MESSAGE_BYTES} bytes and was not read`;
    // Its id is not known, because it was not read.
    const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message } };
    process.stdout.write(`${JSON.stringify(refused)}\n`);
  };
  const messages = process.stdin.pipe(limitedMessages(refuseLong));
  const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(messages), {
    maxMessageBytes: MAX_MESSAGE_BYTES,
  });
  const connection = app.connect(stream);
  signal.addEventListener('abort', () => connection.close(), { once: true });
  await connection.closed;
  for (const { running } of sessions.values()) running?.abort();
  // A run ends with its last line in the journal.
  await Promise.allSettled(turns);
  process.stdin.destroy();
}

/** Nobody is to think that something was read that was not. */
function whyNotRead(blocks: readonly ContentBlock[], text: string): string | undefined {
  const other = blocks.find(block => block.type === 'image' || block.type === 'audio');
  if (other)
    return `it reads text and files, and no ${other.type}: leave it out, or say in words what it shows`;
  const binary = blocks.find(block => block.type === 'resource' && !('text' in block.resource));
  if (binary?.type === 'resource')
    return `${binary.resource.uri} is attached as bytes, and only text is read`;
  return text.trim() === '' ? 'the prompt is empty: say what is to be done' : undefined;
}

/** What the person says, with what they attached. */
const textOf = (blocks: readonly ContentBlock[]): string =>
  blocks
    .map(block => {
      switch (block.type) {
        case 'text':
          return block.text;
        case 'resource_link':
          return block.uri;
        case 'resource':
          return 'text' in block.resource ? `\n${block.resource.uri}:\n${block.resource.text}\n` : '';
        default:
          return '';
      }
    })
    .join('');

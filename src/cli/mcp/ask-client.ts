import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ErrorCode,
  McpError,
  type PrimitiveSchemaDefinition,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { clientName } from './client-name.ts';

/** A person may be away for a while. */
const TIMEOUT_MS = 60 * 60 * 1000;
/** Longer texts cannot be read in a client's question, so nothing is approved by one. */
export const MAX_QUESTION = 30_000;

/** How the user of an MCP client is called in records: an answer is what the client passes on, so it is named. */
const userOf = (name: string): string =>
  `the user of the MCP client${name === '' ? '' : `, as ${name} passed it on`}`;
/** Who declined: some clients do it on their own, without anybody who could see a question. */
const clientOf = (name: string): string => `the MCP client${name === '' ? '' : ` ${name}`}`;

/**
 * The form as it was filled in. `declined`: the client declined or dismissed the question, whoever that was; `none`:
 * it answered with an error.
 */
export type ClientAnswer = Readonly<Record<string, unknown>> | 'declined' | 'none';

export interface Answerers {
  /** The user of the client, as far as the client says so. */
  readonly user: string;
  readonly client: string;
}

/** Asks the user of an MCP client (elicitation). */
export interface ClientQuestions {
  /** Whether the client can ask its user at all; waits until the client has connected. */
  canAsk(signal: AbortSignal): Promise<boolean>;
  /** Who an answer is by, for records; waits until the client has connected. */
  who(signal: AbortSignal): Promise<Answerers>;
  /**
   * One of two answers, and what is typed into `fields`. The refusal comes first and nothing is filled in: clients
   * select the first answer, and Enter that is pressed too early must approve nothing. Rejects with `Cancelled` only.
   */
  ask(
    message: string,
    options: { readonly refuse: string; readonly approve: string },
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ClientAnswer>;
}

/**
 * @param connected the server, once its client has said what it can do
 * @param about the request that a question belongs to, so that it comes where that is answered; left out: none
 */
export function clientQuestions(connected: Promise<Server>, about?: RequestId): ClientQuestions {
  const open = (signal: AbortSignal) => orCancelled(connected, signal);
  return {
    async canAsk(signal) {
      return (await open(signal)).getClientCapabilities()?.elicitation?.form !== undefined;
    },
    async who(signal) {
      const name = clientName(await open(signal));
      return { user: userOf(name), client: clientOf(name) };
    },
    async ask(message, { refuse, approve }, fields, signal) {
      const server = await open(signal);
      const typed = Object.entries(fields).map(([name, title]): [string, PrimitiveSchemaDefinition] => [
        name,
        { type: 'string', title: showControls(title) },
      ]);
      try {
        const question = server.elicitInput(
          {
            mode: 'form',
            message: showControls(message),
            requestedSchema: {
              type: 'object',
              properties: {
                decision: { type: 'string', title: 'Decision', enum: [refuse, approve] },
                ...Object.fromEntries(typed),
              },
              required: ['decision'],
            },
          },
          { signal, timeout: TIMEOUT_MS, ...(about === undefined ? {} : { relatedRequestId: about }) },
        );
        const answer = await orCancelled(question, signal);
        return answer.action === 'accept' ? (answer.content ?? {}) : 'declined';
      } catch (error) {
        if (error instanceof Cancelled || signal.aborted) throw new Cancelled();
        // A client that went away has decided nothing: the work is about to be cancelled, and can be resumed.
        const isGone = error instanceof McpError && error.code === ErrorCode.ConnectionClosed;
        return isGone ? orCancelled(new Promise<never>(() => undefined), signal) : 'none';
      }
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import { RequestError } from '@agentclientprotocol/sdk';
import { fail, type Result } from '../../core/kernel/result.ts';

/** How long the end of an agent may take to be seen after its last answer. */
const LAST_WORDS_MS = 500;

/** Its end closes the connection, and says more than that. */
export async function whyNoAnswer(error: unknown, ended: Promise<Result<never>>): Promise<Result<never>> {
  const soon = wait(LAST_WORDS_MS, undefined, { ref: false });
  return (await Promise.race([ended, soon])) ?? fail(`the agent answered with an error: ${messageOf(error)}`);
}

/** With what the agent says in detail. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data = error instanceof RequestError ? error.data : undefined;
  const details = typeof data === 'object' && data !== null && 'details' in data ? data.details : data;
  return typeof details === 'string' && details !== error.message
    ? `${error.message}: ${details}`.slice(0, 600)
    : error.message.slice(0, 600);
}

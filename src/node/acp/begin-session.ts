import { setTimeout as wait } from 'node:timers/promises';
import {
  type AuthMethod,
  type InitializeResponse,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { version } from '../../generated/version.ts';
import type { ProgramOptions } from '../wrap/placed-program.ts';
import type { AgentProcess } from './agent-process.ts';
import { messageOf, whyNoAnswer } from './why-no-answer.ts';

/** How long an agent may take until it answers for the first time; command lines of agents load for seconds. */
const ANSWER_MS = 120_000;
const AUTH_REQUIRED = -32000;

/** Agrees on a version, and begins a session. */
export async function beginSession(
  { connection, ended }: AgentProcess,
  workspace: string,
  { network }: ProgramOptions,
): Promise<Result<{ readonly agentName: string; readonly sessionId: string }>> {
  const silent = wait(ANSWER_MS, undefined, { ref: false }).then(() =>
    fail(`the agent did not answer in ${ANSWER_MS / 1000} s: does it speak the Agent Client Protocol?`),
  );
  const first = ended.then(end =>
    end.ok ? end : fail(`${end.error}. It has to speak the Agent Client Protocol from its start`),
  );
  const hello = async () => {
    const said = await connection.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: {
        // It reads its copy by itself, as we would: Gemini CLI takes an answer that there is no such file for a failure.
        fs: { readTextFile: false, writeTextFile: true },
        terminal: process.platform !== 'win32',
      },
      clientInfo: { name: 'work-order', title: 'Work Order', version },
    });
    if (said.protocolVersion !== PROTOCOL_VERSION)
      return fail(
        `the agent speaks version ${said.protocolVersion} of the Agent Client Protocol, and this is version ${PROTOCOL_VERSION}`,
      );
    try {
      const { sessionId } = await connection.agent.request(methods.agent.session.new, {
        cwd: workspace,
        mcpServers: [],
      });
      return ok({ agentName: nameOf(said), sessionId });
    } catch (error) {
      return fail(whyNoSession(error, said.authMethods ?? [], network));
    }
  };
  const answered = hello().catch((error: unknown) => whyNoAnswer(error, first));
  return Promise.race([answered, first, silent]);
}

function nameOf({ agentInfo }: InitializeResponse): string {
  const words = [agentInfo?.title ?? agentInfo?.name ?? 'the agent', agentInfo?.version ?? ''];
  return words.join(' ').replace(/\s+/g, ' ').trim().slice(0, 80);
}

function whyNoSession(error: unknown, ways: readonly AuthMethod[], network: boolean): string {
  if (!(error instanceof RequestError) || error.code !== AUTH_REQUIRED)
    return `the agent did not start a session: ${messageOf(error)}${network ? '' : ' (it has no network: --allow-network gives it one)'}`;
  const names = ways.map(({ name }) => name).join(', ');
  return `the agent wants you to sign in${names === '' ? '' : ` (${names})`}: start it yourself once and sign in, or pass it its key with --env NAME`;
}

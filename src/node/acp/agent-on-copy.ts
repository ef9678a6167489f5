import { setTimeout as wait } from 'node:timers/promises';
import {
  type AuthMethod,
  type ClientApp,
  client,
  type InitializeResponse,
  methods,
  type PermissionOption,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionResponse,
} from '@agentclientprotocol/sdk';
import { Cancelled, NEVER, orCancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import type {
  AgentOnCopy,
  OutsideClient,
  OutsideSession,
  OutsideTurn,
} from '../../core/ports/agent-on-copy.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { version } from '../../generated/version.ts';
import { changedInCopy } from '../wrap/changed-in-copy.ts';
import { type PlacedProgram, type ProgramOptions, placeProgram } from '../wrap/placed-program.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { type CopyFiles, copyFiles } from './copy-files.ts';
import { UpdateReader } from './read-update.ts';
import { refreshCopy } from './refresh-copy.ts';
import { Terminals } from './terminals.ts';

const NOTHING = { files: [], receipts: [] };
/** How long an agent may take until it answers for the first time; command lines of agents load for seconds. */
const ANSWER_MS = 120_000;
/** How long it may take to end a turn that is cancelled. */
const GRACE_MS = 5000;
/** How long its end may take to be seen after its last answer. */
const LAST_WORDS_MS = 500;
const AUTH_REQUIRED = -32000;
/** Between two turns nobody is asked: the person has the word. */
const NO_TURN = AbortSignal.abort();

/** An agent that speaks the Agent Client Protocol, started on a copy of the workspace as any program of a person is. */
export const createAgentOnCopy = (options: ProgramOptions): AgentOnCopy => ({
  async open(listener, signal) {
    const opened = await options.scratch.open(NOTHING, signal, { links: 'kept' });
    if (!opened.ok) return opened;
    const copies = opened.value;
    try {
      const placed = await placeProgram(copies, options, signal);
      const session = placed.ok ? await connect(copies, placed.value, options, listener, signal) : placed;
      if (!session.ok) await copies.dispose();
      return session;
    } catch (error) {
      await copies.dispose();
      throw error;
    }
  },
});

async function connect(
  copies: ScratchCopies,
  placed: PlacedProgram,
  options: ProgramOptions,
  listener: OutsideClient,
  signal: AbortSignal,
): Promise<Result<OutsideSession>> {
  await placed.look();
  const files = copyFiles(placed, copies.after, options.processes);
  let agent: AgentProcess | undefined;
  const terminals = new Terminals(placed, options.processes, pid => agent?.count(pid) ?? (() => undefined));
  const turn: { signal: AbortSignal } = { signal: NO_TURN };
  const app = serve(placed.workspace, files, terminals, listener, turn);
  const started = await startAgent(placed, app, options);
  agent = started;
  const end = async () => {
    await terminals.close();
    await started.stop();
  };
  try {
    const opened = await orCancelled(shakeHands(started, placed.workspace, options), signal);
    if (opened.ok)
      return ok(
        new AcpSession({ ...opened.value, copies, placed, options, files, agent: started, turn, end }),
      );
    await end();
    return opened;
  } catch (error) {
    await end();
    throw error;
  }
}

/** What an agent may ask of us, all of it inside of the copy. */
function serve(
  workspace: string,
  files: CopyFiles,
  terminals: Terminals,
  listener: OutsideClient,
  turn: { readonly signal: AbortSignal },
): ClientApp {
  const reader = new UpdateReader(workspace);
  const { client: of } = methods;
  return client({ name: 'work-order' })
    .onNotification(of.session.update, ({ params }) => {
      const update = reader.update(params.update);
      if (update) listener.onUpdate(update);
    })
    .onRequest(of.session.requestPermission, async ({ params }) => {
      const request = reader.permission(params);
      try {
        const { signal } = turn;
        throwIfCancelled(signal);
        const granted = await orCancelled(listener.permit(request, signal), signal);
        return answerWith(params.options, granted);
      } catch (error) {
        if (error instanceof Cancelled) return { outcome: { outcome: 'cancelled' } };
        throw error;
      }
    })
    .onRequest(of.fs.readTextFile, async ({ params: { path, line, limit }, signal }) => {
      const read = await files.read(path, signal);
      if (!read.ok) throw RequestError.invalidParams({ path }, read.error);
      if (read.value === undefined) throw RequestError.resourceNotFound(path);
      const text = decodeUtf8(read.value);
      if (text === undefined) throw RequestError.invalidParams({ path }, `${path} is not UTF-8`);
      return { content: linesOf(text, line, limit) };
    })
    .onRequest(of.fs.writeTextFile, async ({ params: { path, content }, signal }) => {
      const written = await files.write(path, new TextEncoder().encode(content), signal);
      if (!written.ok) throw RequestError.invalidParams({ path }, written.error);
      return {};
    })
    .onRequest(of.terminal.create, async ({ params }) => ({ terminalId: await terminals.create(params) }))
    .onRequest(of.terminal.output, ({ params }) => terminals.output(params.terminalId))
    .onRequest(of.terminal.waitForExit, ({ params }) => terminals.waitForExit(params.terminalId))
    .onRequest(of.terminal.kill, ({ params }) => {
      terminals.kill(params.terminalId);
      return {};
    })
    .onRequest(of.terminal.release, ({ params }) => {
      terminals.release(params.terminalId);
      return {};
    });
}

/** The answer of the agent's own that says so, this once rather than always. */
function answerWith(options: readonly PermissionOption[], granted: boolean): RequestPermissionResponse {
  const kinds = granted
    ? (['allow_once', 'allow_always'] as const)
    : (['reject_once', 'reject_always'] as const);
  const option = kinds.map(kind => options.find(one => one.kind === kind)).find(one => one !== undefined);
  return option
    ? { outcome: { outcome: 'selected', optionId: option.optionId } }
    : { outcome: { outcome: 'cancelled' } };
}

/** `limit` lines from the 1-based `line` on. */
function linesOf(text: string, line?: number | null, limit?: number | null): string {
  if (line === undefined && limit === undefined) return text;
  const from = Math.max(1, line ?? 1) - 1;
  const lines = text.split(/(?<=\n)/);
  return lines.slice(from, limit === undefined || limit === null ? undefined : from + limit).join('');
}

/** Agrees on a version, and begins a session. */
async function shakeHands(
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
        fs: { readTextFile: true, writeTextFile: true },
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
    return `the agent began no session: ${messageOf(error)}${network ? '' : ' (it may reach no network: --allow-network lets it)'}`;
  const names = ways.map(({ name }) => name).join(', ');
  return `the agent wants you to sign in${names === '' ? '' : ` (${names})`}: start it yourself once and sign in, or pass it its key with --env NAME`;
}

interface SessionParts {
  readonly agentName: string;
  readonly sessionId: string;
  readonly copies: ScratchCopies;
  readonly placed: PlacedProgram;
  readonly options: ProgramOptions;
  readonly files: CopyFiles;
  readonly agent: AgentProcess;
  /** Whoever asks the person asks until this is aborted. */
  readonly turn: { signal: AbortSignal };
  readonly end: () => Promise<void>;
}

class AcpSession implements OutsideSession {
  readonly agent: string;
  readonly sandbox?: string;
  readonly #parts: SessionParts;
  #broken: Result<never> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.agent = parts.agentName;
    if (parts.placed.sandbox !== undefined) this.sandbox = parts.placed.sandbox;
  }

  async refresh(signal: AbortSignal): Promise<readonly string[]> {
    const { options, copies, placed, files } = this.#parts;
    const told = await refreshCopy(options.root, copies, placed.workspace, files, signal);
    await placed.look();
    return told;
  }

  async prompt(text: string, signal: AbortSignal): Promise<Result<OutsideTurn>> {
    throwIfCancelled(signal);
    if (this.#broken) return this.#broken;
    const { options, copies, turn, end } = this.#parts;
    const late = AbortSignal.timeout(options.seconds * 1000);
    const until = AbortSignal.any([signal, late]);
    const over = new AbortController();
    turn.signal = AbortSignal.any([until, over.signal]);
    const started = performance.now();
    const stop = await this.#answer(text, until);
    // A question that it left open is taken back.
    over.abort();
    turn.signal = NO_TURN;
    const ms = performance.now() - started;
    const problem = await this.#problem(stop, late);
    if (problem !== undefined) {
      this.#broken = problem;
      await end();
      return problem;
    }
    // Also of a turn that is cancelled: what it did by then is counted.
    const changed = await changedInCopy(options.root, copies, options.processes, NEVER);
    return ok({ stop: stop.ok ? stop.value : 'cancelled', ms, ...changed });
  }

  async close(): Promise<void> {
    await this.#parts.end();
    await this.#parts.copies.dispose();
  }

  /** Why it stopped. */
  #answer(text: string, until: AbortSignal): Promise<Result<string>> {
    const { agent, sessionId } = this.#parts;
    const { connection, ended } = agent;
    const cancelled = whenAborted(until).then(async () => {
      await connection.agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined);
      await wait(GRACE_MS, undefined, { ref: false });
      return ok('cancelled');
    });
    const answered = connection.agent
      .request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
      .then(({ stopReason }) => ok<string>(stopReason))
      .catch((error: unknown) => whyNoAnswer(error, ended));
    return Promise.race([answered, ended, cancelled]);
  }

  /** Why nothing of this turn may be applied, and nothing more be asked. */
  async #problem(stop: Result<string>, late: AbortSignal): Promise<Result<never> | undefined> {
    const { options, placed } = this.#parts;
    const outside = await placed.pastTheCopy();
    if (outside !== undefined) return fail(outside);
    if (late.aborted) return fail(`the agent was stopped: a turn took longer than ${options.seconds} s`);
    return stop.ok ? undefined : stop;
  }
}

/** Its end closes the connection, and says more than that. */
async function whyNoAnswer(error: unknown, ended: Promise<Result<never>>): Promise<Result<never>> {
  const soon = wait(LAST_WORDS_MS, undefined, { ref: false });
  return (await Promise.race([ended, soon])) ?? fail(`the agent answered with an error: ${messageOf(error)}`);
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** With what the agent says in detail. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data = error instanceof RequestError ? error.data : undefined;
  const details = typeof data === 'object' && data !== null && 'details' in data ? data.details : data;
  return typeof details === 'string' && details !== error.message
    ? `${error.message}: ${details}`.slice(0, 600)
    : error.message.slice(0, 600);
}

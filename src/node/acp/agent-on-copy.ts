import { setTimeout as wait } from 'node:timers/promises';
import { methods } from '@agentclientprotocol/sdk';
import { NEVER, orCancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type {
  AgentOnCopy,
  OutsideClient,
  OutsideSession,
  OutsideTurn,
} from '../../core/ports/agent-on-copy.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { changedInCopy } from '../wrap/changed-in-copy.ts';
import { type PlacedProgram, type ProgramOptions, placeProgram } from '../wrap/placed-program.ts';
import { type AgentProcess, startAgent } from './agent-process.ts';
import { beginSession } from './begin-session.ts';
import { type CopyFiles, copyFiles } from './copy-files.ts';
import { refreshCopy } from './refresh-copy.ts';
import { serveCopy } from './serve-copy.ts';
import { Terminals } from './terminals.ts';
import { whyNoAnswer } from './why-no-answer.ts';

const NOTHING = { files: [], receipts: [] };
/** How long it may take to end a turn that is cancelled. */
const GRACE_MS = 5000;
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
  const app = serveCopy(placed.workspace, files, terminals, listener, turn);
  const started = await startAgent(placed, app, options);
  agent = started;
  const end = async () => {
    await terminals.close();
    await started.stop();
  };
  try {
    const opened = await orCancelled(beginSession(started, placed.workspace, options), signal);
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

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

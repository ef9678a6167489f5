import { type ClientApp, type ClientConnection, ndJsonStream } from '@agentclientprotocol/sdk';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, type Result } from '../../core/kernel/result.ts';
import type { Processes, ProcessInput, ProcessResult } from '../../core/ports/processes.ts';
import { type PlacedProgram, whySandboxFailed } from '../wrap/placed-program.ts';
import { type Limits, watchLimits } from '../wrap/watch-limits.ts';
import { onlyAwaitedAnswers } from './awaited-answers.ts';
import { lineLimit } from './line-limit.ts';

/** Bytes of one message of an agent: a message is read in one go, and nothing else is done meanwhile. */
const MOST_MESSAGE_BYTES = 8 * 1024 * 1024;
/** A timer holds no more: an agent waits for its person between two turns. */
const NO_LIMIT_MS = 2 ** 31 - 1;
/** Bytes that have arrived and are not read yet. */
const MOST_UNREAD_BYTES = 8 * MOST_MESSAGE_BYTES;
const MOST_ERROR_BYTES = 64 * 1024;
const LINES_SHOWN = 3;

/** An agent that runs and is spoken to over its standard input and output. */
export interface AgentProcess {
  readonly connection: ClientConnection;
  /** Resolves when it has ended or was stopped; the error says why, unless we ended it. */
  readonly ended: Promise<Result<never>>;
  /** Counts another process among its own, until the result is called. */
  count(pid: number): () => void;
  /** Ends it with everything it started. */
  stop(): Promise<void>;
}

export async function startAgent(
  placed: PlacedProgram,
  app: ClientApp,
  { processes, limits }: { readonly processes: Processes; readonly limits: Limits },
): Promise<AgentProcess> {
  const life = new AbortController();
  const { program, args, workspace, filled } = placed;
  let problem: string | undefined;
  const stopBecause = (sentence: string) => {
    problem ??= sentence;
    life.abort();
  };
  const watch = watchLimits(filled, limits, stopBecause);
  const pipe = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 1024 });
  const printed = pipe.writable.getWriter();
  let unread = 0;
  const fits = lineLimit(MOST_MESSAGE_BYTES);
  let isReady: (input: ProcessInput) => void = () => undefined;
  const input = new Promise<ProcessInput>(resolve => {
    isReady = resolve;
  });
  const request = await placed.start({
    program,
    args,
    cwd: workspace,
    timeoutMs: NO_LIMIT_MS,
    maxOutputBytes: MOST_ERROR_BYTES,
    signal: life.signal,
    onStart: watch.started,
    onInput: given => isReady(given),
    onBytes: bytes => {
      if (life.signal.aborted) return;
      if (!fits(bytes)) return stopBecause(`it sent a message of more than ${MOST_MESSAGE_BYTES} bytes`);
      unread += bytes.length;
      if (unread > MOST_UNREAD_BYTES) stopBecause('it sends more than can be read');
      const read = () => {
        unread -= bytes.length;
      };
      void printed.write(Uint8Array.from(bytes)).then(read, read);
    },
  });
  const ended = processes
    .run(request)
    .then(
      result => whyEnded(result, placed),
      (error: unknown) => {
        if (!(error instanceof Cancelled)) throw error;
        return fail(problem === undefined ? 'the agent was ended' : `the agent was stopped: ${problem}`);
      },
    )
    .finally(async () => {
      watch.stop();
      await placed.tidy();
      await printed.close().catch(() => undefined);
    });
  const written = new WritableStream<Uint8Array>({
    // It may end before it ever runs.
    write: bytes => Promise.race([input.then(given => given.write(bytes)), ended.then(() => undefined)]),
    close: () => void input.then(given => given.end()),
  });
  const options = { maxMessageBytes: MOST_MESSAGE_BYTES };
  return {
    connection: app.connect(onlyAwaitedAnswers(ndJsonStream(written, pipe.readable, options))),
    ended,
    count: watch.started,
    async stop() {
      life.abort();
      await ended;
    },
  };
}

function whyEnded(result: ProcessResult, { notSeen }: PlacedProgram): Result<never> {
  /** What the sandbox hid from it may be why. */
  const unseen = (end: number | string) =>
    notSeen(end)
      .map(sentence => ` (${sentence})`)
      .join('');
  switch (result.kind) {
    case 'exited': {
      const failed = whySandboxFailed(result.code, result.stderr);
      return (
        failed ??
        fail(`the agent ended with exit code ${result.code}${lastLines(result.stderr)}${unseen(result.code)}`)
      );
    }
    case 'signalled':
      return fail(
        `the agent was ended by ${result.signal}${lastLines(result.stderr)}${unseen(result.signal)}`,
      );
    case 'not_started':
      return fail(`the agent did not start: ${result.reason}`);
    case 'timed_out':
      return fail('the agent was stopped');
  }
}

/** What it said on standard error before it ended. */
function lastLines(text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.length === 0 ? '' : `: ${lines.slice(-LINES_SHOWN).join(' ').slice(0, 600)}`;
}

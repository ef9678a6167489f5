import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMypy } from '../../core/lint/mypy.ts';
import type { MypyDaemon } from '../../core/lint/tool-finder.ts';
import type { Processes, ProcessResult } from '../../core/ports/processes.ts';
import { daemonClientOf, mypyStampOf } from './mypy-surroundings.ts';

/** The daemon leaves by itself after this time without a question: no process outlives a crashed host for long. */
const IDLE_SECONDS = 3600;
/** A cold start reads everything without a cache. */
const START_MS = 600_000;

export interface DaemonParts {
  readonly root: string;
  readonly processes: Processes;
  /** Absolute folder outside the workspace for the daemon's files. */
  readonly folder: string;
  readonly timeoutMs: () => number;
}

export interface DisposableDaemon extends MypyDaemon {
  /** Ends the daemon; resolves when it is gone or cannot be reached. */
  dispose(): Promise<void>;
}

type State =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting' }
  /** Answers as mypy does as long as the stamp is the same. */
  | { readonly kind: 'ready'; readonly stamp: string; readonly client: string };

/**
 * `dmypy` for one workspace. It is asked only under the configuration, program and packages with which mypy itself gave
 * an answer before, because it keeps complaints about the configuration to itself, and only where it follows the same
 * rules as mypy. Whatever else than an answer it gives, mypy itself is run.
 */
export function createMypyDaemon({ root, processes, folder, timeoutMs }: DaemonParts): DisposableDaemon {
  const statusFile = join(folder, 'dmypy.json');
  const stopping = new AbortController();
  let state: State = { kind: 'off' };
  let startup: Promise<void> = Promise.resolve();
  let started: string | undefined;
  let failures = 0;

  const ask = (
    client: string,
    args: readonly string[],
    limit: number,
    signal: AbortSignal,
  ): Promise<ProcessResult> =>
    processes.run({
      program: client,
      args: ['--status-file', statusFile, ...args],
      cwd: root,
      env: { PYTHONUTF8: '1', PYTHONHASHSEED: '0', NO_COLOR: '1', COLUMNS: '100000' },
      timeoutMs: limit,
      signal,
    });
  const check = (client: string, args: readonly string[], limit: number, signal: AbortSignal) =>
    ask(
      client,
      ['run', '--timeout', String(IDLE_SECONDS), '--log-file', join(folder, 'dmypy.log'), '--', ...args],
      limit,
      signal,
    );
  const end = async (client: string) => {
    await ask(client, ['kill'], 5000, new AbortController().signal).catch(() => undefined);
  };

  const start = async (client: string, stamp: string, args: readonly string[]): Promise<void> => {
    await mkdir(folder, { recursive: true });
    started = client;
    const result = await check(client, args, START_MS, stopping.signal);
    const isReady = isAnswer(result, root) && !stopping.signal.aborted;
    if (!isReady) failures++;
    state = isReady ? { kind: 'ready', stamp, client } : { kind: 'off' };
  };

  return {
    async check(tool, args, signal) {
      if (state.kind !== 'ready') return undefined;
      const { client, stamp } = state;
      if ((await mypyStampOf(tool, root)) !== stamp) {
        state = { kind: 'off' };
        return undefined;
      }
      const result = await check(client, args, timeoutMs(), signal);
      if (isAnswer(result, root)) return result;
      state = { kind: 'off' };
      await end(client);
      return undefined;
    },
    follow(tool, args) {
      // Two failures are enough to know that it does not work here.
      if (state.kind !== 'off' || failures >= 2 || stopping.signal.aborted) return;
      state = { kind: 'starting' };
      startup = (async () => {
        const client = await daemonClientOf(tool, root);
        const stamp = await mypyStampOf(tool, root);
        if (client === undefined) {
          failures = 2;
          state = { kind: 'off' };
          return;
        }
        await start(client, stamp, args);
      })().catch(() => {
        failures++;
        state = { kind: 'off' };
      });
    },
    async dispose() {
      stopping.abort();
      await startup;
      if (started !== undefined) await end(started);
      state = { kind: 'off' };
    },
  };
}

const isAnswer = (result: ProcessResult, root: string): boolean => {
  const answer = readMypy(result, 'json', [root], 'exit code');
  return answer.kind === 'answered' && !answer.stoppedEarly;
};

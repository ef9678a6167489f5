import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readMypy } from '../../core/lint/linters/mypy/read-mypy.ts';
import type { MypyDaemon } from '../../core/lint/tool-finder.ts';
import type { Processes, ProcessRequest, ProcessResult } from '../../core/ports/processes.ts';
import { makeFolder } from '../make-folder.ts';
import { daemonClientOf, mypyStampOf } from './mypy-surroundings.ts';

/** The daemon leaves by itself after this time without a question: nothing outlives a crashed host for long. */
const IDLE_SECONDS = 3600;
/** Its first answer is a cold one. */
const FIRST_ANSWER_MS = 600_000;
const DAY_MS = 24 * 3600 * 1000;
/** Whether a daemon is worth its memory, by what mypy took alone and what the daemon took (milliseconds). */
export type WorthADaemon = (alone: number, withDaemon: number | undefined) => boolean;

/** Where modules hardly depend on each other, mypy's own cache is as fast as the daemon. */
const isWorthIt: WorthADaemon = (alone, withDaemon) =>
  alone > 2000 && (withDaemon === undefined || withDaemon < alone);

export interface DaemonParts {
  readonly root: string;
  readonly processes: Processes;
  /** Absolute folder outside the workspace for the daemon's files. */
  readonly folder: string;
  readonly timeoutMs: () => number;
  readonly worthIt?: WorthADaemon;
}

export interface DisposableDaemon extends MypyDaemon {
  /** Ends the daemon, also one that is just starting; resolves when it is gone. */
  dispose(): Promise<void>;
}

/** A running daemon; it answers as mypy does as long as the stamp and the flags are the same. */
interface Running {
  readonly client: string;
  readonly stamp: string;
  readonly flags: string;
  readonly stopping: AbortController;
  /** Settles when the process is gone. */
  readonly ended: Promise<unknown>;
  isReady: boolean;
}

/**
 * `dmypy` for one workspace, as a child of this process. It is asked only under the configuration, program and packages
 * with which mypy itself gave an answer before, because it keeps complaints about the configuration to itself, and only
 * where it follows the same rules as mypy. Whatever else than an answer it gives, mypy itself is run.
 */
export function createMypyDaemon({
  root,
  processes,
  folder,
  timeoutMs,
  worthIt = isWorthIt,
}: DaemonParts): DisposableDaemon {
  const statusFile = join(folder, `dmypy-${process.pid}.json`);
  let running: Running | undefined;
  let startup: Promise<void> = Promise.resolve();
  let failures = 0;
  let isDisposed = false;
  let slowRuns = 0;
  /** What mypy took the last time without the daemon. */
  let alone = 0;

  const run = (client: string, args: readonly string[], more: Pick<ProcessRequest, 'timeoutMs' | 'signal'>) =>
    processes.run({
      program: client,
      args: ['--status-file', statusFile, ...args],
      cwd: root,
      env: { PYTHONUTF8: '1', PYTHONHASHSEED: '0', NO_COLOR: '1', COLUMNS: '100000' },
      ...more,
    });
  const ask = (client: string, paths: readonly string[], limit: number, signal: AbortSignal) =>
    run(client, ['check', '--', ...paths], { timeoutMs: limit, signal });

  const stop = async (daemon: Running | undefined) => {
    if (running === daemon) running = undefined;
    daemon?.stopping.abort();
    await daemon?.ended;
  };

  /** Whether the daemon gave its first answer. */
  const start = async (client: string, stamp: string, args: Arguments): Promise<boolean> => {
    makeFolder(folder);
    await rm(statusFile, { force: true });
    const stopping = new AbortController();
    const flags = ['daemon', '--timeout', String(IDLE_SECONDS), '--', ...args.flags];
    const ended = run(client, flags, { timeoutMs: DAY_MS, signal: stopping.signal }).catch(() => undefined);
    const daemon: Running = { client, stamp, flags: args.flags.join(' '), stopping, ended, isReady: false };
    running = daemon;
    void ended.then(() => stop(daemon));
    if (!isDisposed && (await isListening(statusFile, stopping.signal))) {
      const first = await ask(client, args.paths, FIRST_ANSWER_MS, stopping.signal).catch(() => undefined);
      daemon.isReady = first !== undefined && isAnswer(first, root);
    }
    if (!daemon.isReady) await stop(daemon);
    return daemon.isReady;
  };

  return {
    async check(tool, args, signal) {
      const daemon = running;
      const { flags, paths } = split(args);
      if (!daemon?.isReady || daemon.flags !== flags.join(' ')) return undefined;
      if ((await mypyStampOf(tool, root)) === daemon.stamp) {
        const result = await ask(daemon.client, paths, timeoutMs(), signal);
        if (isAnswer(result, root)) {
          // Slower than mypy itself: this project is better off without.
          if (result.kind === 'exited' && !worthIt(alone, result.ms)) {
            failures++;
            if (failures >= 2) void stop(daemon);
          }
          return result;
        }
      }
      await stop(daemon);
      return undefined;
    },
    follow(tool, args, ms) {
      alone = ms;
      // The first time mypy may have had nothing to remember.
      slowRuns = worthIt(ms, undefined) ? slowRuns + 1 : 0;
      // Two failures are enough to know that it does not work here.
      if (slowRuns < 2 || running !== undefined || failures >= 2 || isDisposed) return;
      startup = startup
        .then(async () => {
          if (running !== undefined || isDisposed) return;
          const client = await daemonClientOf(tool, root);
          if (client === undefined) return;
          if (!(await start(client, await mypyStampOf(tool, root), split(args)))) failures++;
        })
        .catch(() => {
          failures++;
        });
    },
    async dispose() {
      isDisposed = true;
      await stop(running);
      await startup;
      await stop(running);
      await rm(statusFile, { force: true });
    },
  };
}

interface Arguments {
  readonly flags: readonly string[];
  readonly paths: readonly string[];
}

/** Mypy's arguments are flags, `--`, paths; the daemon takes the flags when it starts. */
function split(args: readonly string[]): Arguments {
  const at = args.indexOf('--');
  return { flags: args.slice(0, at), paths: args.slice(at + 1) };
}

const isAnswer = (result: ProcessResult, root: string): boolean => {
  const answer = readMypy(result, 'json', [root], 'exit code');
  return answer.kind === 'answered' && !answer.stoppedEarly;
};

/** The daemon writes the file when it takes questions. */
async function isListening(statusFile: string, signal: AbortSignal): Promise<boolean> {
  for (let waited = 0; waited < 30_000 && !signal.aborted; waited += 50) {
    if ((await readFile(statusFile, 'utf8').catch(() => '')).includes('connection_name')) return true;
    await delay(50);
  }
  return false;
}

import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes, ProcessResult } from '../../core/ports/processes.ts';
import type { ProgramEnd, ProgramOnCopy } from '../../core/ports/program-on-copy.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import type { Scratch, ScratchCopies } from '../../core/ports/scratch.ts';
import { changedInCopy } from './changed-in-copy.ts';
import { findProgram } from './find-program.ts';
import { endLeftBehind, MARK } from './left-behind.ts';
import { differing, stampsOf } from './outside-writes.ts';
import { preparePlace } from './place-in-sandbox.ts';
import { type Limits, watchLimits } from './watch-limits.ts';

export interface ProgramOptions {
  /** The workspace (absolute, without links). */
  readonly root: string;
  /** The folder the person is in. */
  readonly cwd: string;
  readonly command: readonly string[];
  readonly stdin?: Uint8Array;
  /** Variables it gets beside the few that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** Absolute folders outside of the workspace that the person lets it write. */
  readonly writable: readonly string[];
  readonly seconds: number;
  readonly limits: Limits;
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly sandbox: Sandbox;
}

const MOST_SHOWN_BYTES = 1024 * 1024;
const NOTHING = { files: [], receipts: [] };

/** A program that runs on a copy of the workspace, in the sandbox of the machine where there is one. */
export const createProgramOnCopy = (options: ProgramOptions): ProgramOnCopy => ({
  async run(onOutput, signal) {
    const opened = await options.scratch.open(NOTHING, signal, { links: 'kept' });
    if (!opened.ok) return opened;
    try {
      return await runOn(opened.value, options, onOutput, signal);
    } finally {
      await opened.value.dispose();
    }
  },
});

async function runOn(
  copies: ScratchCopies,
  options: ProgramOptions,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<Result<ProgramEnd>> {
  const { root, processes, sandbox } = options;
  const [typed = '', ...args] = options.command;
  const program = await findProgram(typed, options.cwd, copies.folder);
  if (!program.ok) return program;
  const state = await sandbox.state();
  const isMounted = state.kind === 'ready' && state.mounts;
  const place = await preparePlace({ ...options, copies, program: program.value, isMounted }, signal);
  const stamps = state.kind === 'ready' ? undefined : await stampsOf(root);
  const mark = randomUUID();
  const asked = {
    program: program.value,
    args,
    cwd: await folderIn(place.workspace, options),
    env: { ...place.environment, ...options.environment, [MARK]: mark },
    timeoutMs: options.seconds * 1000,
    maxOutputBytes: MOST_SHOWN_BYTES,
    onOutput,
    ...(options.stdin && { stdin: options.stdin }),
    signal,
  };
  const request = state.kind === 'ready' ? await sandbox.wrap(asked, place.rules) : asked;
  const started = performance.now();
  // A mounted folder is there for the program alone.
  const cwd = isMounted ? copies.folder : asked.cwd;
  const running = runWithin({ ...request, cwd }, place.filled, options, () => endLeftBehind(mark));
  // Compared however it ends, also when it is cancelled or goes beyond a limit.
  await running.catch(() => undefined);
  const outside = stamps && differing(stamps, await stampsOf(root));
  if (outside !== undefined && outside.length > 0)
    return fail(
      `files outside of the copy changed while it ran, and no sandbox here keeps it from that: ${named(outside)}. Look at them: they were not taken back`,
    );
  const ended = await running;
  if (!ended.ok) return ended;
  const ms = performance.now() - started;
  const changed = await changedInCopy(root, copies, processes, signal);
  return ok({
    ...ended.value,
    ms,
    ...(state.kind === 'ready' ? { sandbox: state.name } : {}),
    ...changed,
  });
}

/** The folder of the copy that a person is in; the top of it for someone who is elsewhere. */
async function folderIn(workspace: string, { root, cwd }: ProgramOptions): Promise<string> {
  const below = relative(root, await realpath(cwd));
  return below === '..' || below.startsWith(`..${sep}`) ? workspace : join(workspace, below);
}

/** Runs it to its end or to a limit. */
async function runWithin(
  request: Parameters<Processes['run']>[0],
  folders: readonly [string, ...string[]],
  { limits, processes, seconds }: ProgramOptions,
  tidy: () => Promise<void>,
): Promise<Result<Pick<ProgramEnd, 'end' | 'stdout'>>> {
  const over = new AbortController();
  let problem: string | undefined;
  const watch = watchLimits(folders, limits, sentence => {
    problem = sentence;
    over.abort();
  });
  try {
    const signal = AbortSignal.any([request.signal, over.signal]);
    const result = await processes.run({ ...request, onStart: watch.started, signal });
    return endOf(result, seconds);
  } catch (error) {
    if (!(error instanceof Cancelled) || problem === undefined) throw error;
    return fail(`the program was stopped: ${problem}`);
  } finally {
    watch.stop();
    await tidy();
  }
}

function endOf(result: ProcessResult, seconds: number): Result<Pick<ProgramEnd, 'end' | 'stdout'>> {
  switch (result.kind) {
    case 'exited': {
      const said = result.code === 0 ? undefined : /^bwrap: .*/m.exec(result.stderr)?.[0];
      return said === undefined
        ? ok({ end: result.code, stdout: result.stdout })
        : fail(`the sandbox did not start: ${said}`);
    }
    case 'signalled':
      return ok({ end: result.signal, stdout: result.stdout });
    case 'not_started':
      return fail(`the program did not start: ${result.reason}`);
    case 'timed_out':
      return fail(`the program was stopped: it took longer than ${seconds} s`);
  }
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`;

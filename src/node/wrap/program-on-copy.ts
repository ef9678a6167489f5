import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes, ProcessResult } from '../../core/ports/processes.ts';
import type { ProgramEnd, ProgramOnCopy } from '../../core/ports/program-on-copy.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import { changedInCopy } from './changed-in-copy.ts';
import { type PlacedProgram, type ProgramOptions, placeProgram, whySandboxFailed } from './placed-program.ts';
import { watchLimits } from './watch-limits.ts';

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
  const { root, processes, stdin } = options;
  const placed = await placeProgram(copies, options, signal);
  if (!placed.ok) return placed;
  const { program, args, sandbox } = placed.value;
  await placed.value.look();
  const request = await placed.value.start({
    program,
    args,
    maxOutputBytes: MOST_SHOWN_BYTES,
    onOutput,
    ...(stdin && { stdin }),
  });
  const started = performance.now();
  const running = runWithin(request, placed.value, options);
  // Compared however it ends, also when it is cancelled or goes beyond a limit.
  await running.catch(() => undefined);
  const outside = await placed.value.pastTheCopy();
  if (outside !== undefined) return fail(outside);
  const ended = await running;
  if (!ended.ok) return ended;
  const ms = performance.now() - started;
  const changed = await changedInCopy(root, copies, processes, signal);
  const notes = [...placed.value.notSeen(ended.value.end), ...changed.notes];
  return ok({ ...ended.value, ms, ...(sandbox === undefined ? {} : { sandbox }), ...changed, notes });
}

/** Runs it to its end or to a limit. */
async function runWithin(
  request: Parameters<Processes['run']>[0],
  { filled, tidy }: PlacedProgram,
  { limits, processes, seconds }: ProgramOptions,
): Promise<Result<Pick<ProgramEnd, 'end' | 'stdout'>>> {
  const over = new AbortController();
  let problem: string | undefined;
  const watch = watchLimits(filled, limits, sentence => {
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
    case 'exited':
      return whySandboxFailed(result.code, result.stderr) ?? ok({ end: result.code, stdout: result.stdout });
    case 'signalled':
      return ok({ end: result.signal, stdout: result.stdout });
    case 'not_started':
      return fail(`the program did not start: ${result.reason}`);
    case 'timed_out':
      return fail(`the program was stopped: it took longer than ${seconds} s`);
  }
}

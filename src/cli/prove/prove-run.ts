import type { TryOut } from '../../core/ports/trials.ts';
import type { ProveRequest } from '../../core/prove/prove.ts';
import { tryChange } from '../../core/trials/try-change.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { createScratch } from '../../node/scratch/create-scratch.ts';
import { createTrials } from '../../node/trials/create-trials.ts';
import type { Io } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { agreesToRun } from '../try-out.ts';

/** What `--run` and `--run-tests` ask for, when they may: it runs in copies of the folder, before and after. */
export async function proveByRunning(
  asked: TryOut | undefined,
  line: CommandLine,
  root: string,
  io: Io,
): Promise<ProveRequest['runs']> {
  if (asked === undefined) return undefined;
  const processes = createProcesses();
  const trials = createTrials({ root, processes, scratch: createScratch(root), sandbox: openSandbox(root) });
  if (!(await agreesToRun(trials, asked, line, io, io.stderr))) return undefined;
  const { functions, tests } = asked;
  const { signal } = line;
  return {
    ...(functions && {
      functions: (changes, examined) => tryChange(trials, changes, examined, { ...functions, signal }),
    }),
    ...(tests && {
      tests: async (changes, examined) =>
        trials.compareTests(changes, await examined.changedCode(signal), { ...tests, signal }),
    }),
  };
}

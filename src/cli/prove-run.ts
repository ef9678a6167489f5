import type { ProveRequest } from '../core/prove/prove.ts';
import { tryChange } from '../core/trials/try-change.ts';
import { createProcesses } from '../node/processes.ts';
import { openSandbox } from '../node/sandbox/open-sandbox.ts';
import { createScratch } from '../node/scratch/create-scratch.ts';
import { createTrials } from '../node/trials/create-trials.ts';
import type { Io } from './io.ts';
import type { CommandLine } from './options.ts';
import { agreeToRun, readTryOut } from './try-out.ts';

/** What `--run` asks for, when it may: the changed functions in copies of the folder, before and after. */
export async function proveByRunning(
  line: CommandLine,
  usage: string,
  root: string,
  io: Io,
): Promise<ProveRequest['tryFunctions']> {
  const asked = readTryOut(line, usage);
  if (asked === undefined) return undefined;
  const processes = createProcesses();
  const trials = createTrials({ root, processes, scratch: createScratch(root), sandbox: openSandbox(root) });
  if (!(await agreeToRun(trials, line, io, io.stderr))) return undefined;
  return (changes, examined) => tryChange(trials, changes, examined, { ...asked, signal: line.signal });
}

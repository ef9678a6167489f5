import { join } from 'node:path';
import type { Processes } from '../../core/ports/processes.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import type { ChangedCode, ChangedFunction, FunctionPlace, TrialVerdict } from '../../core/ports/trials.ts';
import type { FoundPython } from './find-python.ts';

/** Seconds beyond its budget: its modules are imported several times, by new processes. */
const SLACK_SECONDS = 60;
const MOST_OUTPUT = 4 * 1024 * 1024;

export interface Trial {
  readonly copies: ScratchCopies;
  readonly python: FoundPython;
  readonly seconds: number;
  readonly seed: number;
  readonly renamed: ChangedCode['renamed'];
  readonly signal: AbortSignal;
}

/** Tries one function with our driver, which was written beside the copies. Rejects only with `Cancelled`. */
export async function tryFunction(
  processes: Processes,
  { before, after }: ChangedFunction,
  { copies, python, seconds, seed, renamed, signal }: Trial,
): Promise<TrialVerdict> {
  const methods = [
    ...(python.versions.hypothesis === undefined ? [] : ['hypothesis']),
    ...(python.versions['crosshair-tool'] === undefined ? [] : ['crosshair']),
  ];
  const request = {
    scratch: copies.folder,
    seconds,
    seed,
    methods,
    renamed,
    before: { folder: copies.before, ...placeOf(before) },
    after: { folder: copies.after, ...placeOf(after) },
  };
  const result = await processes.run({
    program: python.program,
    args: ['-B', driverStart(copies)],
    cwd: copies.after,
    env: {
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONWARNINGS: 'ignore',
      // Its tables of characters take a second to make: once for all functions.
      HYPOTHESIS_STORAGE_DIRECTORY: join(copies.folder, 'hypothesis'),
    },
    stdin: new TextEncoder().encode(JSON.stringify(request)),
    timeoutMs: (seconds + SLACK_SECONDS) * 1000,
    maxOutputBytes: MOST_OUTPUT,
    signal,
  });
  switch (result.kind) {
    case 'exited':
      return readVerdict(result.stdout, result.stderr);
    case 'timed_out':
      return notRun('it took too long and was ended');
    case 'signalled':
      return notRun(`it was ended by ${result.signal}`);
    case 'not_started':
      return notRun(result.reason);
  }
}

export const driverStart = ({ folder }: ScratchCopies): string => join(folder, 'driver', 'start.py');

const notRun = (reason: string): TrialVerdict => ({ verdict: 'not run', reason });

/** Our own driver wrote it, but in a process beside the one that ran other people's code. */
function readVerdict(stdout: string, stderr: string): TrialVerdict {
  try {
    const answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as TrialVerdict;
    if (['counterexample', 'no difference', 'not run'].includes(answer.verdict)) return answer;
  } catch {
    // Told below.
  }
  return notRun(`its trial ended without an answer: ${stderr.trim().split('\n').at(-1) ?? ''}`);
}

/** Folders that imports begin in: the one above the module's name first. */
function placeOf({ file, module, name }: FunctionPlace) {
  const path = module.replaceAll('.', '/');
  const inside = file.replace(/(\/__init__)?\.pyi?$/, '');
  const root = inside.endsWith(path) ? inside.slice(0, -path.length).replace(/\/$/, '') : '';
  return { module, name, file, roots: [...new Set([root, 'src', ''])] };
}

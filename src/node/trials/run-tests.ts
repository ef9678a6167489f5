import type { Processes } from '../../core/ports/processes.ts';
import type { ScratchCopies } from '../../core/ports/scratch.ts';
import type { FoundPython } from './find-python.ts';
import { driverStart } from './try-function.ts';

/** What pytest reported of one test. */
export interface ReportedTest {
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export interface TestReport {
  readonly tests: Readonly<Record<string, ReportedTest>>;
  /** Left out when coverage.py is not there; `null`: the file was never imported. */
  readonly lines?: Readonly<
    Record<string, { readonly code: readonly number[]; readonly missing: readonly number[] } | null>
  >;
}

export interface TestRun {
  readonly copies: ScratchCopies;
  readonly python: FoundPython;
  readonly side: 'before' | 'after';
  /** The user's own folder: nothing of it may be imported in place of the copy. */
  readonly root: string;
  /** Files or tests; none: all. */
  readonly files: readonly string[];
  /** Files whose executed lines are asked for. */
  readonly measure: readonly string[];
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const MOST_OUTPUT = 64 * 1024 * 1024;

/** One run of pytest in one copy; text is the reason why there is no report. Rejects only with `Cancelled`. */
export async function runTests(processes: Processes, run: TestRun): Promise<TestReport | string> {
  const { copies, python, side, root, files, measure, seconds, signal } = run;
  const folder = copies[side];
  const result = await processes.run({
    program: python.program,
    args: ['-B', driverStart(copies), 'tests'],
    cwd: folder,
    env: { PYTHONDONTWRITEBYTECODE: '1', CI: '1', PYTEST_ADDOPTS: '' },
    stdin: new TextEncoder().encode(JSON.stringify({ folder, root, files, measure })),
    timeoutMs: seconds * 1000,
    maxOutputBytes: MOST_OUTPUT,
    signal,
  });
  switch (result.kind) {
    case 'exited':
      return readReport(result.stdout, result.stderr, side);
    case 'timed_out':
      return `the tests took longer than ${seconds} s ${side} the change and were ended`;
    case 'signalled':
      return `the tests were ended by ${result.signal} ${side} the change`;
    case 'not_started':
      return result.reason;
  }
}

interface Answer extends TestReport {
  readonly not_run?: string;
  readonly elsewhere?: string | null;
  /** Of pytest: 2 interrupted, 3 internal error, 4 wrong usage. */
  readonly code?: number;
}

function readReport(stdout: string, stderr: string, side: TestRun['side']): TestReport | string {
  const lastLine = stderr.trim().split('\n').at(-1) ?? '';
  let answer: Answer;
  try {
    answer = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Answer;
  } catch {
    return `the tests ended without a report ${side} the change: ${lastLine}`;
  }
  if (answer.not_run !== undefined) return answer.not_run;
  if (answer.elsewhere)
    return `the tests import ${answer.elsewhere} of the workspace itself, not of the copy`;
  const ran = Object.keys(answer.tests).length;
  if (ran === 0 && (answer.code ?? 0) > 2 && answer.code !== 5)
    return `pytest could not run ${side} the change: ${lastLine}`;
  return answer;
}

import { ok } from '../../core/kernel/result.ts';
import type { Processes, ProcessResult } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import type { TestRunner } from '../../core/ports/test-runner.ts';
import type { RunTestsResult } from '../../generated/contracts.ts';
import { sandboxed } from '../sandbox/sandboxed-processes.ts';
import { testRules } from '../sandbox/test-rules.ts';
import { capOutput } from './cap-output.ts';
import { type FoundCommand, findTestCommand } from './find-command.ts';
import { parseTestCounts } from './parse-counts.ts';

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

export interface TestRunnerOptions {
  /** 10 minutes when not given. */
  readonly timeoutMs?: number;
  /** The folder whose virtual environment is used; by default the workspace itself. */
  readonly environmentOf?: string;
  /** What the tests are started in; left out: nothing. */
  readonly sandbox?: Sandbox;
  /** How they are started; left out: found in the workspace. */
  readonly command?: FoundCommand;
}

/** Runs the tests of the workspace `root` (absolute) without a shell, in a process group of their own. */
export function createTestRunner(
  root: string,
  processes: Processes,
  options: TestRunnerOptions = {},
): TestRunner {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const confined = options.sandbox ? sandboxed(processes, options.sandbox, () => testRules(root)) : processes;
  const findCommand = async () =>
    options.command ? ok(options.command) : findTestCommand(root, options.environmentOf);
  return {
    async find() {
      const found = await findCommand();
      return found.ok ? ok({ label: found.value.label, origin: found.value.origin }) : found;
    },
    async run(signal, onOutput) {
      const found = await findCommand();
      if (!found.ok) return didNotEnd(found.error, '', '');
      const { program, args } = found.value;
      const env = { PYTHONUNBUFFERED: '1', PYTHONDONTWRITEBYTECODE: '1', CI: '1' };
      const result = await confined.run({
        program,
        args,
        cwd: root,
        env,
        timeoutMs,
        signal,
        ...(onOutput ? { onOutput } : {}),
      });
      return toResult(result, timeoutMs);
    },
  };
}

function toResult(result: ProcessResult, timeoutMs: number): RunTestsResult {
  switch (result.kind) {
    case 'exited': {
      const { code, stdout, stderr } = result;
      const counts = parseTestCounts(`${stdout}\n${stderr}`);
      // A runner that found nothing to run may call that success.
      const ranNone = counts.total === 0;
      return {
        ok: code === 0 && !ranNone,
        exit_code: code,
        stdout: capOutput(stdout),
        stderr: ranNone ? `${capOutput(stderr)}\nno test ran` : capOutput(stderr),
        ...counts,
      };
    }
    case 'not_started':
      return didNotEnd(`the tests did not start: ${result.reason}`, '', '');
    case 'signalled':
      return didNotEnd(`the tests were ended by ${result.signal}`, result.stdout, result.stderr);
    case 'timed_out':
      return didNotEnd(
        `the tests took longer than ${timeoutMs / 1000} s and were ended`,
        result.stdout,
        result.stderr,
      );
  }
}

function didNotEnd(reason: string, stdout: string, stderr: string): RunTestsResult {
  const text = stderr === '' ? reason : `${capOutput(stderr)}\n${reason}`;
  return { ok: false, exit_code: -1, stdout: capOutput(stdout), stderr: text, passed: null, total: null };
}

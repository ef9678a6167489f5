import type { RunTestsResult } from '../../generated/contracts.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** `run_tests`: no arguments, so that a model cannot choose what is executed. */
export function runTestsTool(run: (signal: AbortSignal) => Promise<RunTestsResult>): Tool {
  return tool('run_tests', 'verify', (_args, { signal }) => run(signal));
}

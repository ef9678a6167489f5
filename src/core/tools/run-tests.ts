import type { RunTestsResult } from '../../generated/contracts.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** `run_tests`: no arguments, the exact result of specification 2 (rows 002-016 … 002-018, 004-016). */
export function runTestsTool(run: (signal: AbortSignal) => Promise<RunTestsResult>): Tool {
  return tool('run_tests', 'verify', (_args, { signal }) => run(signal));
}

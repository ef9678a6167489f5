import type { RunTestsResult } from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateRunTestsArgs } from '../../generated/validators.cjs';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** `run_tests`: no arguments, the exact result of specification 2 (rows 002-016 … 002-018, 004-016). */
export function runTestsTool(run: (signal: AbortSignal) => Promise<RunTestsResult>): Tool {
  return defineTool({
    name: 'run_tests',
    description: schemas['tools/run_tests'].description,
    effect: 'verify',
    parameters: schemas['tools/run_tests'],
    validate: validateRunTestsArgs,
    run: (_args, { signal }) => run(signal),
  });
}

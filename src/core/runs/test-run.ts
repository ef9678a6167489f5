import type { RunTestsResult } from '../../generated/contracts.ts';

/** How tests that an agent ran came out. */
export interface TestRun {
  readonly ok: boolean;
  readonly passed: number | null;
  readonly total: number | null;
}

/** What a call came to as a test run; `undefined`: it is another call, or tests that were not permitted or not found. */
export function testRunOf(call: {
  readonly tool: string;
  readonly status: string;
  readonly response: unknown;
}): TestRun | undefined {
  if (call.tool !== 'run_tests' || (call.status !== 'ok' && call.status !== 'error')) return undefined;
  const { ok, exit_code, passed, total } = call.response as RunTestsResult;
  if (exit_code === undefined || (exit_code === -1 && passed === null)) return undefined;
  return { ok, passed, total };
}

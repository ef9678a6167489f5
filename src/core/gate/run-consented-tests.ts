import type { RunTestsResult } from '../../generated/contracts.ts';
import type { TestRunner } from '../ports/test-runner.ts';
import type { Consents } from './consents.ts';
import type { ReviewPolicy } from './gate-events.ts';

export interface TestConsent {
  readonly tests: TestRunner;
  readonly consents: Consents;
  readonly review: ReviewPolicy;
}

export interface ConsentedTests {
  /** False: nothing was started; `stderr` of the result says why. */
  readonly ran: boolean;
  readonly result: RunTestsResult;
  /** Nothing says how tests are run here: why, and the next step. */
  readonly missing?: string;
}

/** Tests are code of the workspace: a found command, or files that perhaps no one has read, need a yes first. */
export async function runConsentedTests(
  { tests, consents, review }: TestConsent,
  signal: AbortSignal,
): Promise<ConsentedTests> {
  const command = await tests.find(signal);
  if (!command.ok) return { ...didNotRun(command.error), missing: command.error };
  const isAgreed = command.value.origin === 'script' && review !== 'auto' && !consents.isResumed;
  const { label } = command.value;
  if (!isAgreed && !(await consents.ask({ kind: 'run tests', command: label }, signal)))
    return didNotRun(`running "${label}" was not allowed`);
  return { ran: true, result: await tests.run(signal) };
}

const didNotRun = (reason: string): ConsentedTests => ({
  ran: false,
  result: { ok: false, exit_code: -1, stdout: '', stderr: reason, passed: null, total: null },
});

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
export async function runConsentedTests(consent: TestConsent, signal: AbortSignal): Promise<ConsentedTests> {
  const refusal = await askForTests(consent, signal);
  if (refusal === undefined) return { ran: true, result: await consent.tests.run(signal) };
  return refusal.isMissing
    ? { ...didNotRun(refusal.reason), missing: refusal.reason }
    : didNotRun(refusal.reason);
}

/** Why the tests could not be run now; asks for what needs a yes. */
export const whyNoTests = async (consent: TestConsent, signal: AbortSignal): Promise<string | undefined> =>
  (await askForTests(consent, signal))?.reason;

async function askForTests(
  { tests, consents, review }: TestConsent,
  signal: AbortSignal,
): Promise<{ readonly reason: string; readonly isMissing: boolean } | undefined> {
  const command = await tests.find(signal);
  if (!command.ok) return { reason: command.error, isMissing: true };
  const isAgreed = command.value.origin === 'script' && review !== 'auto' && !consents.isResumed;
  const { label } = command.value;
  if (isAgreed || (await consents.ask({ kind: 'run tests', command: label }, signal))) return undefined;
  return { reason: `running "${label}" was not allowed`, isMissing: false };
}

const didNotRun = (reason: string): ConsentedTests => ({
  ran: false,
  result: { ok: false, exit_code: -1, stdout: '', stderr: reason, passed: null, total: null },
});

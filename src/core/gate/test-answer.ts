import type { TestAnswer } from '../verification/check.ts';
import type { ConsentedTests } from './run-consented-tests.ts';

/** Lines of what failing tests printed that a finding repeats. */
const LAST_LINES = 8;
const MOST_CHARACTERS = 800;

/** A run of the tests as a check tells it: tests that were not started, or did not end, say nothing. */
export function testAnswer({ ran, result }: ConsentedTests): TestAnswer {
  const { ok, exit_code, passed, total, stdout, stderr } = result;
  const printed = `${stdout}\n${stderr}`.split('\n').filter(line => line.trim() !== '');
  if (!ran || (exit_code === -1 && passed === null)) {
    const summary = printed.at(-1)?.trim() ?? 'the tests did not end';
    return { ok: false, summary, notRun: summary };
  }
  const counted = passed === null || total === null ? undefined : `${passed} of ${total} tests passed`;
  if (ok) return { ok, summary: counted ?? 'the tests passed' };
  const last = printed
    .slice(-LAST_LINES)
    .map(line => line.trim())
    .join(' / ');
  const words = last.length > MOST_CHARACTERS ? `…${last.slice(-MOST_CHARACTERS)}` : last;
  const summary = `the tests failed: ${counted ?? `exit code ${exit_code}`}`;
  return { ok, summary: words === '' ? summary : `${summary}. They ended with: ${words}` };
}

import { whyNothingChanged } from '../../core/conversation/changed-nothing.ts';
import type {
  FinishFeatureResult,
  RunTestsResult,
  SubmitForReviewResult,
} from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';

/** The last lines of a failed test run that are shown; all of them are in the transcript. */
const TEST_LINES = 20;

interface Called {
  readonly tool: string;
  readonly status: string;
  readonly response: unknown;
}

/** Why a call that did not fail changed nothing, on a line of its own; empty where it did, or failed. */
export function unchangedWords({ status, response }: Called): string {
  const why = status === 'ok' ? whyNothingChanged(response) : undefined;
  return why === undefined ? '' : `\n      nothing changed: ${why}`;
}

/** What a person must know of a call beside its line: empty, or lines that begin with a newline. */
export function callDetails({ tool, status, response }: Called, c: Colours): string {
  const lines =
    tool === 'run_tests' && status === 'error'
      ? testLines(response as Partial<RunTestsResult>)
      : (tool === 'finish_feature' || tool === 'submit_for_review') && status === 'ok'
        ? deliveryLines(response as FinishFeatureResult | SubmitForReviewResult)
        : [];
  return lines.map(line => `\n${c.yellow(`      ${line}`)}`).join('');
}

function deliveryLines({
  notes,
  left_out,
  secrets_left_out,
}: Pick<FinishFeatureResult, 'notes' | 'left_out' | 'secrets_left_out'>): readonly string[] {
  return [
    ...notes,
    ...(left_out.length > 0 ? [`left out of the commit: ${left_out.join(', ')}`] : []),
    ...(secrets_left_out.length > 0
      ? [`left out of the commit, because they look like secrets: ${secrets_left_out.join(', ')}`]
      : []),
  ];
}

function testLines({ exit_code, stdout = '', stderr = '', passed, total }: Partial<RunTestsResult>) {
  const printed = `${stdout}\n${stderr}`.split('\n').filter(line => line.trim() !== '');
  const counts = typeof total === 'number' ? [`${passed ?? '?'} of ${total} tests passed`] : [];
  const code = typeof exit_code === 'number' ? [`the tests ended with exit code ${exit_code}`] : [];
  const cut = printed.length > TEST_LINES ? [`… ${printed.length - TEST_LINES} lines before`] : [];
  return [...counts, ...code, ...cut, ...printed.slice(-TEST_LINES)];
}

/** Why a call failed, on a line of its own; empty where its response does not say. */
export function reasonIn(response: unknown): string {
  if (typeof response !== 'object' || response === null || !('error' in response)) return '';
  return `\n      ${String(response.error)}`;
}

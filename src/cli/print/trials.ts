import type { FunctionTrial, TestComparison, TestsTried, Tried, TryOut } from '../../core/ports/trials.ts';
import { describeLines, describeTests, lineRanges } from '../../core/trials/describe-tests.ts';
import { countTrials, describeTrial, trialName, trialWord } from '../../core/trials/describe-trial.ts';
import type { Colours } from './colours.ts';

/** One function that was run before and after a change; a counterexample with the test that shows it. */
function printTrial(trial: FunctionTrial, c: Colours): string {
  const { result } = trial;
  const { file, line } = trial.function.after;
  const mark = { counterexample: c.red('✗'), tested: c.green('✓'), 'not run': '·' }[trialWord(result)];
  const head = `  ${mark} ${trialName(trial)}  ${c.dim(`${trialWord(result)} (${file}:${line})`)}`;
  if (result.verdict !== 'counterexample') return `${head}: ${describeTrial(result)}\n`;
  const test = result.test
    .trimEnd()
    .split('\n')
    .map(text => `      ${text}`.trimEnd());
  const found = `    ${describeTrial(result)}\n    ${c.dim(`found by ${result.tools.join(' and ')}, seed ${result.seed}; as a test:`)}`;
  return `${head}\n${found}\n\n${test.join('\n')}\n\n`;
}

/** What was recorded of it, in a run's own lines. */
export const triedLines = ({ trials, tests }: Tried, c: Colours): string =>
  `${trials.map(trial => printTrial(trial, c)).join('')}${tests ? printTests(tests, c) : ''}`.trimEnd();

/** All that was run, and how much of it. */
export function printTried({ trials, tests }: Tried, { functions }: TryOut, c: Colours): string {
  const counts = trials.length > 0 ? `${countTrials(trials)}\n` : NOTHING_LEFT;
  return `${trials.map(trial => printTrial(trial, c)).join('')}${functions ? counts : ''}${tests ? printTests(tests, c) : ''}`;
}

const NOTHING_LEFT = 'No function is left whose behavior is not proved to be the same.\n';

/** What became of the tests, each that is new, and the changed lines that none of them executes. */
function printTests(tests: TestsTried, c: Colours): string {
  if (tests.kind === 'not run') return `  · tests  ${c.dim('not run')}: ${tests.reason}\n`;
  const isBad = tests.newly_failing.length > 0;
  const lines = [
    `  ${isBad ? c.red('✗') : c.green('✓')} tests  ${c.dim(describeTests(tests))}`,
    ...listed(tests.newly_failing, 'newly failing', c.red),
    ...listed(tests.gone, 'no longer collected', c.yellow),
    ...listed(tests.newly_passing, 'newly passing', c.green),
    ...listed(tests.unstable, 'fails now and then', c.yellow),
  ];
  const said = describeLines(tests);
  if (said !== undefined)
    lines.push(
      `  ${tests.lines.kind === 'measured' && tests.lines.not_executed.length > 0 ? c.yellow('?') : '·'} ${said}`,
    );
  if (tests.lines.kind === 'measured')
    for (const open of tests.lines.not_executed) lines.push(`      ${open.file}: ${lineRanges(open)}`);
  return `${lines.join('\n')}\n`;
}

/** Tests of one kind that are named. */
const MOST_NAMED = 20;

function listed(
  tests: TestComparison['gone'],
  word: string,
  paint: (text: string) => string,
): readonly string[] {
  const more = tests.length > MOST_NAMED ? [`      and ${tests.length - MOST_NAMED} more`] : [];
  return [
    ...tests
      .slice(0, MOST_NAMED)
      .map(({ id, message }) => `      ${paint(word)} ${id}${message === '' ? '' : `: ${message}`}`),
    ...more,
  ];
}

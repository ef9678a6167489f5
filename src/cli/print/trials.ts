import type { FunctionTrial } from '../../core/ports/trials.ts';
import { describeTrial, trialName, trialWord } from '../../core/trials/describe-trial.ts';
import type { Colours } from './colours.ts';

/** One function that was run before and after a change; a counterexample with the test that shows it. */
export function printTrial(trial: FunctionTrial, c: Colours): string {
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

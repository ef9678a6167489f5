import { count } from '../../core/kernel/amounts.ts';
import type { Proposal, TryOutMeans } from '../../core/ports/reviewer.ts';
import type { TryOut } from '../../core/ports/trials.ts';
import { DEFAULT_SEED, DEFAULT_TRIAL_SECONDS } from '../../core/trials/try-change.ts';
import { DEFAULT_TEST_SECONDS } from '../../core/trials/try-out.ts';
import { showWarningMessage } from '../inert-window.ts';

export type TryOutAnswer = 'functions' | 'functions and tests';

export const toTryOut = (answer: TryOutAnswer): TryOut => ({
  functions: { seconds: DEFAULT_TRIAL_SECONDS, seed: DEFAULT_SEED },
  ...(answer === 'functions and tests'
    ? { tests: { which: 'importing', seconds: DEFAULT_TEST_SECONDS } }
    : {}),
});

/** The consent to run code of the workspace and of the change; `undefined`: nothing is run. */
export async function askToTryOut({ changes, tryOut }: Proposal): Promise<TryOutAnswer | undefined> {
  if (tryOut === undefined) return undefined;
  const [functions, both] = ['Run Functions', 'Run Functions and Tests'];
  const answer = await showWarningMessage(
    `Run the code of this change to ${count(changes.files.length, 'file')} before you decide?`,
    { modal: true, detail: describeMeans(await tryOut.look()) },
    functions,
    both,
  );
  if (answer === functions) return 'functions';
  return answer === both ? 'functions and tests' : undefined;
}

function describeMeans({ tools, sandbox }: TryOutMeans): string {
  const missing = tools.filter(({ install }) => install !== undefined);
  return [
    'The changed functions, and if you want the tests that import what is changed, run before and after the change in two copies of the workspace. This runs code of the workspace and of the change. Your files are not written.',
    sandbox === undefined
      ? 'There is no sandbox here: the code runs with your rights.'
      : `It runs in a sandbox (${sandbox}), without network.`,
    ...missing.map(({ name, install }) => `${name} is not installed: ${install}`),
  ].join('\n\n');
}

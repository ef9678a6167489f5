import type { Trials } from '../core/ports/trials.ts';
import { DEFAULT_TRIAL_SECONDS } from '../core/trials/try-change.ts';
import type { TryOut } from '../core/workorder/run-request.ts';
import { type Io, UsageError } from './io.ts';
import { flagOption, textOption } from './option-table.ts';
import type { CommandLine } from './options.ts';
import type { Colours } from './print/colours.ts';
import { printTrial } from './print/trials.ts';

/** Options of the commands that may run functions before and after a change. */
export const TRY_OPTIONS = {
  run: flagOption(
    'run the changed functions before and after the change, in copies of the workspace: this runs code of the workspace and of the change',
  ),
  'without-sandbox': flagOption('--run also where there is no sandbox to run it in'),
  'run-seconds': textOption('N', `--run for at most so long each (default: ${DEFAULT_TRIAL_SECONDS})`),
  seed: textOption('N', '--run with arguments made from this number (default: 1)'),
} as const;

/** What `--run` asks for; `undefined` without it. */
export function readTryOut(line: CommandLine, usage: string): Omit<TryOut, 'onTried'> | undefined {
  if (!line.flag('run')) return undefined;
  const seconds = numberOf(line, 'run-seconds', DEFAULT_TRIAL_SECONDS, usage);
  return { seconds, seed: numberOf(line, 'seed', 1, usage) };
}

function numberOf(line: CommandLine, name: string, otherwise: number, usage: string): number {
  const text = line.text(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${name} must be a whole number from 1, not "${text}"`, usage);
  return value;
}

/** Says what will be run, and where; `false` when there is no sandbox and nobody agreed to do without. */
export async function agreeToRun(
  trials: Trials,
  line: CommandLine,
  io: Io,
  write: (text: string) => void,
): Promise<boolean> {
  const { tools, sandbox } = await trials.look(line.signal);
  for (const { name, install } of tools)
    if (install !== undefined) write(`${name} is not installed; ${install}\n`);
  const found = tools.flatMap(({ name, version }) => (version === undefined ? [] : [`${name} ${version}`]));
  if (found.length > 0)
    write(
      `Runs the changed functions before and after the change with ${found.join(' and ')}${sandbox === undefined ? '' : `, in a sandbox (${sandbox})`}.\n`,
    );
  if (sandbox !== undefined || line.flag('without-sandbox')) return true;
  const question = 'There is no sandbox here: the code of the change runs with your rights. Run it? [y/N] ';
  const answer = await io.ask(question, line.signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  write('Nothing was run: give --without-sandbox to run it without a question.\n');
  return false;
}

/** Prints each verdict as it comes. */
export const printing = (c: Colours, write: (text: string) => void): Pick<TryOut, 'onTried'> => ({
  onTried: trial => write(printTrial(trial, c)),
});

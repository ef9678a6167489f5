import type { Trials, TryOut } from '../core/ports/trials.ts';
import { DEFAULT_SEED, DEFAULT_TRIAL_SECONDS } from '../core/trials/try-change.ts';
import { DEFAULT_TEST_SECONDS } from '../core/trials/try-out.ts';
import type { Io } from './io.ts';
import { flagOption, textOption } from './option-table.ts';
import { chooseWord, readCount } from './option-values.ts';
import type { CommandLine } from './options.ts';
import { TEST_TIMEOUT } from './shared-options.ts';

const WHICH = ['importing', 'all'] as const;

/** Options of the commands that may run code before and after a change, in copies of the workspace. */
export const TRY_OPTIONS = {
  run: flagOption(
    'run the changed functions before and after the change, in copies of the workspace: this runs code of the workspace and of the change',
  ),
  'run-tests': textOption(
    WHICH.join('|'),
    "run the workspace's tests so, too: those that import what is changed, or all",
  ),
  'without-sandbox': flagOption('run them also where there is no sandbox'),
  'run-seconds': textOption('N', `--run for at most so long each (default: ${DEFAULT_TRIAL_SECONDS})`),
  seed: textOption('N', `--run with arguments made from this number (default: ${DEFAULT_SEED})`),
  ...TEST_TIMEOUT,
} as const;

/** What a person agrees to by `--run` and `--run-tests`; `undefined` without both. */
export function readTryOut(line: CommandLine): TryOut | undefined {
  const which = chooseWord(line, 'run-tests', WHICH);
  if (!line.flag('run') && which === undefined) return undefined;
  const number = (name: string, otherwise: number) => readCount(line, name) ?? otherwise;
  const seconds = number('run-seconds', DEFAULT_TRIAL_SECONDS);
  return {
    ...(line.flag('run') ? { functions: { seconds, seed: number('seed', DEFAULT_SEED) } } : {}),
    ...(which ? { tests: { which, seconds: number('test-timeout', DEFAULT_TEST_SECONDS) } } : {}),
  };
}

interface Terminal {
  readonly io: Io;
  readonly write: (text: string) => void;
  readonly signal: AbortSignal;
  /** `--without-sandbox`: agreed to in advance. */
  readonly withoutSandbox?: boolean;
}

/** Says what will be run, and where; `false` when there is no sandbox and nobody agreed to do without. */
export async function agreeToRun(
  { tools, sandbox }: Awaited<ReturnType<Trials['look']>>,
  { functions, tests }: TryOut,
  { io, write, signal, withoutSandbox = false }: Terminal,
): Promise<boolean> {
  const wanted = tools.filter(tool => (tool.for === 'functions' ? functions : tests) !== undefined);
  for (const { name, install } of wanted)
    if (install !== undefined) write(`${name} is not installed: ${install}\n`);
  const found = wanted.flatMap(({ name, version }) => (version === undefined ? [] : [`${name} ${version}`]));
  const what = [...(functions ? ['the changed functions'] : []), ...(tests ? ['tests'] : [])].join(' and ');
  const where = sandbox === undefined ? '' : `, in a sandbox (${sandbox})`;
  if (found.length > 0)
    write(`Runs ${what} before and after the change with ${found.join(' and ')}${where}.\n`);
  if (sandbox !== undefined || withoutSandbox) return true;
  const question = 'There is no sandbox here: the code of the change runs with your rights. Run it? [y/N] ';
  const answer = await io.ask(question, signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  write('Nothing was run: give --without-sandbox to run it without a question.\n');
  return false;
}

/** The same for a command that was given the options. */
export async function agreesToRun(
  trials: Trials,
  tryOut: TryOut,
  line: CommandLine,
  io: Io,
  write = line.json ? io.stderr : io.stdout,
): Promise<boolean> {
  const terminal = { io, write, signal: line.signal, withoutSandbox: line.flag('without-sandbox') };
  return agreeToRun(await trials.look(line.signal), tryOut, terminal);
}

import path from 'node:path';
import { parseArgs } from 'node:util';
import { nearestNames } from '../core/kernel/nearest-names.ts';
import { LINTERS } from '../core/lint/linters/registry.ts';

import { readSettings } from '../node/settings/read-settings.ts';
import { NO_SETTINGS, type Settings } from '../node/settings/settings.ts';

import { checkRoot } from './check-root.ts';
import { type Io, UsageError } from './io.ts';
import { flagOption, listOption, type OptionTable, settable, textOption } from './option-table.ts';

/** `--ruff PATH`, `--mypy PATH` …: which program to use. */
const PROGRAMS: OptionTable = Object.fromEntries(
  LINTERS.map(({ name }) => [name, textOption('PATH', `use this program as ${name}`)]),
);

export const LINT_PATH = settable(
  textOption('PATH', 'what lint_backend checks when the order gives no path'),
  'lint-path',
);

/** Options that every command understands. */
export const COMMON: OptionTable = {
  root: textOption('DIR', 'the workspace (default: the current folder)'),
  json: flagOption(
    'JSON lines on standard output, the last one is the outcome; text for people goes to the error stream',
  ),
  timeout: textOption('SECONDS', 'cancel after this time'),
  'lint-path': LINT_PATH,
  'lint-tools': settable(
    textOption(
      'all|auto',
      "which linters have to be installed: all, or those that are (default: the policy's, which is all)",
    ),
    'lint-tools',
  ),
  'approve-lint': listOption('PATH', 'run the linters although they run or may load this changed file'),
  ...PROGRAMS,
  'allow-secret-file': listOption(
    'PATH',
    'let models and clients see this file although it looks like a secret',
  ),
  quiet: { ...flagOption('print warnings, questions and the outcome only'), short: 'q' },
  verbose: {
    ...flagOption(
      'print more: where settings come from, commands with their reasons, where an error happened',
    ),
    short: 'v',
  },
  'no-color': flagOption('no colours (also NO_COLOR; FORCE_COLOR=1 keeps them in pipes)'),
  help: { ...flagOption('explain the command'), short: 'h' },
};

export interface CommandLine {
  readonly positionals: readonly string[];
  readonly root: string;
  readonly json: boolean;
  /** `--quiet`: warnings, questions and the outcome only. */
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** The options as they were given. */
  readonly given: Readonly<Record<string, unknown>>;
  /** What the workspace's files set; `text` and `list` fall back to it. */
  readonly settings: Settings;
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  readonly list: (name: string) => readonly string[];
  /** Aborted by Ctrl+C or after --timeout. */
  readonly signal: AbortSignal;
}

/** What is said of each argument that has to be given when it is not, and how many there may be. */
export type Arguments = readonly [missing: readonly string[], max: number];

export const NO_ARGUMENTS: Arguments = [[], 0];

/** Parses one command's arguments; every fault names the option and shows the right form. */
export async function parseCommandLine(
  argv: readonly string[],
  io: Io,
  options: OptionTable,
  [missing, max]: Arguments,
): Promise<CommandLine> {
  const parsed = parse(argv, options);
  const values: Readonly<Record<string, unknown>> = parsed.values;
  if (values['help']) throw new UsageError('');
  const root = path.resolve(io.cwd, String(values['root'] ?? '.'));
  checkRoot(root);
  const count = parsed.positionals.length;
  const lacks = missing[count];
  if (lacks !== undefined) throw new UsageError(lacks);
  if (count > max) {
    throw new UsageError(`unexpected argument "${parsed.positionals[max]}"`);
  }
  const settings = isConfigurable(options) ? await settingsOf(root) : NO_SETTINGS;
  const defaultOf = (name: string): unknown => {
    const setting = (options[name] ?? COMMON[name])?.setting;
    return setting === undefined ? undefined : settings.values[setting];
  };
  const find = (name: string): unknown =>
    values[name] ?? (io.env[ENVIRONMENT[name] ?? ''] || undefined) ?? defaultOf(name);
  const text = (name: string) => {
    const value = find(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
  };
  return {
    positionals: parsed.positionals,
    root,
    json: values['json'] === true,
    quiet: values['quiet'] === true,
    verbose: values['verbose'] === true,
    given: { ...values },
    settings,
    text,
    flag: name => values[name] === true,
    list: name => {
      const value = find(name);
      return Array.isArray(value) ? value.map(String) : [];
    },
    signal: withTimeout(io.signal, text('timeout')),
  };
}

/** Options that a variable stands for. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  model: 'WORKORDER_MODEL',
  'base-url': 'WORKORDER_BASE_URL',
  'designer-command': 'WORKORDER_DESIGNER_COMMAND',
};

const isConfigurable = (own: OptionTable): boolean =>
  Object.values(own).some(({ setting }) => setting !== undefined);

async function settingsOf(root: string): Promise<Settings> {
  const settings = await readSettings(root);
  if (!settings.ok) throw new UsageError(settings.error, 'Correct the file; docs/cli.md lists the settings.');
  return settings.value;
}

function parse(argv: readonly string[], own: OptionTable) {
  const options = { ...COMMON, ...own };
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const [near] = unknown === undefined ? [] : nearestNames(unknown, explained(options), 1);
    throw new UsageError(near === undefined ? message : `${message}. Did you mean --${near}?`);
  }
}

const explained = (options: OptionTable): readonly string[] =>
  Object.keys(options).filter(name => options[name]?.about !== undefined);

function withTimeout(signal: AbortSignal, seconds: string | undefined): AbortSignal {
  if (seconds === undefined) return signal;
  const value = Number(seconds);
  if (!(value > 0)) throw new UsageError(`--timeout must be a number of seconds, not "${seconds}"`);
  // Not AbortSignal.timeout within AbortSignal.any: nothing else holds it, and once collected it never fires.
  const limited = new AbortController();
  const end = () => limited.abort();
  setTimeout(end, value * 1000).unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return limited.signal;
}

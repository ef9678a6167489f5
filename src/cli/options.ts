import path from 'node:path';
import { parseArgs } from 'node:util';
import { LINTERS } from '../core/lint/linters/registry.ts';
import { nearestNames } from '../core/python/query/nearest-names.ts';
import { type Io, UsageError } from './io.ts';
import { flagOption, listOption, type OptionTable, textOption } from './option-table.ts';

/** `--ruff PATH`, `--mypy PATH` …: which program to use. */
const PROGRAMS: OptionTable = Object.fromEntries(
  LINTERS.map(({ name }) => [name, textOption('PATH', `use this program as ${name}`)]),
);

/** Options that every command understands. */
export const COMMON: OptionTable = {
  root: textOption('DIR', 'the workspace (default: the current folder)'),
  json: flagOption(
    'JSON lines on standard output, the last one is the outcome; text for people goes to the error stream',
  ),
  timeout: textOption('SECONDS', 'cancel after this time'),
  'lint-path': textOption('PATH', 'what lint_backend checks when the order gives no path'),
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
  readonly text: (name: string) => string | undefined;
  readonly flag: (name: string) => boolean;
  readonly list: (name: string) => readonly string[];
  /** Aborted by Ctrl+C or after --timeout. */
  readonly signal: AbortSignal;
}

/** Parses one command's arguments; every fault names the option and shows the right form. */
export function parseCommandLine(
  argv: readonly string[],
  io: Io,
  usage: string,
  options: OptionTable,
  positionals: { readonly min: number; readonly max: number },
): CommandLine {
  const parsed = parse(argv, usage, options);
  const values: Readonly<Record<string, unknown>> = parsed.values;
  if (values['help']) throw new UsageError('', usage);
  const count = parsed.positionals.length;
  if (count < positionals.min) throw new UsageError('an argument is missing', usage);
  if (count > positionals.max) {
    throw new UsageError(`unexpected argument "${parsed.positionals[positionals.max]}"`, usage);
  }
  const text = (name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    positionals: parsed.positionals,
    root: path.resolve(io.cwd, text('root') ?? '.'),
    json: values['json'] === true,
    quiet: values['quiet'] === true,
    verbose: values['verbose'] === true,
    given: { ...values },
    text,
    flag: name => values[name] === true,
    list: name => {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : [];
    },
    signal: withTimeout(io.signal, text('timeout'), usage),
  };
}

function parse(argv: readonly string[], usage: string, own: OptionTable) {
  const options = { ...COMMON, ...own };
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
    const [near] = unknown === undefined ? [] : nearestNames(unknown, explained(options), 1);
    throw new UsageError(near === undefined ? message : `${message}. Did you mean --${near}?`, usage);
  }
}

const explained = (options: OptionTable): readonly string[] =>
  Object.keys(options).filter(name => options[name]?.about !== undefined);

function withTimeout(signal: AbortSignal, seconds: string | undefined, usage: string): AbortSignal {
  if (seconds === undefined) return signal;
  const value = Number(seconds);
  if (!(value > 0)) throw new UsageError(`--timeout must be a number of seconds, not "${seconds}"`, usage);
  // Not AbortSignal.timeout within AbortSignal.any: nothing else holds it, and once collected it never fires.
  const limited = new AbortController();
  const end = () => limited.abort();
  setTimeout(end, value * 1000).unref();
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return limited.signal;
}

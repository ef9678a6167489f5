import path from 'node:path';
import { parseArgs } from 'node:util';
import { LINTERS } from '../core/lint/linters/registry.ts';
import { type Io, UsageError } from './io.ts';

/** Options every command understands. */
const COMMON = {
  root: { type: 'string' },
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  'lint-path': { type: 'string' },
  'approve-lint': { type: 'string', multiple: true },
  'allow-secret-file': { type: 'string', multiple: true },
} as const;

type OptionTypes = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly multiple?: boolean }>
>;

/** `--ruff PATH`, `--mypy PATH` …: which program to use. */
const PROGRAMS: OptionTypes = Object.fromEntries(
  LINTERS.map(({ name }) => [name, { type: 'string' as const }]),
);

export interface CommandLine {
  readonly positionals: readonly string[];
  readonly root: string;
  readonly json: boolean;
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
  options: OptionTypes,
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

function parse(argv: readonly string[], usage: string, options: OptionTypes) {
  try {
    return parseArgs({
      args: [...argv],
      options: { ...COMMON, ...PROGRAMS, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new UsageError(message, usage);
  }
}

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

import { Cancelled } from '../core/kernel/cancel.ts';
import { nearestNames } from '../core/kernel/nearest-names.ts';
import { version } from '../generated/version.ts';
import { forTerminal } from '../node/terminal-text.ts';
import { COMMANDS } from './command-list.ts';
import { EXIT, type Io, UsageError } from './io.ts';

/** The whole command line as a function: arguments and the outside world in, exit code out. */
export function run(argv: readonly string[], io: Io): Promise<number> {
  const env = argv.includes('--no-color') ? { ...io.env, NO_COLOR: '1' } : io.env;
  return runCommand(argv, {
    ...io,
    env,
    // The one place where text of models, files, tools and repositories is made harmless for terminals.
    stdout: text => io.stdout(forTerminal(text)),
    stderr: text => io.stderr(forTerminal(text)),
    ask: (question, signal) => io.ask(forTerminal(question), signal),
    ...(io.page && { page: page(io.page) }),
  });
}

const page =
  (show: NonNullable<Io['page']>): NonNullable<Io['page']> =>
  text =>
    show(forTerminal(text));

async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, rest] = nameIn(argv);
  if (name === 'version') {
    io.stdout(`workorder ${version}\n`);
    return EXIT.ok;
  }
  if (!Object.hasOwn(COMMANDS, name)) {
    io.stderr(`${unknown(name)}\nworkorder help lists the commands.\n`);
    return EXIT.usage;
  }
  try {
    const loaded = await COMMANDS[name]?.load();
    return loaded ? await loaded.command.execute(rest, io) : EXIT.usage;
  } catch (error) {
    if (error instanceof UsageError) return reportUsage(name, error, io);
    if (error instanceof Cancelled) {
      io.stderr('Cancelled.\n');
      return EXIT.cancelled;
    }
    io.stderr(`${describeError(error, argv.includes('--verbose') || argv.includes('-v'))}\n`);
    return EXIT.failed;
  }
}

/** The command and what follows it; `--help` and `--version` are also understood without a command. */
function nameIn([first = '--help', ...rest]: readonly string[]): readonly [string, readonly string[]] {
  if (first === '--help' || first === '-h') return ['help', []];
  if (first === '--version' || first === '-V') return ['version', []];
  return [first, rest];
}

function unknown(name: string): string {
  if (name.startsWith('-')) return `The command comes first: workorder COMMAND ${name} …`;
  const [near] = nearestNames(name, [...Object.keys(COMMANDS), 'version'], 1);
  return `There is no command "${name}".${near === undefined ? '' : ` Did you mean workorder ${near}?`}`;
}

function describeError(error: unknown, isVerbose: boolean): string {
  if (!(error instanceof Error)) return String(error);
  if (isVerbose) return error.stack ?? error.message;
  return `${error.message || error.name}\n(--verbose says where this happened)`;
}

/** Help in full when it was asked for; after a mistake the sentence and the right form. */
function reportUsage(name: string, { message, advice = '' }: UsageError, io: Io): number {
  if (message === '') {
    io.stdout(`${advice}\n`);
    return EXIT.ok;
  }
  const [form = ''] = advice.split('\n\n', 1);
  const isHelp = advice.startsWith('workorder ');
  const right = isHelp ? `${form.replace(/^/gm, '  ')}\nworkorder ${name} --help explains it.` : advice;
  io.stderr(right === '' ? `${message}\n` : `${message}\n\n${right}\n`);
  return EXIT.usage;
}

import { type Io, UsageError } from './io.ts';
import { explainOptions, type OptionTable, wrap } from './option-table.ts';
import { type Arguments, COMMON, type CommandLine, NO_ARGUMENTS, parseCommandLine } from './options.ts';

/** What a command says of itself: its help and what a shell completes are made from it. */
export interface CommandHelp {
  /** How it is called, one line each. */
  readonly forms: readonly string[];
  /** Paragraphs. */
  readonly about: readonly string[];
  /** Its own options; those of every command are added. */
  readonly options: OptionTable;
  /** What follows the options: exit codes that are its own, examples. */
  readonly notes?: readonly string[];
  /** Words that its first argument may be. */
  readonly words?: readonly string[];
}

export interface Command extends CommandHelp {
  readonly execute: (argv: readonly string[], io: Io) => Promise<number>;
}

interface CommandDefinition extends CommandHelp {
  /** Its arguments; left out: none. */
  readonly takes?: Arguments;
  /** What it does; answers with the exit code. */
  readonly run: (line: CommandLine, io: Io) => Promise<number>;
}

/** A command as its file writes it down; wrong use of it, wherever it is noticed, is explained by its own help. */
export function defineCommand({ takes = NO_ARGUMENTS, run, ...help }: CommandDefinition): Command {
  return {
    ...help,
    async execute(argv, io) {
      try {
        return await run(await parseCommandLine(argv, io, help.options, takes), io);
      } catch (error) {
        if (!(error instanceof UsageError) || error.advice !== undefined) throw error;
        throw new UsageError(error.message, describeCommand(help));
      }
    },
  };
}

const WIDTH = 112;

/** The whole help of a command; its forms are the first paragraph. */
export function describeCommand({ forms, about, options, notes = [] }: CommandHelp): string {
  const own = explainOptions(options);
  const withoutOwn = Object.fromEntries(Object.entries(COMMON).filter(([name]) => !(name in options)));
  return [
    forms.join('\n'),
    ...about.map(paragraph => wrap(paragraph, WIDTH).join('\n')),
    ...(own === '' ? [] : [own]),
    ...notes.map(note =>
      note
        .split('\n')
        .flatMap(line => wrapLong(line))
        .join('\n'),
    ),
    `Every command:\n${explainOptions(withoutOwn)}`,
  ].join('\n\n');
}

/** Lines that are short keep their columns. */
const wrapLong = (line: string): readonly string[] => (line.length <= WIDTH ? [line] : wrap(line, WIDTH));

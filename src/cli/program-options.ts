import { realpathSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_LIMITS } from '../node/wrap/default-limits.ts';
import { type Io, UsageError } from './io.ts';
import { flagOption, listOption, textOption } from './option-table.ts';
import { readCount } from './option-values.ts';
import type { CommandLine } from './options.ts';

const { seconds: SECONDS, megabytes: MEGABYTES, processes: PROCESSES } = DEFAULT_LIMITS;

/** Of commands that run a program of the person on a copy of the workspace. */
export const PROGRAM_OPTIONS = {
  env: listOption('NAME', 'a variable it gets, too: few are passed on, and no keys'),
  'allow-network': flagOption('let it reach the network: what it can read, it can send'),
  'allow-write': listOption('DIR', 'let it write in this folder, too, for example its own settings'),
  'without-sandbox': flagOption('run it also where there is no sandbox'),
  'program-timeout': textOption('SECONDS', `stop it after this time (default: ${SECONDS})`),
  'disk-limit': textOption('MB', `stop it when it has written more (default: ${MEGABYTES})`),
  'process-limit': textOption('N', `stop it when it has started more at once (default: ${PROCESSES})`),
} as const;

/** What a workspace or an order says cannot set it: it starts a program. */
export const DESIGNER_COMMAND_OPTIONS = {
  'designer-command': textOption(
    'JSON',
    'a program as the Designer, ["PROGRAM", "ARGUMENT"] (or WORKORDER_DESIGNER_COMMAND): it gets the prompt on standard input, and prints the JSON or edits its copy of the workspace',
  ),
  ...PROGRAM_OPTIONS,
} as const;

/** What the person lets the program do, and how much of it. */
export function readProgram(line: CommandLine, io: Io) {
  const environment: Record<string, string> = {};
  for (const name of line.list('env')) {
    const value = io.env[name];
    if (value === undefined) throw new UsageError(`--env ${name} is not set here`);
    environment[name] = value;
  }
  const writable = line.list('allow-write').map(name => {
    try {
      return realpathSync(path.resolve(io.cwd, name));
    } catch {
      throw new UsageError(`--allow-write ${name} does not exist`);
    }
  });
  const real = realpathSync(line.root);
  const over = writable.find(folder => `${real}/`.startsWith(`${folder}/`) || folder.startsWith(`${real}/`));
  if (over !== undefined)
    throw new UsageError(
      `--allow-write ${over} holds the workspace or lies in it: its copy is there already`,
    );
  return {
    environment,
    writable,
    network: line.flag('allow-network'),
    seconds: readCount(line, 'program-timeout') ?? SECONDS,
    limits: {
      bytes: (readCount(line, 'disk-limit') ?? MEGABYTES) * 1024 ** 2,
      processes: readCount(line, 'process-limit') ?? PROCESSES,
    },
  };
}

/** Asks, where there is no sandbox; `false`: nothing may be run. */
export async function agreesWithout(line: CommandLine, io: Io): Promise<boolean> {
  if (line.flag('without-sandbox')) return true;
  const question = 'There is no sandbox here: the program runs with your rights. Run it? [y/N] ';
  const answer = await io.ask(question, line.signal);
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return true;
  io.stderr('Nothing was run: give --without-sandbox to run it without a question.\n');
  return false;
}

import { type Command, type CommandHelp, defineCommand } from '../command.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { type Io, UsageError } from '../io.ts';
import { listOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { AGENT_EXIT_CODES } from '../shared-options.ts';

/** Read by the command of the run's kind. */
const GOING_ON = {
  answer: textOption('TEXT', 'the answer to the question that is open'),
  message: textOption('TEXT', 'words for the agents; as many tests may fail as failed last'),
  unblock: listOption('ID', 'let a blocked subtask or task continue'),
} as const;

const HELP: CommandHelp = {
  forms: ['workorder resume RUN|--last --model SPEC [--answer TEXT] [--message TEXT] [--unblock ID]…'],
  about: [
    'Continues an agent, a ticket or a ROUTA workspace that asked, was stopped, reached a limit or was interrupted. All options of workorder agent, ticket or routa follow, as the run is one of them; RUN or --last comes first.',
    ABOUT_RUN,
  ],
  options: { ...GOING_ON, ...RUN_OPTIONS },
  notes: [AGENT_EXIT_CODES],
};

export const command: Command = {
  ...HELP,
  execute(argv, io) {
    const { own, rest } = split(argv);
    return defineCommand({ ...HELP, takes: [[], 1], run: line => resume(line, io, rest) }).execute(own, io);
  },
};

/** The kinds that can continue, each with the command that starts it. */
const COMMANDS = {
  agent: () => import('./agent.ts'),
  ticket: () => import('./ticket.ts'),
  routa: () => import('./routa.ts'),
} as const;

async function resume(line: CommandLine, io: Io, rest: readonly string[]): Promise<number> {
  const { runId, kind, source } = await chooseRun(openRuns(line), line, 'refused');
  switch (source.kind) {
    case 'agent':
    case 'routa':
      return asOwn((await COMMANDS[source.kind]()).command.execute(['--resume', runId, ...rest], io));
    case 'ticket':
      return asOwn((await COMMANDS.ticket()).command.execute(['resume', runId, ...rest], io));
    default:
      throw new UsageError(
        `run ${runId} is a ${kind} and cannot be resumed: run it again${kind.startsWith('plan') ? ' with workorder plan, which begins at the first open step' : ''}`,
      );
  }
}

/** What is wrong is explained by the help of the command that was typed. */
const asOwn = (ended: Promise<number>): Promise<number> =>
  ended.catch((error: unknown) => {
    throw error instanceof UsageError && error.advice?.startsWith('workorder ')
      ? new UsageError(error.message)
      : error;
  });

/** Which words choose the run; all others are for the command that resumes it. */
function split(argv: readonly string[]): {
  readonly own: readonly string[];
  readonly rest: readonly string[];
} {
  const own: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? '';
    const [name = ''] = word.split('=', 1);
    const takesValue = CHOOSING.has(name) && !word.includes('=');
    if (CHOOSING.has(name)) own.push(...argv.slice(i, takesValue ? i + 2 : i + 1));
    else if (word === '--last' || word === '--help' || word === '-h') own.push(word);
    else if (i === 0 && !word.startsWith('-')) own.push(word);
    else rest.push(word);
    // The folder is where both look.
    if (name === '--root') rest.push(...argv.slice(i, takesValue ? i + 2 : i + 1));
    if (takesValue) i++;
  }
  return { own, rest };
}

const CHOOSING: ReadonlySet<string> = new Set(['--root', '--kind', '--outcome', '--file']);

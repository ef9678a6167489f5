import path from 'node:path';
import { slug } from '../../core/kernel/slug.ts';
import { MAX_TURNS_PER_CONVERSATION, MAX_TURNS_PER_TICKET } from '../../core/tickets/roles.ts';
import type { TicketSettings } from '../../core/tickets/run-request.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import type { Tickets } from '../../core/tickets/tickets.ts';
import type { Ticket } from '../../generated/contracts.ts';
import { readOutsideScope, readReviewPolicy } from '../agent-settings.ts';
import { defineCommand } from '../command.ts';
import { printRuns } from '../history.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { listOption, OLD_TEXT, textOption } from '../option-table.ts';
import { chooseWord, readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { colours } from '../print/colours.ts';
import { ticketJson, ticketLine, ticketOutcomeText, ticketText } from '../print/ticket-lines.ts';
import { workTable } from '../print/work-table.ts';
import { terminalTicketReviewer } from '../review/ticket-reviewer.ts';
import {
  AGENT_EXIT_CODES,
  AGENT_OPTIONS,
  OUTSIDE_SCOPE,
  TEST_TIMEOUT,
  TIER_OPTIONS,
} from '../shared-options.ts';
import { workOnTerminal } from '../work-on-terminal.ts';
import { workRowsOfRun } from '../work-rows.ts';
import { openWorkspaceForWriting } from '../workspace.ts';
import { revertRun } from './revert.ts';

export const command = defineCommand({
  forms: [
    'workorder ticket run FILE.ticket.json --model SPEC',
    'workorder ticket run --title TEXT [--description TEXT] [--criterion TEXT]… --model SPEC',
    'workorder ticket resume FILE|RUN [--unblock SUBTASK]… [--message TEXT] --model SPEC',
    'workorder ticket status [FILE|RUN]',
  ],
  about: [
    'A manager model assigns the subtasks of a ticket, a developer model works on them, the manager verifies. Each change is shown and applied after your yes; the state of the ticket is written into its file. workorder resume continues it too; workorder history, show and revert know its runs.',
  ],
  options: {
    title: textOption('TEXT', 'a new ticket, kept as tickets/TITLE.ticket.json; the manager breaks it down'),
    description: textOption('TEXT', 'of the new ticket'),
    criterion: listOption('TEXT', 'of the new ticket: when it is done'),
    unblock: listOption('SUBTASK', 'open a blocked subtask again; its rejections are forgotten'),
    message: textOption('TEXT', 'words for the agent that continues; as many tests may fail as failed last'),
    // Words of earlier versions for --message and --outside-scope.
    say: OLD_TEXT,
    scope: OLD_TEXT,
    ...OUTSIDE_SCOPE,
    delivery: textOption(
      'none|commit|push|pr|oneflow',
      'none: it stays in the folder; commit: a commit for each subtask on a branch of its own, made in a git checkout beside the folder; push; pr: a pull request; oneflow: feature branch, rebase, tests, fast-forward merge (default: none)',
    ),
    ...AGENT_OPTIONS,
    ...TIER_OPTIONS,
    'max-turns': textOption('N', `turns of one assignment (default: ${MAX_TURNS_PER_CONVERSATION})`),
    'max-ticket-turns': textOption('N', `turns of the whole ticket (default: ${MAX_TURNS_PER_TICKET})`),
    ...TEST_TIMEOUT,
  },
  notes: [AGENT_EXIT_CODES],
  words: ['run', 'resume', 'status'],
  takes: [['what to do is missing: say run, resume or status'], 2],
  async run(line, io) {
    const [verb] = line.positionals;
    switch (verb) {
      case 'run':
        return workCommand(line, io, toStart);
      case 'resume':
        return workCommand(line, io, toResume);
      case 'status':
        return statusCommand(line, io);
      // What all kinds of runs have now as commands of their own; here by the ticket's file too.
      case 'transcript':
      case 'revert': {
        const tickets = await open(line, io);
        const { runId } = await find(line, io, tickets);
        if (verb === 'revert') return revertRun(tickets, { runId }, line, io);
        io.stdout((await tickets.transcript(runId)) ?? '');
        return EXIT.ok;
      }
      default:
        throw new UsageError(
          verb?.endsWith('.json')
            ? `there is no "workorder ticket ${verb}"; write workorder ticket run ${verb}`
            : `there is no "workorder ticket ${verb}"; say run, resume or status`,
        );
    }
  },
});

const open = async (line: CommandLine, io: Io): Promise<Tickets> =>
  (await openWorkspaceForWriting(line, io, 'session')).app.tickets;

/** Runs or resumes the ticket of the command line, which was found before any model is looked at. */
type Work = (settings: TicketSettings) => Promise<TicketState>;

async function workCommand(
  line: CommandLine,
  io: Io,
  choose: (line: CommandLine, io: Io) => Promise<Work>,
): Promise<number> {
  readCount(line, 'test-timeout');
  const choices = readChoices(line);
  const work = await choose(line, io);
  return workOnTerminal(line, io, ticketLine, async ({ modelFor, c, approvals, common }) => {
    const state = await work({
      ...choices,
      ...common,
      models: {
        manager: modelFor({ role: 'manager', tier: 'SMART' }).model,
        developer: modelFor({ role: 'developer', tier: 'FAST' }).model,
      },
      reviewer: terminalTicketReviewer(io, c, approvals),
    });
    const rows = await workRowsOfRun(line, state.runId);
    const text = `\n${ticketText(state, c)}${workTable(rows, c)}${ticketOutcomeText(state, line, c)}`;
    return { outcome: state.outcome, text, json: () => ticketJson(state, rows) };
  });
}

type Choices = Pick<
  TicketSettings,
  'review' | 'scope' | 'delivery' | 'maxTurnsPerConversation' | 'maxTurnsPerTicket'
>;

function readChoices(line: CommandLine): Choices {
  return {
    review: readReviewPolicy(line),
    scope: chooseWord(line, 'scope', ['ask', 'refuse'] as const) ?? readOutsideScope(line),
    delivery: chooseWord(line, 'delivery', ['none', 'commit', 'push', 'pr', 'oneflow'] as const) ?? 'none',
    maxTurnsPerConversation: readCount(line, 'max-turns') ?? MAX_TURNS_PER_CONVERSATION,
    maxTurnsPerTicket: readCount(line, 'max-ticket-turns') ?? MAX_TURNS_PER_TICKET,
  };
}

async function toStart(line: CommandLine, io: Io): Promise<Work> {
  const tickets = await open(line, io);
  const [, file] = line.positionals;
  if (file === undefined) return newTicket(line, tickets);
  const place = inWorkspace(line, io, file);
  const ticket = await readTicket(tickets, place);
  sayOfEarlier(await tickets.latest(place), file, io);
  return settings => tickets.run({ ...settings, ticket, path: place });
}

/** Whoever runs a ticket that stopped may have meant to go on with it. */
function sayOfEarlier(earlier: TicketState | undefined, file: string, io: Io): void {
  if (earlier === undefined || earlier.status === 'Open' || earlier.outcome?.kind === 'DONE') return;
  io.stderr(
    `this is a new run of the ticket; workorder ticket resume ${file} continues ${earlier.runId}, which is not done\n`,
  );
}

/** With the words of the command line; its file is made when nothing is in the way of beginning. */
function newTicket(line: CommandLine, tickets: Tickets): Work {
  const title = line.text('title')?.trim() ?? '';
  if (title === '') throw new UsageError('no ticket is given: name a file, or write --title TEXT');
  const place = `tickets/${slug(title) || 'ticket'}.ticket.json`;
  const [description, acceptanceCriteria] = [line.text('description') ?? '', [...line.list('criterion')]];
  return async settings => {
    requireOk(await tickets.create(place, { title, description, acceptanceCriteria, subtasks: [] }));
    return tickets.run({ ...settings, ticket: await readTicket(tickets, place), path: place });
  };
}

async function readTicket(tickets: Tickets, file: string): Promise<Ticket> {
  const ticket = await tickets.read(file);
  if (!ticket.ok) throw new UsageError(`${file}: ${ticket.error}`);
  if (ticket.value.status === 'Done')
    throw new UsageError(
      `${file}: the ticket is Done; more work is a new ticket, or a subtask more and status "Open"`,
    );
  return ticket.value;
}

function inWorkspace(line: CommandLine, io: Io, file: string): string {
  const inside = path.relative(line.root, path.resolve(io.cwd, file)).split(path.sep).join('/');
  if (inside.startsWith('../') || path.isAbsolute(inside))
    throw new UsageError(`${file} is outside the workspace ${line.root}; give its folder with --root DIR`);
  return inside;
}

async function toResume(line: CommandLine, io: Io): Promise<Work> {
  const tickets = await open(line, io);
  const { runId } = await find(line, io, tickets);
  const words = line.text('message') ?? line.text('say');
  const unblock = line.list('unblock');
  return async ({ delivery, ...rest }) =>
    requireOk(
      await tickets.resume({
        ...rest,
        ...(line.text('delivery') === undefined ? {} : { delivery }),
        ...{ runId, unblock, by: 'you' },
        ...(words === undefined ? {} : { words }),
      }),
    );
}

/** The run of the command line: by its id, or the newest of a ticket's file. */
async function find(line: CommandLine, io: Io, tickets: Tickets): Promise<TicketState> {
  const [verb, name] = line.positionals;
  if (name === undefined) throw new UsageError(`workorder ticket ${verb} needs a FILE or a RUN`);
  const found = (await tickets.state(name)) ?? (await tickets.latest(inWorkspace(line, io, name)));
  if (!found)
    throw new UsageError(
      `there is no run of the ticket ${name}; workorder ticket run FILE begins one, workorder ticket status lists them`,
    );
  return found;
}

async function statusCommand(line: CommandLine, io: Io): Promise<number> {
  const tickets = await open(line, io);
  if (line.positionals.length > 1) {
    const state = await find(line, io, tickets);
    const c = colours(io);
    io.stdout(
      line.json
        ? `${ticketJson(state, await workRowsOfRun(line, state.runId))}\n`
        : `${ticketText(state, c)}${ticketOutcomeText(state, line, c)}`,
    );
    return EXIT.ok;
  }
  const runs = await tickets.list();
  if (runs.length === 0) io.stderr('no ticket was run here; workorder ticket run FILE begins one\n');
  printRuns(runs, line, io);
  return EXIT.ok;
}

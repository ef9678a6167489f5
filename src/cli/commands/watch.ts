import { setTimeout as wait } from 'node:timers/promises';
import type { HistoryEntry } from '../../core/runs/history.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import { defineCommand } from '../command.ts';
import { exitCodeOf } from '../exit-code.ts';
import { ABOUT_RUN, chooseRun, openRuns, RUN_OPTIONS } from '../history.ts';
import { EXIT, type Io } from '../io.ts';
import { flagOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { type Colours, colours } from '../print/colours.ts';
import { type LinePrinter, linePrinter } from '../print/line-printer.ts';
import { workTable } from '../print/work-table.ts';
import { openScreen } from '../watch-on-screen.ts';
import { workRowsOf } from '../work-rows.ts';

const LOOK_MS = 500;
const RESUMABLE: ReadonlySet<string> = new Set(['agent', 'ticket', 'routa']);
/** Looks in a row at a run that no process works on: between its first line and its hold there is an instant. */
const LOOKS_UNTIL_INTERRUPTED = 3;

export const command = defineCommand({
  forms: ['workorder watch [RUN|--last]'],
  about: [
    'Follows a run of any kind that is at work in another process (default: the latest), and says at its end what each task came to. On a terminal it is one screen that is updated: tasks, agents, tokens and cost, what needs you, the newest lines; elsewhere, or with --lines, the lines as they come. With --json one JSON line for each event. It only reads.',
    ABOUT_RUN,
  ],
  options: { ...RUN_OPTIONS, lines: flagOption('lines as they come, also on a terminal') },
  notes: [
    'Exit codes: those of the run that is watched; 1 when it was interrupted; 130 when you stop watching.',
  ],
  takes: [[], 1],
  async run(line, io) {
    const entry = await chooseRun(openRuns(line), line);
    const runs = await entry.source.open();
    const show = await openShow(entry, line, io);
    const end = async (more: string) => {
      show.close();
      if (line.json) return;
      const rows = await workRowsOf(entry);
      io.stdout(`${workTable(rows, colours(io))}\n${await runs.headline(entry.runId)}\n${more}`);
    };
    let left = LOOKS_UNTIL_INTERRUPTED;
    try {
      for (;;) {
        const { events = [] } = (await runs.shared(entry.runId)) ?? {};
        const last = events.findLast(event => event.type === 'finished' || event.type === 'resumed');
        await show.update(events);
        if (last?.type === 'finished') {
          await end('');
          const { outcome } = last as { readonly outcome?: { readonly kind: string } };
          return exitCodeOf(outcome);
        }
        left = (await runs.underWay(entry.runId)) === undefined ? left - 1 : LOOKS_UNTIL_INTERRUPTED;
        if (left === 0) {
          await end(howToResume(entry));
          return EXIT.failed;
        }
        if (!line.signal.aborted)
          await wait(LOOK_MS, undefined, { signal: line.signal }).catch(() => undefined);
        if (line.signal.aborted) return EXIT.cancelled;
      }
    } finally {
      show.close();
    }
  },
});

const howToResume = ({ runId, source }: HistoryEntry): string =>
  RESUMABLE.has(source.kind) ? `workorder resume ${runId} continues it.\n` : '';

/** How what happens is shown: line by line, or as one screen. */
interface Show {
  update(events: readonly RunLine[]): Promise<void>;
  /** Gives the terminal back; more than once does no harm. */
  close(): void;
}

async function openShow(entry: HistoryEntry, line: CommandLine, io: Io): Promise<Show> {
  const printer = await linePrinter(entry);
  const c = colours(io);
  const isScreen = io.isTerminal && io.size !== undefined && !line.json && !line.flag('lines');
  return isScreen ? openScreen(entry, io, printer, c) : showLines(printer, line, io, c);
}

function showLines(printer: LinePrinter, line: CommandLine, io: Io, c: Colours): Show {
  let seen = 0;
  return {
    async update(events) {
      for (const event of events.slice(seen)) {
        const text = line.json ? JSON.stringify(event) : printer.line(event, c);
        if (text !== undefined) io.stdout(`${text}\n`);
      }
      seen = events.length;
    },
    close: () => undefined,
  };
}

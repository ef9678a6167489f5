import type { HistoryEntry } from '../core/runs/history.ts';
import type { RunLine } from '../core/runs/reconcile.ts';
import { screenControl } from '../node/terminal-text.ts';
import type { Io } from './io.ts';
import type { Colours } from './print/colours.ts';
import type { LinePrinter } from './print/line-printer.ts';
import { watchScreen } from './print/watch-screen.ts';
import { agentRowOf, waitsIn } from './watched-state.ts';
import { workRowsOf } from './work-rows.ts';

/** The terminal's second screen, so that what was on the first is there again afterwards; without a cursor. */
const ENTER = `${screenControl('?1049h')}${screenControl('?25l')}`;
const LEAVE = `${screenControl('?25h')}${screenControl('?1049l')}`;
const HOME = screenControl('H');
const REST_OF_LINE = screenControl('K');
const REST_OF_SCREEN = screenControl('J');

/** Lines kept for the newest part. */
const KEPT = 20;

/** One screen of a run at work, drawn anew when something happened. */
export function openScreen(entry: HistoryEntry, io: Io, printer: LinePrinter, c: Colours) {
  let [seen, isOpen, drawn] = [0, false, ''];
  let newest: readonly string[] = [];
  return {
    async update(events: readonly RunLine[]): Promise<void> {
      const fresh = events.slice(seen).flatMap(event => (printer.line(event, c) ?? '').split('\n'));
      newest = [...newest, ...fresh.filter(text => text.trim() !== '')].slice(-KEPT);
      seen = events.length;
      const { runId, title } = entry;
      const [rows, run] = await Promise.all([workRowsOf(entry), agentRowOf(entry)]);
      const size = io.size?.() ?? { columns: 80, rows: 24 };
      const lines = watchScreen({ runId, title, rows, run, waits: waitsIn(events), newest }, size, c);
      const text = lines.map(line => `${line}${REST_OF_LINE}`).join('\n');
      if (text === drawn) return;
      io.stdout(`${isOpen ? '' : ENTER}${HOME}${text}${REST_OF_SCREEN}`);
      [isOpen, drawn] = [true, text];
    },
    close(): void {
      if (isOpen) io.stdout(LEAVE);
      isOpen = false;
    },
  };
}

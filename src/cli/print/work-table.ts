import { inertText } from '../../core/kernel/inert-text.ts';
import type { WorkRow } from '../../core/runs/work-rows.ts';
import { NUMBER_COLUMNS, WORK_COLUMNS, workCells } from '../../core/runs/work-table.ts';
import type { Colours } from './colours.ts';
import { spentJson } from './spent.ts';

const WIDEST = 40;

/** What each task came to, aligned, with a last row for all of them. */
export function workTable(rows: readonly WorkRow[], c: Colours): string {
  if (rows.length === 0) return '';
  const cells = [WORK_COLUMNS, ...workCells(rows, short)];
  const widths = WORK_COLUMNS.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)));
  const lines = cells.map(row =>
    row
      .map((cell, i) => (NUMBER_COLUMNS.has(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...rest] = lines;
  return `\n  ${c.dim(head)}\n${rest.map(line => `  ${line}\n`).join('')}`;
}

const short = (text: string): string => {
  const line = inertText(text.split('\n', 1)[0] ?? '');
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 1)}…`;
};

/** The same for the JSON of a run's end. */
export const workTableJson = (rows: readonly WorkRow[]) =>
  rows.map(({ task, agent, verdict, files, tests, spent, ms }) => ({
    task,
    agent,
    verdict,
    files,
    tests,
    usage: spentJson(spent),
    seconds: Math.round(ms / 1000),
  }));

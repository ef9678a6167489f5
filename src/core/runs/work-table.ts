import { showCost } from '../conversation/prices.ts';
import { addSpent, NOTHING_SPENT, tokensOf } from '../conversation/spent.ts';
import { duration } from '../kernel/amounts.ts';
import { inLine } from '../kernel/markdown.ts';
import type { WorkRow } from './work-rows.ts';

export const WORK_COLUMNS = ['task', 'agent', 'verdict', 'files', 'tests', 'tokens', 'cost', 'time'] as const;
/** Columns of numbers. */
export const NUMBER_COLUMNS: ReadonlySet<number> = new Set([3, 5, 6, 7]);

/**
 * What each task came to, cell by cell, with a last row for all of them.
 * @param show text of others, as it may be shown there
 */
export function workCells(
  rows: readonly WorkRow[],
  show: (text: string) => string,
): readonly (readonly string[])[] {
  const spent = rows.map(row => row.spent).reduce(addSpent, NOTHING_SPENT);
  const files = [...new Set(rows.flatMap(row => row.files))];
  const ms = rows.reduce((sum, row) => sum + row.ms, 0);
  const total: WorkRow = { task: 'all', agent: '', verdict: '', files, tests: 'not run', spent, ms };
  const cells = rows.map(row => cellsOf(row, show));
  return rows.length > 1 ? [...cells, cellsOf(total, show).with(4, '')] : cells;
}

function cellsOf(
  { task, agent, verdict, files, tests, spent, ms }: WorkRow,
  show: (text: string) => string,
): string[] {
  const { cost, estimated } = spent;
  const about = estimated ? '~' : '';
  return [
    show(task),
    show(agent),
    verdict,
    `${files.length}`,
    tests,
    `${about}${tokensOf(spent)}`,
    cost ? `${about}${showCost(cost)}` : '',
    duration(ms),
  ];
}

/** The table as a part of a Markdown document. */
export function workSectionOf(rows: readonly WorkRow[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = WORK_COLUMNS.map((_, i) => (NUMBER_COLUMNS.has(i) ? '--:' : '---'));
  const cells = workCells(rows, text => inLine(text.split('\n', 1)[0] ?? ''));
  const shown = cells.map(row => row.map((cell, i) => (i === 2 ? inLine(cell) : cell)));
  return ['## What each task came to', '', ...[WORK_COLUMNS, rule, ...shown].map(line)].join('\n');
}

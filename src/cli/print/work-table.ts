import { showCost } from '../../core/conversation/prices.ts';
import { addSpent, NOTHING_SPENT, tokensOf } from '../../core/conversation/spent.ts';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { WorkRow } from '../../core/runs/work-rows.ts';
import type { Colours } from './colours.ts';
import { spentJson } from './spent.ts';

const HEAD = ['task', 'agent', 'verdict', 'files', 'tests', 'tokens', 'cost', 'time'] as const;
/** Columns of numbers. */
const RIGHT = new Set([3, 5, 6, 7]);
const WIDEST = 40;

/** What each task came to, aligned, with a last row for all of them. */
export function workTable(rows: readonly WorkRow[], c: Colours): string {
  if (rows.length === 0) return '';
  const spent = rows.map(row => row.spent).reduce(addSpent, NOTHING_SPENT);
  const files = [...new Set(rows.flatMap(row => row.files))];
  const ms = rows.reduce((sum, row) => sum + row.ms, 0);
  const total: WorkRow = { task: 'all', agent: '', verdict: '', files, tests: 'not run', spent, ms };
  const cells = [[...HEAD], ...rows.map(cellsOf), ...(rows.length > 1 ? [cellsOf(total).with(4, '')] : [])];
  const widths = HEAD.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0)));
  const lines = cells.map(row =>
    row
      .map((cell, i) => (RIGHT.has(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...rest] = lines;
  return `\n  ${c.dim(head)}\n${rest.map(line => `  ${line}\n`).join('')}`;
}

function cellsOf({ task, agent, verdict, files, tests, spent, ms }: WorkRow): string[] {
  const { cost, estimated } = spent;
  const about = estimated ? '~' : '';
  return [
    short(task),
    short(agent),
    verdict,
    `${files.length}`,
    tests,
    `${about}${tokensOf(spent)}`,
    cost ? `${about}${showCost(cost)}` : '',
    showTime(ms),
  ];
}

const short = (text: string): string => {
  const line = inertText(text.split('\n', 1)[0] ?? '');
  return line.length <= WIDEST ? line : `${line.slice(0, WIDEST - 1)}…`;
};

function showTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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

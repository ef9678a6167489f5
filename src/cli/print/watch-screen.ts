import { inertText } from '../../core/kernel/inert-text.ts';
import type { AgentRow } from '../../core/panel/agents-list.ts';
import { STATUS_WORDS } from '../../core/panel/agents-list.ts';
import type { WorkRow } from '../../core/runs/work-rows.ts';
import { cutToWidth } from '../../node/terminal-text.ts';
import type { Colours } from './colours.ts';
import { workTable } from './work-table.ts';

/** What a person sees of a run while it is at work. */
export interface WatchedScreen {
  readonly runId: string;
  readonly title: string;
  readonly rows: readonly WorkRow[];
  /** The run's own row, with its agents below. */
  readonly run: AgentRow | undefined;
  /** What waits for a person, a sentence each. */
  readonly waits: readonly string[];
  /** The newest lines, oldest first. */
  readonly newest: readonly string[];
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** Lines of a part that says how many it left out. */
const MOST_AGENTS = 12;
const MOST_NEWEST = 8;

/** The lines of the screen, none longer and not more than fit. */
export function watchScreen(
  { runId, title, rows, run, waits, newest }: WatchedScreen,
  { columns, rows: height }: ScreenSize,
  c: Colours,
): readonly string[] {
  const doing = run?.doing === undefined ? '' : `  ${line(run.doing)}`;
  const agents = run === undefined ? [] : agentsOf(run);
  const parts = [
    [
      c.bold(cutToWidth(`${runId}  ${line(title)}`, columns)),
      ...(doing === '' ? [] : [cutToWidth(doing, columns)]),
    ],
    workTable(rows, c)
      .split('\n')
      .filter(Boolean)
      .map(line => cutToWidth(line, columns)),
    agents.length === 0
      ? []
      : [c.dim('  agents'), ...shortened(agents, MOST_AGENTS).map(line => cutToWidth(line, columns))],
    waits.length === 0
      ? []
      : [c.yellow('  needs you'), ...waits.map(line => c.yellow(cutToWidth(`  ${line}`, columns)))],
    newest.length === 0
      ? []
      : [c.dim('  newest'), ...newest.slice(-MOST_NEWEST).map(line => cutToWidth(line, columns))],
  ];
  const lines = parts.filter(part => part.length > 0).flatMap(part => [...part, '']);
  return [
    ...lines.slice(0, Math.max(1, height - 2)),
    c.dim(cutToWidth('  Ctrl+C stops watching; the run continues', columns)),
  ];
}

/** Its agents, each with its state and what it does, indented by who made it. */
function agentsOf(run: AgentRow): readonly string[] {
  const lineOf = ({ label, role, status, doing = '' }: AgentRow, depth: number): string =>
    `${'  '.repeat(depth + 1)}${line(label)} (${role}) ${STATUS_WORDS[status]}${doing === '' ? '' : `: ${line(doing)}`}`;
  const below = (row: AgentRow, depth: number): readonly string[] => [
    lineOf(row, depth),
    ...(row.children ?? []).flatMap(child => below(child, depth + 1)),
  ];
  return (run.children ?? []).flatMap(child => below(child, 0));
}

function shortened(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `  … and ${lines.length - most + 1} more`];
}

const line = (text: string): string => inertText(text.split('\n', 1)[0] ?? '');

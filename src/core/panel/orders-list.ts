import type { WorkOrder } from '../../generated/contracts.ts';
import type { Result } from '../kernel/result.ts';
import type { RunSummary } from '../ports/journal.ts';
import { ago } from './amounts.ts';
import { outcomeIcon } from './runs-list.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** One *.workorder.json of the workspace. */
export interface OrderFile {
  /** Workspace-relative. */
  readonly path: string;
  /** The order, or why it is none. */
  readonly order: Result<WorkOrder, string>;
}

/** The work orders of a folder with how their last run ended. `now` is in milliseconds since 1970. */
export function ordersList(
  files: readonly OrderFile[],
  runs: readonly RunSummary[],
  now: number,
): readonly ViewNode[] {
  return files.map(file => orderNode(file, runs, now));
}

function orderNode({ path, order }: OrderFile, runs: readonly RunSummary[], now: number): ViewNode {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.workorder\.json$/, '');
  const target = { kind: 'file', path } as const;
  if (!order.ok)
    return viewNode({
      id: `order:${path}`,
      label: name,
      description: order.error,
      icon: { codicon: 'error', color: COLOR.bad },
      tooltip: `${path}\n${order.error}`,
      spoken: 'work order with an error',
      target: { ...target, ...lineNamedIn(order.error) },
      context: 'order.invalid',
    });
  const last = runs
    .filter(run => run.title === order.value.step_id || run.title.startsWith(`${order.value.step_id}: `))
    .reduce<RunSummary | undefined>(
      (newest, run) => (newest === undefined || run.startedAt > newest.startedAt ? run : newest),
      undefined,
    );
  const ended =
    last === undefined ? 'not run yet' : `${last.outcome.toLowerCase()} ${ago(now - last.startedAt)}`;
  return viewNode({
    id: `order:${path}`,
    label: name,
    description: last === undefined ? order.value.step_text : ended,
    icon: last === undefined ? { codicon: 'note' } : outcomeIcon(last.outcome),
    tooltip: [order.value.step_id, order.value.step_text, path, ended].join('\n'),
    spoken: 'work order',
    target,
    context: 'order',
  });
}

/** `line 12: …` → 12. */
function lineNamedIn(error: string): { line?: number } {
  const line = /^line (\d+)/.exec(error)?.[1];
  return line === undefined ? {} : { line: Number(line) };
}

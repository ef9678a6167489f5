import type { WorkOrder } from '../../generated/contracts.ts';
import { ago } from '../kernel/amounts.ts';
import type { Result } from '../kernel/result.ts';
import { type ListedRun, outcomeIcon, outcomeWords } from './runs-list.ts';
import { COLOR, type FolderName, type ViewNode, viewNode } from './view-node.ts';

/** One *.workorder.json of the workspace. */
export interface OrderFile {
  readonly folder: FolderName;
  /** Relative to the folder. */
  readonly path: string;
  /** The order, or why it is none. */
  readonly order: Result<WorkOrder, string>;
}

/** The work orders of a folder with how their last run ended. `now` is in milliseconds since 1970. */
export function ordersList(
  files: readonly OrderFile[],
  runs: readonly ListedRun[],
  now: number,
): readonly ViewNode[] {
  return files.map(file => orderNode(file, runs, now));
}

function orderNode({ folder, path, order }: OrderFile, runs: readonly ListedRun[], now: number): ViewNode {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.workorder\.json$/, '');
  const target = { kind: 'file', path, folder: folder.uri } as const;
  const id = `order:${folder.uri}:${path}`;
  const where = folder.shownAs === undefined ? path : `${folder.shownAs}/${path}`;
  if (!order.ok)
    return viewNode({
      id,
      label: name,
      description: order.error,
      icon: { codicon: 'error', color: COLOR.bad },
      tooltip: `${where}\n${order.error}`,
      spoken: 'work order with an error',
      target: { ...target, ...lineNamedIn(order.error) },
      context: 'order.invalid',
    });
  const last = runs
    .filter(run => run.folder.uri === folder.uri)
    .filter(run => run.title === order.value.step_id || run.title.startsWith(`${order.value.step_id}: `))
    .reduce<ListedRun | undefined>(
      (newest, run) => (newest === undefined || run.startedAt > newest.startedAt ? run : newest),
      undefined,
    );
  const ended = last === undefined ? 'not run yet' : describeLastRun(last, now);
  return viewNode({
    id,
    label: name,
    description: [folder.shownAs, last === undefined ? order.value.step_text : ended]
      .filter(Boolean)
      .join(' · '),
    icon: last === undefined ? { codicon: 'note' } : outcomeIcon(last),
    tooltip: [order.value.step_id, order.value.step_text, where, ended].join('\n'),
    spoken: 'work order',
    target,
    context: 'order',
  });
}

const describeLastRun = (run: ListedRun, now: number): string =>
  run.isActive === true ? outcomeWords(run) : `${outcomeWords(run)} ${ago(now - run.startedAt)}`;

/** `line 12: …` → 12. */
function lineNamedIn(error: string): { line?: number } {
  const line = /^line (\d+)/.exec(error)?.[1];
  return line === undefined ? {} : { line: Number(line) };
}

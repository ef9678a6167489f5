import type { RunSummary } from '../ports/journal.ts';
import { ago } from './amounts.ts';
import { verdictIcon } from './verdict-section.ts';
import { COLOR, type FolderName, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

const KINDS = ['APPLIED', 'BLOCKED', 'FAILED', 'CANCELLED', 'CHECKED'] as const;

/** A run and the folder whose history it is in. */
export interface ListedRun extends RunSummary {
  readonly folder: FolderName;
}

/** Earlier runs, newest first. `now` is in milliseconds since 1970. */
export function runsList(runs: readonly ListedRun[], now: number): readonly ViewNode[] {
  return [...runs].sort((a, b) => b.startedAt - a.startedAt).map(run => runNode(run, now));
}

function runNode(run: ListedRun, now: number): ViewNode {
  const outcome = run.outcome === '' ? 'not finished' : run.outcome;
  return viewNode({
    id: `run:${run.runId}`,
    label: run.title,
    description: [outcome.toLowerCase(), ago(now - run.startedAt), run.folder.shownAs]
      .filter(Boolean)
      .join(' · '),
    icon: outcomeIcon(run.outcome),
    tooltip: [run.title, outcome, new Date(run.startedAt).toISOString(), `Run ${run.runId}`].join('\n'),
    target: { kind: 'run', runId: run.runId, folder: run.folder.uri },
    context: canRevert(run) ? 'run.applied' : 'run',
  });
}

/** The icon of a stored outcome word; a run that never finished is marked as needing a look. */
export function outcomeIcon(outcome: string): NodeIcon {
  const word = outcome.toUpperCase();
  const kind = KINDS.find(candidate => word.startsWith(candidate));
  if (kind === undefined && word.startsWith('REVERTED')) return verdictIcon({ kind: 'APPLIED' }, true);
  if (kind === undefined) return { codicon: 'history', color: COLOR.attention };
  return verdictIcon({ kind }, word.includes('REVERTED'));
}

/** Whether the run's change is on disk, as far as its summary says. */
export function canRevert(run: RunSummary): boolean {
  const word = run.outcome.toUpperCase();
  return (word.startsWith('APPLIED') || word.startsWith('FAILED')) && !word.includes('REVERTED');
}

import type { RunSummary } from '../ports/journal.ts';
import { ago } from './amounts.ts';
import { claimRatesNode } from './claim-rates.ts';
import { verdictIcon } from './verdict-section.ts';
import { COLOR, type FolderName, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

const KINDS = ['APPLIED', 'BLOCKED', 'FAILED', 'CANCELLED', 'CHECKED'] as const;

/** A run and the folder whose history it is in. */
export interface ListedRun extends RunSummary {
  readonly folder: FolderName;
  /** Under way in this window. */
  readonly isActive?: boolean;
}

/** How a run stands, in a word or two for a row. */
export function outcomeWords(run: ListedRun): string {
  if (run.isActive === true) return 'running';
  return run.outcome === '' ? 'not finished' : run.outcome.toLowerCase();
}

/** Earlier runs, newest first, and how far the models' claims held. `now` is in milliseconds since 1970. */
export function runsList(runs: readonly ListedRun[], now: number): readonly ViewNode[] {
  const rates = claimRatesNode(runs);
  const rows = [...runs].sort((a, b) => b.startedAt - a.startedAt).map(run => runNode(run, now));
  return rates === undefined ? rows : [...rows, rates];
}

function runNode(run: ListedRun, now: number): ViewNode {
  const outcome = outcomeWords(run);
  return viewNode({
    id: `run:${run.runId}`,
    label: run.title,
    description: [outcome, ago(now - run.startedAt), run.folder.shownAs].filter(Boolean).join(' · '),
    icon: outcomeIcon(run),
    tooltip: [run.title, outcome, new Date(run.startedAt).toISOString(), `Run ${run.runId}`].join('\n'),
    target: { kind: 'run', runId: run.runId, folder: run.folder.uri },
    context: canRevert(run) ? 'run.applied' : 'run',
  });
}

/** The icon of how a run stands; one that never finished is marked as needing a look. */
export function outcomeIcon(run: ListedRun): NodeIcon {
  if (run.isActive === true) return { codicon: 'loading~spin' };
  const word = run.outcome.toUpperCase();
  const kind = KINDS.find(candidate => word.startsWith(candidate));
  if (word === 'DAMAGED') return { codicon: 'warning', color: COLOR.attention };
  if (kind === undefined) return { codicon: 'history', color: COLOR.attention };
  return verdictIcon({ kind }, word.includes('REVERTED'));
}

/** Whether the run's change is on disk, as far as its summary says. */
export function canRevert(run: RunSummary): boolean {
  const word = run.outcome.toUpperCase();
  return /^(APPLIED|FAILED)/.test(word) && !/REVERTED|NOTHING CHANGED/.test(word);
}

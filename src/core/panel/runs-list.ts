import { ago, localTime } from '../kernel/amounts.ts';
import type { RunSummary } from '../ports/journal.ts';
import { INTERRUPTED } from '../runs/interrupted.ts';
import { agentTarget, STATUS_ICONS } from './agents-list.ts';
import { claimRatesNode } from './claim-rates.ts';
import { verdictIcon } from './verdict-icon.ts';
import { COLOR, type FolderName, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

const KINDS = ['APPLIED', 'BLOCKED', 'FAILED', 'CANCELLED', 'CHECKED'] as const;
/** How only runs of agents and plans end. */
const AGENT_ENDS = { DONE: 'done', EXECUTED: 'done', WAITING: 'waiting', STOPPED: 'blocked' } as const;

/** A run and the folder whose history it is in. */
export interface ListedRun extends RunSummary {
  readonly folder: FolderName;
  /** Under way in this window. */
  readonly isActive?: boolean;
  /** A whole plan, whose steps are runs of their own beside it, or a wrapped program. */
  readonly form?: 'plan' | 'wrap';
  /** For a run of agents: who shows it, and what it is called in rows. A work order's otherwise. */
  readonly agents?: { readonly host: string; readonly id: string; readonly name: string };
}

const FORM_NAMES = { plan: 'plan', wrap: 'program' } as const;

/** The state of a run, in a word or two for a row. */
export function outcomeWords(run: ListedRun): string {
  if (run.isActive === true) return 'running';
  return run.outcome === '' ? (run.underWay ?? INTERRUPTED) : run.outcome.toLowerCase();
}

/** Earlier runs, newest first, and how far the models' claims held. `now` is in milliseconds since 1970. */
export function runsList(runs: readonly ListedRun[], now: number): readonly ViewNode[] {
  const rates = claimRatesNode(runs);
  const rows = [...runs].sort((a, b) => b.startedAt - a.startedAt).map(run => runNode(run, now));
  return rates === undefined ? rows : [...rows, rates];
}

function runNode(run: ListedRun, now: number): ViewNode {
  const { runId, title, startedAt, folder, agents, form, isActive = false } = run;
  const name = agents?.name ?? (form && FORM_NAMES[form]);
  const outcome = outcomeWords(run);
  const [label, text] = name === undefined && kindOfOrder(run) ? splitTitle(title) : [title];
  return viewNode({
    id: `run:${runId}`,
    label,
    description: [outcome, name, ago(now - startedAt), folder.shownAs, text].filter(Boolean).join(' · '),
    icon: outcomeIcon(run),
    tooltip: [title, name, outcome, localTime(startedAt), `Run ${runId}`].filter(Boolean).join('\n'),
    target: agents
      ? agentTarget(agents.host, agents.id)
      : { kind: form ? `${form} run` : 'run', runId, folder: folder.uri },
    context: agents ? agentsContext(run) : `${form ?? 'run'}${canRevert(run) && !isActive ? '.applied' : ''}`,
  });
}

const kindOfOrder = ({ kind }: RunSummary): boolean => kind === undefined || kind === 'plan step';

/** The id of a step, and what it says: that is long, and would push how the run ended out of a narrow view. */
function splitTitle(title: string): readonly [string, string?] {
  const at = title.indexOf(': ');
  return at < 1 ? [title] : [title.slice(0, at), title.slice(at + 2)];
}

/** Its verbs as words, as in the Agents view. */
const agentsContext = (run: ListedRun): string =>
  ['agents', 'transcript', ...(canRevert(run) && run.isActive !== true ? ['revert'] : [])].join(' ');

/** The icon of the state of a run; one that never finished is marked as needing a look. */
export function outcomeIcon(run: ListedRun): NodeIcon {
  if (run.isActive === true) return { codicon: 'loading~spin' };
  const word = run.outcome.toUpperCase().replace(', PARTLY REVERTED', '');
  const kind = KINDS.find(candidate => word.startsWith(candidate));
  if (word === 'DAMAGED') return { codicon: 'warning', color: COLOR.attention };
  for (const [end, status] of Object.entries(AGENT_ENDS))
    if (word.startsWith(end))
      return word.includes('REVERTED') ? { codicon: 'discard' } : STATUS_ICONS[status];
  if (word.includes('PARTLY LINTED') && !word.includes('REVERTED'))
    return { codicon: 'warning', color: COLOR.attention };
  const isReverted = word.includes('REVERTED');
  if (kind !== undefined) return verdictIcon({ kind }, isReverted);
  return isReverted
    ? { codicon: 'discard', color: COLOR.quiet }
    : { codicon: 'history', color: COLOR.attention };
}

/** Whether a change of the run is on disk, as far as its summary says. */
export const canRevert = ({ revertable = false }: RunSummary): boolean => revertable;

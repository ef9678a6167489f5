import { passedEveryCheck } from '../campaign/review-groups.ts';
import { type CampaignState, STATUSES, type Status, type TargetState } from '../campaign/state.ts';
import { type CampaignSummary, summarise } from '../campaign/summary.ts';
import { ago, localTime } from '../kernel/amounts.ts';
import type { RunSummary } from '../ports/journal.ts';
import { COLOR, type FolderName, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** Targets of one status that have rows; the others are counted. */
const MOST_ROWS = 200;

/** A campaign that was run from a folder. */
export interface ListedCampaign {
  readonly runId: string;
  readonly startedAt: number;
  readonly folder: FolderName;
  /** Left out: no process works on it. */
  readonly underWay?: RunSummary['underWay'];
  /** Or why it cannot be shown, as a sentence. */
  readonly state: CampaignState | string;
}

/** Campaigns with their targets by status, newest first. `now` is in milliseconds since 1970. */
export const campaignsList = (campaigns: readonly ListedCampaign[], now: number): readonly ViewNode[] =>
  [...campaigns].sort((a, b) => b.startedAt - a.startedAt).map(one => campaignNode(one, now));

function campaignNode({ runId, startedAt, folder, underWay, state }: ListedCampaign, now: number): ViewNode {
  const id = `campaign:${runId}`;
  const when = ago(now - startedAt);
  if (typeof state === 'string')
    return viewNode({
      id,
      label: `Campaign ${runId}`,
      description: ['campaign', when, folder.shownAs].filter(Boolean).join(' · '),
      icon: { codicon: 'warning', color: COLOR.attention },
      tooltip: state,
    });
  const summary = summarise(state);
  const word = stateWord(summary, underWay);
  const counts = STATUSES.filter(status => state.counts[status] > 0).map(
    status => `${state.counts[status]} ${status}`,
  );
  return viewNode({
    id,
    label: summary.title,
    description: [word, 'campaign', ...counts, when, folder.shownAs].filter(Boolean).join(' · '),
    icon: stateIcon(summary, underWay),
    tooltip: [
      summary.title,
      `campaign, ${word}`,
      ...(summary.reason === undefined ? [] : [summary.reason]),
      ...counts,
      localTime(startedAt),
      `Campaign ${runId}`,
    ].join('\n'),
    target: { kind: 'campaign', runId, folder: folder.uri },
    children: groups(id, state, underWay),
  });
}

function groups(id: string, { targets }: CampaignState, underWay: RunSummary['underWay']) {
  const byStatus = new Map<Status, TargetState[]>();
  for (const one of targets.values()) {
    const same = byStatus.get(one.status);
    if (same === undefined) byStatus.set(one.status, [one]);
    else same.push(one);
  }
  return STATUSES.flatMap(status => {
    const members = byStatus.get(status) ?? [];
    if (members.length === 0) return [];
    const group = `${id}:${status}`;
    const rows = members.slice(0, MOST_ROWS).map(one => targetNode(id, one, underWay));
    const more = members.length - rows.length;
    return [
      viewNode({
        id: group,
        label: status,
        description: `${members.length} ${members.length === 1 ? 'target' : 'targets'}`,
        icon: statusIcon(status, underWay),
        children: [
          ...rows,
          ...(more === 0
            ? []
            : [viewNode({ id: `${group}:more`, label: `${more} more`, icon: { codicon: 'ellipsis' } })]),
        ],
      }),
    ];
  });
}

function targetNode(id: string, one: TargetState, underWay: RunSummary['underWay']): ViewNode {
  const { target, status, result, delivery } = one;
  const verdict = verdictOf(one);
  return viewNode({
    id: `${id}:${target.id}`,
    label: target.id,
    ...(verdict === undefined ? {} : { description: verdict }),
    icon: statusIcon(status, underWay),
    spoken: status,
    tooltip: [
      target.repository + (target.folder === undefined ? '' : ` (${target.folder})`),
      status,
      ...(result?.reasons ?? []),
      ...(result?.checks ?? [])
        .filter(check => check.verdict !== 'passed')
        .map(({ check, verdict: said, reason }) => `${check}: ${said}: ${reason}`),
      ...(delivery === undefined ? [] : [delivery]),
    ].join('\n'),
  });
}

/** What became of a target, in a few words. */
function verdictOf({ status, result, delivery }: TargetState): string | undefined {
  if (status === 'not delivered') return delivery;
  if (result === undefined) return undefined;
  if (result.kind !== 'changed') return result.reasons[0];
  return `+${result.added} -${result.removed} · ${passedEveryCheck(result) ? 'every check passed' : 'not every check passed'}`;
}

function stateWord({ state, counts }: CampaignSummary, underWay: RunSummary['underWay']): string {
  if (state === 'under way') return underWay ?? 'interrupted';
  return state === 'done' && hasFailed(counts) ? 'ended' : state;
}

const hasFailed = (counts: CampaignSummary['counts']): boolean =>
  counts.failed + counts.blocked + counts['not delivered'] > 0;

function stateIcon({ state, counts }: CampaignSummary, underWay: RunSummary['underWay']): NodeIcon {
  switch (state) {
    case 'under way':
      return underWay === undefined
        ? { codicon: 'history', color: COLOR.attention }
        : { codicon: 'loading~spin' };
    case 'waits for review':
      return { codicon: 'eye', color: COLOR.attention };
    case 'paused':
      return { codicon: 'debug-pause', color: COLOR.attention };
    case 'stopped':
      return { codicon: 'debug-stop', color: COLOR.attention };
    case 'cancelled':
      return { codicon: 'circle-slash' };
    case 'done':
      return hasFailed(counts)
        ? { codicon: 'warning', color: COLOR.attention }
        : { codicon: 'pass', color: COLOR.good };
  }
}

function statusIcon(status: Status, underWay: RunSummary['underWay']): NodeIcon {
  switch (status) {
    case 'sent':
      return underWay === undefined
        ? { codicon: 'history', color: COLOR.attention }
        : { codicon: 'loading~spin' };
    case 'proposed':
      return { codicon: 'eye', color: COLOR.attention };
    case 'approved':
      return { codicon: 'check' };
    case 'delivered':
      return { codicon: 'pass', color: COLOR.good };
    case 'unchanged':
      return { codicon: 'dash' };
    case 'blocked':
    case 'failed':
    case 'not delivered':
      return { codicon: 'error', color: COLOR.bad };
    case 'declined':
      return { codicon: 'circle-slash' };
    case 'waiting':
      return { codicon: 'circle-outline' };
  }
}

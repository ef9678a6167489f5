import type { CampaignPlan } from '../../core/campaign/plan-campaign.ts';
import type { ReviewGroup } from '../../core/campaign/review-groups.ts';
import { samplesOf } from '../../core/campaign/review-groups.ts';
import type { CampaignState } from '../../core/campaign/state.ts';
import { STATUSES } from '../../core/campaign/state.ts';
import type { CampaignSummary } from '../../core/campaign/summary.ts';
import { count } from '../../core/kernel/amounts.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { oneLine as inOneLine } from '../../core/kernel/one-line.ts';
import type { NewCampaignEvent } from '../../node/campaign/store.ts';
import type { Colours } from './colours.ts';

const MOST_TARGETS = 20;

/** Of repositories, programs and models: no second line, and nothing that steers the terminal. */
const oneLine = (text: string): string => showControls(inOneLine(text));

export function planText(plan: CampaignPlan, c: Colours): string {
  const lines = [
    c.bold(oneLine(plan.title)),
    `  ${oneLine(plan.work)}, at ${count(plan.targets.length, 'target')}:`,
    ...plan.targets
      .slice(0, MOST_TARGETS)
      .map(
        ({ id, repository, ref, folder }) =>
          `    ${id}  ${c.dim(oneLine([repository, ...(folder === undefined ? [] : [folder]), ...(ref === undefined ? [] : [`at ${ref}`])].join(' ')))}`,
      ),
    ...(plan.targets.length > MOST_TARGETS ? [`    and ${plan.targets.length - MOST_TARGETS} more`] : []),
    `  then ${oneLine(plan.delivery)}`,
    ...plan.rules.map(rule => `  ${oneLine(rule)}`),
    `  cost: ${plan.cost}`,
  ];
  return `${lines.join('\n')}\n`;
}

export const planJson = (plan: CampaignPlan) => ({
  title: plan.title,
  work: plan.work,
  targets: plan.targets.map(({ id, repository, ref, folder, priority }) => ({
    id,
    repository,
    ref,
    folder,
    priority,
  })),
  delivery: plan.delivery,
  rules: plan.rules,
  cost: plan.cost,
});

/** What a person reads of one event; `undefined`: nothing. */
export function campaignLine(event: NewCampaignEvent, state: CampaignState, c: Colours): string | undefined {
  switch (event.type) {
    case 'ended': {
      const { result, target } = event;
      const { changed, unchanged } = {
        changed: result.kind === 'changed',
        unchanged: result.kind === 'unchanged',
      };
      const mark = changed ? c.green('✓') : unchanged ? c.dim('=') : c.red('✗');
      const said = changed
        ? `${count(result.files, 'file')} changed, +${result.added} -${result.removed}`
        : unchanged
          ? 'nothing to change'
          : `${result.kind}: ${oneLine(result.reasons[0] ?? 'no reason was given')}`;
      return `${mark} ${target}  ${said}  ${c.dim(progress(state))}`;
    }
    case 'delivered':
      return `${c.green('→')} ${event.target}  delivered: ${oneLine(event.where)}${event.url === undefined ? '' : ` ${oneLine(event.url)}`}`;
    case 'not_delivered':
      return `${c.red('✗')} ${event.target}  not delivered: ${oneLine(event.reason)}`;
    case 'stopped':
      return c.yellow(`No more targets are started: ${oneLine(event.reason)}`);
    case 'paused':
      return c.yellow(
        `Paused by ${oneLine(event.by)}: what is under way is finished, no more targets are started`,
      );
    case 'cancelled':
      return c.yellow(`Cancelled by ${oneLine(event.by)}: what is under way is finished`);
    case 'resumed':
      return `Continued by ${oneLine(event.by)}`;
    case 'retried':
      return `${count(event.targets.length, 'target')} tried again, by ${oneLine(event.by)}`;
    default:
      return undefined;
  }
}

const progress = ({ targets, counts }: CampaignState): string =>
  `${targets.size - counts.waiting - counts.sent}/${targets.size}`;

const WORDS: Readonly<Record<CampaignSummary['state'], string>> = {
  'under way': 'UNDER WAY',
  paused: 'PAUSED',
  stopped: 'STOPPED',
  cancelled: 'CANCELLED',
  'waits for review': 'WAITING',
  done: 'DONE',
};

export function summaryText(summary: CampaignSummary, next: readonly string[], c: Colours): string {
  const { state, counts, failures } = summary;
  // Every target has ended, not every one as it was asked for.
  const isWhole =
    state !== 'done' || counts.failed + counts.blocked + counts['not delivered'] + counts.declined === 0;
  const colour = state === 'done' && isWhole ? c.green : state === 'under way' ? c.bold : c.yellow;
  const parts = STATUSES.filter(status => counts[status] > 0).map(status => `${counts[status]} ${status}`);
  const lines = [
    `${colour(c.bold(isWhole ? WORDS[state] : 'ENDED'))}  ${oneLine(summary.title)}  ${c.dim(summary.run)}`,
    `  ${count(summary.targets, 'target')}: ${parts.join(', ') || 'none has begun'}`,
    ...(summary.reason === undefined ? [] : [`  ${oneLine(summary.reason)}`]),
    ...(summary.every_check_passed + summary.not_every_check_passed === 0
      ? []
      : [
          `  changes for which every check passed: ${summary.every_check_passed}; others: ${summary.not_every_check_passed}`,
        ]),
    ...(summary.spent === undefined ? [] : [`  ${c.dim(summary.spent)}`]),
    ...failures
      .slice(0, 10)
      .map(
        ({ reason, targets }) =>
          `  ${c.red(String(targets.length))} ${oneLine(reason)} ${c.dim(`(${targets.slice(0, 3).join(', ')}${targets.length > 3 ? ' …' : ''})`)}`,
      ),
    ...next.map(one => `  ${one}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A group as a person reviews it: what it has in common, then some of its diffs. */
export function groupText(group: ReviewGroup, c: Colours): string {
  const { members, passedEveryCheck, id } = group;
  const [first] = members;
  if (first === undefined) return '';
  const open = first.result.checks.filter(({ verdict }) => verdict !== 'passed');
  const head = passedEveryCheck
    ? `${c.bold(id)}  ${count(members.length, 'target')} with the same edits; every check passed`
    : `${c.yellow(c.bold(id))}  not every check passed: ${oneLine(open.map(({ check, reason }) => `${check}: ${reason}`).join('; ') || first.result.findings.find(({ severity }) => severity !== 'note')?.message || 'no check ran')}`;
  return [
    head,
    `  ${members
      .slice(0, 8)
      .map(({ target }) => target.id)
      .join(', ')}${members.length > 8 ? ` and ${members.length - 8} more` : ''}`,
    ...samplesOf(group).flatMap(({ target, result }) => [
      c.dim(`  --- ${target.id}  sha256 ${result.hash?.slice(0, 12) ?? ''}`),
      ...showControls(result.sample ?? '')
        .trimEnd()
        .split('\n')
        .map(line => `  ${paintLine(line, c)}`),
    ]),
    '',
  ].join('\n');
}

const paintLine = (line: string, c: Colours): string =>
  line.startsWith('+') ? c.green(line) : line.startsWith('-') ? c.red(line) : line;

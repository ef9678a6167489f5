import type { CampaignEvent, TargetResult } from '../../../src/core/campaign/events.ts';
import { CampaignState } from '../../../src/core/campaign/state.ts';
import { targetsOf } from '../../../src/core/campaign/targets.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import type { Campaign } from '../../../src/generated/contracts.ts';
import { sha256 } from '../../../src/node/system.ts';

export const CAMPAIGN: Campaign = {
  title: 'Rename it',
  template: { wrap: { command: ['rename', '{{old}}'] } },
  variables: { old: 'get' },
  targets: [],
  delivery: { kind: 'branch' },
};

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

/** A campaign with the targets /a, /b …, as its first line leaves it. */
export function campaignOf(names: string, more: Partial<Campaign> = {}) {
  const campaign = { ...CAMPAIGN, ...more };
  const found = [...names].map(name => ({ entry: { repository: name }, repository: `/${name}` }));
  const targets = targetsOf(campaign, found, sha256);
  if (!targets.ok) throw new Error(targets.error);
  const idOf = (name: string) => targets.value.find(({ repository }) => repository === `/${name}`)?.id ?? '';
  const state = new CampaignState();
  const add = (event: WithoutTime<CampaignEvent>) => state.add({ at: 1, ...event } as CampaignEvent);
  const { template } = campaign;
  const committer = { name: 'n', email: 'e' };
  add({
    type: 'campaign_started',
    runId: 'run',
    campaign,
    template,
    targets: targets.value,
    committer,
    by: 'me',
  });
  return {
    state,
    idOf,
    add,
    send: (name: string) => add({ type: 'sent', target: idOf(name), base: `base-${name}` }),
    end: (name: string, result: Partial<TargetResult> = {}) =>
      add({ type: 'ended', target: idOf(name), result: resultOf(name, result) }),
    /** Names of ids. */
    names: (ids: readonly string[]) =>
      ids.map(id => state.targets.get(id)?.target.repository.slice(1)).join(''),
  };
}

export const resultOf = (name: string, more: Partial<TargetResult> = {}): TargetResult => ({
  kind: 'changed',
  reasons: [],
  base: `base-${name}`,
  commit: `commit-${name}`,
  hash: `hash-${name}`,
  shape: 'shape',
  files: 1,
  added: 1,
  removed: 1,
  checks: [{ check: 'syntax', verdict: 'passed', reason: 'understood' }],
  findings: [],
  spent: NOTHING_SPENT,
  ms: 10,
  attempt: 1,
  worker: 'w',
  ...more,
});

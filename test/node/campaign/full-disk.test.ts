import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { TargetResult } from '../../../src/core/campaign/events.ts';
import { targetsOf } from '../../../src/core/campaign/targets.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import type { Campaign } from '../../../src/generated/contracts.ts';
import { createMemoryQueue } from '../../../src/node/campaign/memory-queue.ts';
import { runCampaign } from '../../../src/node/campaign/run-campaign.ts';
import { createTargetRunner, type TargetJob } from '../../../src/node/campaign/run-target.ts';
import { type HeldCampaign, openCampaigns } from '../../../src/node/campaign/store.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { sha256 } from '../../../src/node/system.ts';
import { SmallTargets } from '../../support/campaign/small-targets.ts';

const NAMES = ['a', 'b', 'c'];

describe('a campaign whose journal cannot be written', () => {
  let targets: SmallTargets;
  const before = process.env['WORKORDER_STATE_DIR'];
  beforeEach(() => {
    targets = new SmallTargets();
    process.env['WORKORDER_STATE_DIR'] = targets.at('state');
    for (const name of NAMES) targets.add(name, { 'a.py': 'x = 1\n' });
  });
  afterEach(() => {
    if (before === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = before;
    targets.dispose();
  });

  const campaign: Campaign = {
    title: 'Change it',
    template: { wrap: { command: ['true'] } },
    targets: NAMES.map(repository => ({ repository })),
    delivery: { kind: 'branch' },
  };

  async function carryOn(held: HeldCampaign, store: ReturnType<typeof openCampaigns>) {
    const { runId } = held.state;
    const queue = createMemoryQueue<TargetJob, TargetResult>();
    const work = async (root: string) => {
      fs.writeFileSync(`${root}/a.py`, 'x = 2\n');
      return {
        outcome: 'APPLIED',
        reasons: [],
        checks: [],
        findings: [],
        spent: NOTHING_SPENT,
        bundle: { 'run.jsonl': '{}\n' },
      };
    };
    const worker = queue.work(createTargetRunner('w', work, createProcesses()), {
      name: 'w',
      concurrency: 1,
    });
    try {
      return await runCampaign({
        held,
        queue,
        processes: createProcesses(),
        collecting: store.placeOf(runId, 'results.git'),
        patches: store.placeOf(runId, 'patches'),
        window: 2,
        approvesAll: 'me',
        signal: new AbortController().signal,
      });
    } finally {
      await worker.end();
      await queue.close();
      held.release();
    }
  }

  for (const full of ['sent', 'ended', 'approved', 'delivered'])
    it(`ends with the reason at "${full}", and goes on to the same end when there is room again`, async () => {
      const store = openCampaigns(targets.folder);
      const made = await store.create(campaign.title);
      assert.ok(made.ok);
      const { runId } = made.value;
      const found = targetsOf(
        campaign,
        NAMES.map(name => ({ entry: { repository: name }, repository: targets.at(name) })),
        sha256,
      );
      assert.ok(found.ok);
      await made.value.add({
        type: 'campaign_started',
        runId,
        campaign,
        template: campaign.template,
        targets: found.value,
        committer: { name: 'n', email: 'e' },
        by: 'me',
      });
      let isFull = false;
      const limited: HeldCampaign = {
        ...made.value,
        async add(event) {
          isFull ||= event.type === full;
          if (isFull) throw new Error('ENOSPC: no space left on device, write');
          await made.value.add(event);
        },
      };
      await assert.rejects(carryOn(limited, store), /ENOSPC: no space left on device/);

      const held = await store.hold(runId);
      assert.ok(held.ok, 'nobody holds it any more');
      assert.equal(await carryOn(held.value, store), 'DONE');
      assert.equal(held.value.state.counts.delivered, NAMES.length);
      for (const name of NAMES)
        assert.equal(targets.git(name, 'rev-list', '--count', 'main..workorder/change-it'), '1');
    });
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { TargetResult } from '../../src/core/campaign/events.ts';
import { targetsOf } from '../../src/core/campaign/targets.ts';
import { openCampaigns } from '../../src/node/campaign/store.ts';
import { sha256 } from '../../src/node/system.ts';
import { CAMPAIGN, resultOf } from '../support/campaign/campaign-in-memory.ts';
import { useSession } from './support/session.ts';

const state = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-campaigns-ui-'));

describe('a campaign in the Runs view', () => {
  const session = useSession({
    viewport: { width: 1280, height: 800 },
    env: { WORKORDER_STATE_DIR: state },
    isAlone: true,
  });
  after(() => fs.rmSync(state, { recursive: true, force: true }));

  /** As the command line leaves it in the folder of the example. */
  async function leaveCampaign(results: Readonly<Record<string, Partial<TargetResult>>>): Promise<void> {
    const before = process.env['WORKORDER_STATE_DIR'];
    process.env['WORKORDER_STATE_DIR'] = state;
    try {
      const made = await openCampaigns(session().example.folder).create(CAMPAIGN.title);
      if (!made.ok) throw new Error(made.error);
      const { runId, add, release } = made.value;
      const found = targetsOf(
        CAMPAIGN,
        Object.keys(results).map(name => ({ entry: { repository: name }, repository: `/${name}` })),
        sha256,
      );
      if (!found.ok) throw new Error(found.error);
      const { template } = CAMPAIGN;
      const committer = { name: 'n', email: 'e' };
      await add({
        type: 'campaign_started',
        runId,
        campaign: CAMPAIGN,
        template,
        targets: found.value,
        committer,
        by: 'me',
      });
      for (const { id, repository } of found.value) {
        const name = repository.slice(1);
        await add({ type: 'sent', target: id, base: `base-${name}` });
        await add({ type: 'ended', target: id, result: resultOf(name, results[name]) });
      }
      release();
    } finally {
      if (before === undefined) delete process.env['WORKORDER_STATE_DIR'];
      else process.env['WORKORDER_STATE_DIR'] = before;
    }
  }

  it('has its targets by status with their verdicts', async () => {
    await leaveCampaign({
      shop: {},
      tools: { checks: [{ check: 'names', verdict: 'undecided', reason: 'it is dynamic' }] },
      old: { kind: 'blocked', reasons: ['the public name shop.quote breaks'] },
      docs: { kind: 'unchanged' },
    });
    const { workbench } = session();
    await workbench.showRuns();
    const row = workbench.treeItem(/Rename it.*waits for review.*campaign/);
    await row.waitFor();
    await row.locator('.monaco-tl-twistie').click();
    for (const group of [/proposed, 2 targets/, /blocked, 1 target/, /unchanged, 1 target/]) {
      const status = workbench.treeItem(group);
      await status.waitFor();
      await status.locator('.monaco-tl-twistie').click();
    }
    await workbench.treeItem(/^blocked, old-\w+, the public name shop\.quote breaks/).waitFor();
    await workbench.treeItem(/^proposed, shop-\w+, \+1 -1 · every check passed/).waitFor();
    await workbench.screenshot('campaign', ['dark', 'hc', 'light']);
  });
});

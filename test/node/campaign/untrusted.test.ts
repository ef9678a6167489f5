import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { TargetResult } from '../../../src/core/campaign/events.ts';
import { targetsOf } from '../../../src/core/campaign/targets.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import type { Campaign } from '../../../src/generated/contracts.ts';
import { createMemoryQueue } from '../../../src/node/campaign/memory-queue.ts';
import { runCampaign } from '../../../src/node/campaign/run-campaign.ts';
import { createTargetRunner, type TargetJob, type WorkEnd } from '../../../src/node/campaign/run-target.ts';
import { openCampaigns } from '../../../src/node/campaign/store.ts';
import { withoutCredentials } from '../../../src/node/git/remotes.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { sha256 } from '../../../src/node/system.ts';
import { SmallTargets } from '../../support/campaign/small-targets.ts';

const DONE: WorkEnd = {
  outcome: 'APPLIED',
  reasons: [],
  checks: [],
  findings: [],
  spent: NOTHING_SPENT,
  bundle: { 'run.jsonl': '{}\n' },
};

/** What comes from a worker or a repository is looked at before git or a program gets it. */
describe('a campaign with workers and repositories that nobody trusts', () => {
  let targets: SmallTargets;
  const before = process.env['WORKORDER_STATE_DIR'];
  beforeEach(() => {
    targets = new SmallTargets();
    process.env['WORKORDER_STATE_DIR'] = targets.at('state');
    targets.add('a', { 'a.py': 'x = 1\n' });
  });
  afterEach(() => {
    if (before === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = before;
    targets.dispose();
  });

  /** One target, with every result approved at once; a worker that may change what it tells. */
  async function run(
    change: (result: TargetResult, job: TargetJob) => TargetResult,
    work = (root: string) => fs.writeFileSync(`${root}/a.py`, 'x = 2\n'),
    folder?: string,
  ) {
    const campaign: Campaign = {
      title: 'Change it',
      template: { wrap: { command: ['true'] } },
      targets: [{ repository: 'a' }],
      delivery: { kind: 'branch' },
      retries: 0,
    };
    const entry = { entry: { repository: 'a' }, repository: targets.at('a') };
    const found = targetsOf(
      campaign,
      [folder === undefined ? entry : { ...entry, folders: [folder] }],
      sha256,
    );
    assert.ok(found.ok);
    const store = openCampaigns(targets.folder);
    const made = await store.create(campaign.title);
    assert.ok(made.ok);
    const held = made.value;
    const { runId } = held;
    const committer = { name: 'n', email: 'e' };
    const { template } = campaign;
    await held.add({
      type: 'campaign_started',
      runId,
      campaign,
      template,
      targets: found.value,
      committer,
      by: 'me',
    });
    const queue = createMemoryQueue<TargetJob, TargetResult>();
    const runner = createTargetRunner(
      'w',
      async root => {
        work(root);
        return DONE;
      },
      createProcesses(),
    );
    const worker = queue.work(
      async (job, attempt, signal) => {
        const end = await runner(job, attempt, signal);
        return end.kind === 'done' ? { kind: 'done', result: change(end.result, job) } : end;
      },
      { name: 'w', concurrency: 1 },
    );
    try {
      await runCampaign({
        held,
        queue,
        processes: createProcesses(),
        collecting: store.placeOf(runId, 'results.git'),
        patches: store.placeOf(runId, 'patches'),
        window: 1,
        approvesAll: 'me',
        signal: new AbortController().signal,
      });
    } finally {
      await worker.stop();
      await queue.close();
      held.release();
    }
    const [one] = held.state.targets.values();
    assert.ok(one);
    return { one, results: store.placeOf(runId, 'results.git') };
  }
  const branches = () => targets.git('a', 'branch', '--list', '--format=%(refname:short)');

  it('delivers what an honest worker tells', async () => {
    const { one } = await run(result => result);
    assert.equal(one.status, 'delivered', JSON.stringify(one));
    assert.equal(targets.git('a', 'show', 'workorder/change-it:a.py'), 'x = 2');
  });

  it('takes no base or commit that would be an option of git', async () => {
    const file = targets.at('written');
    for (const more of [{ base: `--output=${file}` }, { commit: `--output=${file}` }, { hash: 'x' }]) {
      const { one } = await run(result => ({ ...result, ...more }));
      assert.equal(one.status, 'failed');
      assert.match(one.result?.reasons[0] ?? '', /reported a result that does not belong to this target/);
    }
    assert.ok(!fs.existsSync(file));
    assert.equal(branches(), 'main');
  });

  it('delivers no commit with more history than the base, although its diff is the approved one', async () => {
    const { one } = await run((result, job) => {
      const git = `--git-dir=${job.results}`;
      const tree = targets.git('a', git, 'rev-parse', `${result.commit}^{tree}`);
      const hidden = targets.git('a', git, 'commit-tree', tree, '-p', job.base, '-m', 'hidden');
      const commit = targets.git('a', git, 'commit-tree', tree, '-p', job.base, '-p', hidden, '-m', 'forged');
      return { ...result, commit };
    });
    assert.equal(one.status, 'not delivered');
    assert.match(one.delivery ?? '', /does not follow [0-9a-f]{40} alone; nothing was delivered/);
    assert.equal(branches(), 'main');
  });

  it('does not work in a folder that a link leads out of the checkout', async () => {
    const outside = targets.at('outside');
    fs.mkdirSync(outside);
    fs.symlinkSync(outside, targets.at('a', 'pkg'));
    targets.git('a', 'add', '-A');
    targets.git('a', 'commit', '-q', '-m', 'link');
    const { one } = await run(result => result, undefined, 'pkg');
    assert.equal(one.status, 'blocked');
    assert.match(one.result?.reasons[0] ?? '', /pkg is a link, or is behind one/);
    assert.deepEqual(fs.readdirSync(outside), []);
  });

  it('shows no part of a password, whatever it contains', () => {
    assert.equal(withoutCredentials('https://u:p@ss@host/x'), 'https://host/x');
    assert.equal(withoutCredentials('redis://:a@b@host:1'), 'redis://host:1');
  });
});

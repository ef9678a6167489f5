import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const GOAL = ['routa', '--goal', 'Give gift wrap and delivery a price'];
const MODEL = ['--model', `replay:${replies('routa-two-prices')}`];

describe('workorder routa --delivery', () => {
  let shop: ShopCopy;
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: shop.root, encoding: 'utf8' }).trim();
  beforeEach(() => {
    shop = new ShopCopy();
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
  });
  afterEach(() => shop.dispose());

  it('gives each agent a checkout of its own, and a commit per task on one branch, which is pushed; the folder stays as it is', async () => {
    const remote = path.join(shop.root, '../remote.git');
    execFileSync('git', ['init', '-q', '--bare', remote]);
    // As git takes it: from the folder of the person.
    git('remote', 'add', 'origin', '../remote.git');
    shop.write('README.md', 'Words of the person that are in no commit.\n');
    const before = git('rev-parse', 'HEAD');
    const [branchBefore, changedBefore] = [git('branch', '--show-current'), shop.changed];
    const ran = await shop.run([...GOAL, ...MODEL, '--yes', '--json', '--delivery', 'push']);
    assert.equal(ran.code, 0, ran.stderr);
    const { outcome, branch, commit, run } = ran.last() as Record<string, string>;
    assert.equal(outcome, 'DONE');
    assert.equal(branch, 'work-order/give-gift-wrap-and-delivery-a-price');
    assert.equal(git('rev-parse', `${branch}`), commit);
    assert.equal(git('ls-remote', remote, `refs/heads/${branch}`).split('\t')[0], commit);
    assert.deepEqual(git('log', '--format=%s', `${before}..${branch}`).split('\n').sort(), [
      'Fix 1 of gift-wrap: Give gift wrap a price',
      'delivery: Give delivery a price',
      'gift-wrap: Give gift wrap a price',
    ]);
    assert.deepEqual(git('diff', '--name-only', before, `${branch}`).split('\n'), [
      'shop/pricing/delivery.py',
      'shop/pricing/gift_wrap.py',
      'tests/test_delivery.py',
      'tests/test_gift_wrap.py',
    ]);
    assert.match(ran.stderr, /README\.md is changed and not committed: the agents work from commit/);
    // The folder, its branch and its work trees are as they were.
    assert.deepEqual([git('rev-parse', 'HEAD'), git('branch', '--show-current')], [before, branchBefore]);
    assert.equal(shop.changed, changedBefore);
    assert.equal(git('worktree', 'list', '--porcelain').split('\n\n').length, 1);
    const shown = await shop.run(['routa', '--status', `${run}`]);
    assert.match(shown.stdout, /3 commits on the branch work-order\/give-gift-wrap/);
    assert.match(shown.stdout, /take it over with: git merge work-order/);
    const reverted = await shop.run(['revert', `${run}`]);
    assert.match(reverted.stderr, /delete its branch with git instead/);
  });

  it('works in the folder where there is no repository, and says so', async () => {
    fs.rmSync(path.join(shop.root, '.git'), { recursive: true });
    const ran = await shop.run([...GOAL, ...MODEL, '--yes', '--json', '--delivery', 'commit']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stderr, /not a git repository with a commit: the agents work in the folder itself/);
    assert.ok(fs.existsSync(path.join(shop.root, 'shop/pricing/gift_wrap.py')));
  });
});

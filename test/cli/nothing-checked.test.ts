import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { replies, ShopCopy } from './command-line.ts';

const TYPE_ERROR = 'total: int = "none"\n';

describe('workorder lint, as built', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const summaryOf = (stdout: string) => (JSON.parse(stdout) as { summary: unknown }).summary;
  const NOTHING = { total_errors: 0, clean: false, files_checked: 0 };

  const ignored = (): string => {
    fs.appendFileSync(path.join(shop.root, '.git/info/exclude'), 'generated.py\n');
    shop.write('shop/generated.py', TYPE_ERROR);
    return 'shop/generated.py';
  };
  const withoutPython = (): string => {
    fs.mkdirSync(path.join(shop.root, 'docs'), { recursive: true });
    shop.write('docs/shop.md', '# Shop\n');
    return 'docs';
  };
  for (const [what, prepare, options] of [
    ['a file with a type error that git ignores', ignored, []],
    ['a folder without Python', withoutPython, []],
    ['a folder without Python, with --check-all', withoutPython, ['--check-all']],
    ['a project without changes', () => 'shop', []],
  ] as const)
    it(`checks no file and calls nothing clean: ${what} [001-029]`, async () => {
      const ran = await shop.run(['lint', prepare(), ...options]);
      assert.deepEqual(summaryOf(ran.stdout), NOTHING);
      assert.equal(ran.code, 1);
      assert.match(ran.stderr, /Nothing was checked: [\s\S]*No file was checked, so nothing is called clean/);
      const tool = await shop.run([
        'tool',
        'lint_backend',
        JSON.stringify({ path: prepare(), check_all: options.length > 0 }),
      ]);
      assert.deepEqual(summaryOf(tool.stdout), NOTHING);
    });

  it('does not call a run lint clean whose file git ignores, and names it [001-031]', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: shop.root, stdio: 'ignore' });
    git('rm', '-q', '--cached', 'shop/orders/receipt.py');
    git('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-qm', 'ignore');
    fs.appendFileSync(path.join(shop.root, '.git/info/exclude'), 'receipt.py\n');
    const order = 'work-orders/receipt-as-lines.workorder.json';
    const model = ['--model', `replay:${replies('receipt-as-lines')}`];
    const ran = await shop.run(['run', order, ...model, '--yes', '--json']);
    const { outcome, reasons } = ran.last() as { outcome: string; reasons: string[] };
    assert.deepEqual([ran.code, outcome], [1, 'FAILED'], ran.stderr);
    assert.match(reasons.join(), /lint did not check shop\/orders\/receipt\.py/);
  });

  it('is an error on a clean tree when the linters are missing [001-031]', async () => {
    fs.rmSync(path.join(shop.root, '.venv'));
    const env = { ...plainEnvironment(), PATH: '/nowhere', VIRTUAL_ENV: '', CONDA_PREFIX: '' };
    const ran = await runCli(['lint', 'shop'], { cwd: shop.root, env });
    assert.equal(ran.code, 1);
    const answer = JSON.parse(ran.stdout) as { error: string; summary?: unknown };
    assert.equal(answer.summary, undefined);
    assert.match(answer.error, /ruff .*not found|ruff .*could not/i);
  });

  it('answers places as file and line and no more, and prints what the linters said [001-030]', async () => {
    shop.write('shop/wrong.py', `import os\n\n${TYPE_ERROR}`);
    const ran = await shop.run(['lint', 'shop']);
    assert.equal(ran.code, 1);
    const { ruff, mypy } = JSON.parse(ran.stdout) as Record<string, Record<string, { occurrences: unknown }>>;
    assert.deepEqual(ruff?.['F401']?.occurrences, [{ file: 'shop/wrong.py', line: 1 }]);
    assert.deepEqual(mypy?.['assignment']?.occurrences, [{ file: 'shop/wrong.py', line: 3 }]);
    assert.match(ran.stderr, /shop\/wrong\.py:1:8 F401 `os` imported but unused \[ruff\] \(fix available\)/);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { copyExample, type ExampleCopy } from '../../scripts/setup/example.mjs';
import { childEnvironment, root } from '../../scripts/setup/places.mjs';
import type { LintReport } from '../../src/generated/contracts.ts';
import { runCli } from '../support/built-cli/run-cli.ts';

interface Ending {
  readonly outcome: 'APPLIED' | 'BLOCKED' | 'FAILED';
  readonly code: number;
  /** What git sees afterwards. */
  readonly files: readonly string[];
  readonly reason?: RegExp;
  /** Codes of the linters' findings. */
  readonly findings?: readonly string[];
}

/** How each order of examples/shop/work-orders ends, with the real linters. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  'rename-calc-total': {
    outcome: 'APPLIED',
    code: 0,
    files: [
      'shop/cli.py',
      'shop/money.py',
      'shop/orders/checkout.py',
      'shop/orders/receipt.py',
      'shop/pricing/__init__.py',
      'shop/pricing/quotes.py',
      'tests/test_orders.py',
      'tests/test_pricing.py',
    ],
  },
  'split-sales-report': {
    outcome: 'APPLIED',
    code: 0,
    files: ['customers', 'products', 'revenue', 'sales', 'savings'].map(name => `shop/reports/${name}.py`),
  },
  'receipt-as-lines': {
    outcome: 'FAILED',
    code: 1,
    files: [],
    reason: /^lint found 2 problems/,
    findings: ['F401', 'arg-type'],
  },
  'simplify-tax-rate': { outcome: 'BLOCKED', code: 2, files: [], reason: /invariant 'no behavior changes'/ },
  'add-loyalty-discount': { outcome: 'BLOCKED', code: 2, files: [], reason: /^unknown tool: write_file/ },
  'inline-apply-coupon': {
    outcome: 'BLOCKED',
    code: 2,
    files: [],
    reason: /Could not locate symbol apply_coupon in file shop\/pricing\/discounts\.py/,
  },
  'rename-cart-items': {
    outcome: 'BLOCKED',
    code: 2,
    files: [],
    reason: /shop\/cli\.py is outside the scope/,
  },
};

interface OutcomeLine {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly lint: LintReport | null;
}

describe('the example orders on the command line, with the real linters', () => {
  let example: ExampleCopy;
  beforeEach(async () => {
    example = await copyExample();
  });
  afterEach(() => example.dispose());

  const workorder = (...args: readonly string[]) =>
    runCli(args, {
      cwd: example.folder,
      env: childEnvironment({ WORKORDER_STATE_DIR: path.join(example.folder, '../state') }),
    });

  it('are all told here', () =>
    assert.deepEqual(
      readdirSync(path.join(root, 'examples/shop/work-orders'))
        .filter(file => file.endsWith('.workorder.json'))
        .map(file => file.replace('.workorder.json', '')),
      Object.keys(ENDINGS).sort(),
    ));

  it('start from a project that is clean under ruff, mypy and import-linter [001-028, 001-029]', async () => {
    const { code, stdout, stderr } = await workorder('lint', '.', '--check-all');
    assert.equal(code, 0, `${stdout}\n${stderr}`);
  });

  for (const [name, ending] of Object.entries(ENDINGS)) {
    it(`${name} ends ${ending.outcome} [001-001]`, async () => {
      const replies = path.join(example.replies, `${name}.replay.json`);
      const order = `work-orders/${name}.workorder.json`;
      const { code, stdout, stderr } = await workorder(
        'run',
        order,
        '--model',
        `replay:${replies}`,
        '--yes',
        '--json',
      );
      const { outcome, reasons, lint } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as OutcomeLine;
      assert.deepEqual({ outcome, code }, { outcome: ending.outcome, code: ending.code }, stderr);
      if (ending.reason) assert.match(reasons[0] ?? '', ending.reason);
      assert.deepEqual(findingsOf(lint), ending.findings ?? []);
      assert.deepEqual(modifiedFiles(example.folder), ending.files);
    });
  }
});

const findingsOf = (lint: LintReport | null): readonly string[] =>
  lint ? [lint.ruff, lint.mypy, lint.import_linter ?? {}].flatMap(codes => Object.keys(codes)) : [];

function modifiedFiles(folder: string): readonly string[] {
  const args = ['status', '--porcelain', '--untracked-files=all'];
  const lines = execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).split('\n');
  return lines.flatMap(line => (line === '' ? [] : [line.slice(3)])).sort();
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TestComparison, TestsTried } from '../../../src/core/ports/trials.ts';
import { describeLines, describeTests, lineRanges } from '../../../src/core/trials/describe-tests.ts';
import { TrialWorkspace, type Version } from './try-pairs.ts';

const PRICES = `def net(gross: float) -> float:
    return gross / 1.19


def label(price: float) -> str:
    if price < 0:
        return "refund"
    return f"{price:.2f}"
`;
const CHANGED = `def net(gross: float) -> float:
    return gross / 1.2


def label(price: float) -> str:
    if price < 0:
        text = "credit"
        return text
    return f"{price:.2f} EUR"
`;
const OTHERS = {
  'shop/__init__.py': '',
  'shop/other.py': 'def other() -> int:\n    return 1\n',
  'tests/__init__.py': '',
  'tests/test_prices.py': `from shop import prices
import pytest


def test_label():
    assert prices.label(2) == "2.00"


@pytest.mark.parametrize("gross", [119, 238])
def test_net(gross):
    assert round(prices.net(gross), 2) == gross / 1.19


def test_always_fails():
    prices.label(1)
    assert False
`,
  'tests/test_late.py':
    'def test_late():\n    from shop.prices import label\n    assert label(1).startswith("1.00")\n',
  'tests/test_other.py': 'from shop.other import other\n\n\ndef test_other():\n    assert other() == 1\n',
};
const change = (after: string | undefined, before: string | undefined = PRICES): Version => ({
  path: 'shop/prices.py',
  before,
  after,
});

describe("the workspace's tests, run before and after a change in copies of it", () => {
  const workspace = new TrialWorkspace();
  after(() => workspace.dispose());

  const compared = (tests: TestsTried): TestComparison => {
    assert.equal(tests.kind, 'compared', describeTests(tests));
    return tests as TestComparison;
  };
  const ids = (list: TestComparison['gone']) => list.map(({ id }) => id);

  it('says which tests newly fail, of those that import what is changed, and which changed lines none executes', async () => {
    const tests = compared(await workspace.tests([change(CHANGED)], OTHERS));
    assert.deepEqual(ids(tests.newly_failing), [
      'tests/test_prices.py::test_label',
      'tests/test_prices.py::test_net[119]',
      'tests/test_prices.py::test_net[238]',
    ]);
    assert.equal(tests.still_failing, 1);
    assert.equal(tests.before, 5, 'test_other is not run');
    assert.match(tests.newly_failing[0]?.message ?? '', /2\.00/);
    assert.deepEqual(tests.newly_failing[0]?.file, 'tests/test_prices.py');
    assert.equal(describeLines(tests), '2 of 4 changed lines are executed by no test');
    assert.equal(tests.lines.kind, 'measured');
    if (tests.lines.kind === 'measured') assert.deepEqual(tests.lines.not_executed.map(lineRanges), ['7-8']);
    assert.equal(existsSync(path.join(workspace.root, '.pytest_cache')), false, 'nothing is written');
  });

  it('says which tests newly pass and which are no longer collected', async () => {
    const test = { path: 'tests/test_prices.py', before: OTHERS['tests/test_prices.py'] };
    const fewer = test.before
      .replace('def test_label', 'def check_label')
      .replace('assert False', 'assert True');
    const tests = compared(
      await workspace.tests(
        [{ ...test, after: fewer }],
        { ...OTHERS, 'shop/prices.py': PRICES },
        { which: 'all' },
      ),
    );
    assert.deepEqual(ids(tests.gone), ['tests/test_prices.py::test_label']);
    assert.equal(tests.before, 6, 'all are run when that is asked for');
    assert.deepEqual(ids(tests.newly_passing), ['tests/test_prices.py::test_always_fails']);
  });

  it('counts a test file that can no longer be imported as failing, its tests as gone', async () => {
    const tests = compared(await workspace.tests([change('def label(\n')], OTHERS));
    assert.ok(ids(tests.newly_failing).includes('tests/test_prices.py'), ids(tests.newly_failing).join(', '));
    assert.ok(ids(tests.gone).includes('tests/test_prices.py::test_label'));
  });

  it('does not blame the change for a test that chance decides', async () => {
    const others = {
      ...OTHERS,
      'tests/test_late.py':
        'import os\n\n\ndef test_late():\n    from shop.prices import label\n    label(1)\n    fd = "runs.txt"\n    n = len(open(fd).read()) if os.path.exists(fd) else 0\n    open(fd, "a").write("x")\n    assert (n == 0) == ("after" not in os.getcwd())\n',
    };
    const tests = compared(await workspace.tests([change(`${PRICES}# later\n`)], others));
    assert.deepEqual(ids(tests.newly_failing), []);
    assert.deepEqual(ids(tests.unstable), ['tests/test_late.py::test_late']);
  });

  it('says why nothing was run', async () => {
    const lonely = { path: 'shop/lonely.py', before: 'X = 1\n', after: 'X = 2\n' };
    assert.equal(
      describeTests(await workspace.tests([lonely], OTHERS)),
      'no test file imports what is changed',
    );
    const endless = { ...OTHERS, 'tests/test_late.py': 'from shop import prices\nwhile True:\n    pass\n' };
    const tests = await workspace.tests([change(CHANGED)], endless, { seconds: 3 });
    assert.equal(describeTests(tests), 'the tests took longer than 3 s before the change and were ended');
  });
});

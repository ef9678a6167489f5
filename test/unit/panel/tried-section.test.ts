import assert from 'node:assert/strict';
import { reviewTree } from '../../../src/core/panel/review-tree.ts';
import { testOfRow } from '../../../src/core/panel/tried-section.ts';
import type { ChangedFunction, Tried } from '../../../src/core/ports/trials.ts';
import { drawn, find, record, replace, simulated, stateAfter } from './sample-run.ts';

const place = (name: string, line: number): ChangedFunction['after'] => ({
  file: 'shop/a.py',
  line,
  module: 'shop.a',
  name,
});
const named = (name: string, line: number): ChangedFunction => ({
  before: place(name, line),
  after: place(name, line),
  why: 'is changed',
});
const outcome = (shown: string) =>
  ({ kind: 'returned', shown, type: null, arguments: ['50'], output: '', same: false }) as const;

const TRIED: Tried = {
  trials: [
    {
      function: named('shipping', 3),
      ms: 10,
      result: {
        verdict: 'counterexample',
        tools: ['Hypothesis'],
        seed: 1,
        call: 'shipping(50)',
        number: 1,
        differs: ['value'],
        before: outcome('0'),
        after: outcome('5'),
        test: 'def test_shipping(): ...\n',
      },
    },
    {
      function: named('label', 9),
      ms: 10,
      result: {
        verdict: 'no difference',
        tools: ['Hypothesis', 'CrossHair'],
        seed: 1,
        runs: 400,
        raised: 12,
        rounded: 0,
        paths: 6,
        all_paths: true,
      },
    },
    { function: named('save', 20), ms: 10, result: { verdict: 'not run', reason: 'it writes the file x' } },
  ],
  tests: {
    kind: 'compared',
    which: 'importing',
    before: 12,
    after: 12,
    newly_failing: [
      { id: 'tests/test_a.py::test_free', file: 'tests/test_a.py', line: 4, message: 'assert 5 == 0' },
    ],
    newly_passing: [],
    gone: [],
    still_failing: 0,
    unstable: [],
    lines: { kind: 'measured', changed: 40, not_executed: [{ file: 'shop/a.py', lines: [5, 6, 7, 11] }] },
  },
};

const state = stateAfter(simulated([replace('shop/a.py', 'Change.')], [record('shop/a.py')]), {
  at: 0,
  type: 'tried',
  ...TRIED,
});

describe('what was run before and after, in the Review view', () => {
  it('shows counterexamples with both results, what is only tested, and lines that no test executes', () => {
    const tree = reviewTree({ state, now: 0 });
    assert.equal(
      drawn([find(tree, 'Run before and after')]),
      [
        'Run before and after — 1 counterexample, 1 tested, 1 not run · 1 newly failing, 4 of 40 changed lines are executed by no test',
        '  shipping — counterexample: shipping(50)',
        '    called — shipping(50)',
        '    before — 0',
        '    after — 5',
        '  label — tested: no difference in 400 calls, 12 of them raised an exception in both, none on all 6 paths that CrossHair followed (Hypothesis and CrossHair, seed 1)',
        '  save — not run: it writes the file x',
        '  Tests — 12 tests ran before the change and 12 after it, those that import what is changed: 1 newly failing',
        '    test_free — newly failing: assert 5 == 0',
        '  Changed lines — 4 of 40 changed lines are executed by no test',
        '    a.py — lines 5-7, 11',
      ].join('\n'),
    );
  });

  it('leads to the diff, and gives the test of a counterexample by its row', () => {
    const [first, second] = find(reviewTree({ state, now: 0 }), 'Run before and after').children;
    assert.deepEqual(first?.target, { kind: 'diff', path: 'shop/a.py', line: 3 });
    assert.equal(first?.context, 'counterexample');
    assert.equal(testOfRow(state, first?.id ?? ''), 'def test_shipping(): ...\n');
    assert.equal(testOfRow(state, second?.id ?? ''), undefined);
  });

  it('calls nothing proved that was only run', () => {
    const text = drawn([find(reviewTree({ state, now: 0 }), 'Run before and after')]);
    assert.doesNotMatch(text, /prove/);
  });

  it('shows nothing before anything was run', () => {
    const untried = stateAfter(simulated([replace('shop/a.py', 'Change.')], [record('shop/a.py')]));
    assert.ok(reviewTree({ state: untried, now: 0 }).every(({ label }) => label !== 'Run before and after'));
  });
});

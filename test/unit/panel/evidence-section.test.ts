import assert from 'node:assert/strict';
import { reviewTree } from '../../../src/core/panel/review-tree.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { Evidence } from '../../../src/generated/contracts.ts';
import { evidenceOf } from '../evidence/evidence-of.ts';
import { drawn, find, finished, record, replace, simulated, stateAfter } from './sample-run.ts';

const BEFORE = {
  'shop/__init__.py': '',
  'shop/a.py': 'def quote(item: str) -> int:\n    return 1\n\n\ndef other() -> None: ...\n',
  'shop/b.py': 'from shop.a import quote\n\nquote("x")\n',
};
const AFTER = {
  'shop/a.py': 'def offer(item: str) -> int:\n    return 1\n\n\ndef other() -> None: ...  # noqa\n',
};

async function treeOf(more: Partial<Evidence> = {}, ...events: readonly RunEvent[]) {
  const evidence = await evidenceOf({
    before: BEFORE,
    after: AFTER,
    claims: ['quote() is now offer()', 'other() now returns int'],
    invariants: ['no new suppressions', 'every price stays'],
  });
  const told: RunEvent = { at: 0, type: 'evidence', of: 'qa', evidence: { ...evidence, ...more } };
  const state = stateAfter(
    simulated([replace('shop/a.py', 'Rename.')], [record('shop/a.py')]),
    told,
    ...events,
  );
  return reviewTree({ state, now: 0 });
}

describe('evidence in the Review view', () => {
  it('shows what breaks first, each row with its verdict in words [001-066]', async () => {
    const tree = await treeOf();
    assert.equal(
      drawn([find(tree, 'Found by code')]),
      'Found by code — 1 broken import · 1 new suppression\n' +
        '  from shop.a import quote in shop/b.py — broken import: shop/a.py has no quote\n' +
        '  # noqa in shop/a.py — new suppression',
    );
  });

  it('puts what is violated, broken or refuted above everything that is only to be read', async () => {
    const warned: RunEvent = { at: 0, type: 'warning', stage: 'review', sentence: 'read this' };
    const labels = (await treeOf({}, warned)).map(({ label }) => label);
    assert.deepEqual(labels.slice(1, 5), [
      'Invariants',
      'Found by code',
      'Signature changes, claimed and actual',
      'Read before applying',
    ]);
    assert.ok(labels.indexOf('Stages') > 4 && labels.indexOf('Changes') > 4, labels.join());
  });

  it('grades claims and invariants, and says what code does not check [001-063]', async () => {
    const tree = await treeOf();
    assert.equal(
      drawn([find(tree, 'Invariants')]),
      'Invariants — 1 violated · 1 not checked by code\n' +
        '  no new suppressions — violated: "# noqa" is new (shop/a.py:5)\n' +
        '  every price stays — not checked by code: free text is not checked by code',
    );
    const claims = find(tree, 'Signature changes, claimed and actual');
    assert.deepEqual(
      claims.children.map(
        ({ icon, accessibilityLabel }) => `${icon.codicon} ${accessibilityLabel.split(',', 1)}`,
      ),
      ['verified claim confirmed', 'error claim refuted'],
    );
  });

  it('leads to the line each row speaks of', async () => {
    const tree = await treeOf();
    assert.deepEqual(find(tree, 'from shop.a import quote').target, {
      kind: 'file',
      path: 'shop/b.py',
      line: 1,
    });
    assert.deepEqual(find(tree, '# noqa').target, { kind: 'file', path: 'shop/a.py' });
  });

  it('leads to the line of the changed file once it is applied', async () => {
    const lint = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };
    const tree = await treeOf({}, finished({ kind: 'APPLIED', lint }));
    assert.deepEqual(find(tree, '# noqa').target, { kind: 'file', path: 'shop/a.py', line: 5 });
  });

  it('keeps what QA did not check apart from what code cannot check [001-047]', async () => {
    const places = [{ file: 'shop/a.py', line: 1, side: 'before' as const }];
    const tree = await treeOf({
      spot_checks: [
        {
          text: "verified: symbol 'quote' exists in a.py",
          verdict: 'confirmed',
          reason: 'quote is defined',
          places,
        },
        {
          text: 'verified: prices are right',
          verdict: 'not_checkable',
          reason: 'code does not understand this sentence',
          places: [],
        },
        { text: 'not checked: templates', verdict: 'not_checked', reason: 'QA says so', places: [] },
      ],
    });
    const checks = find(tree, 'QA spot checks');
    assert.equal(checks.description, '1 confirmed · 1 not checkable · 1 not checked by QA');
    assert.deepEqual(
      checks.children.map(({ label, icon }) => `${icon.codicon} ${label}`),
      ["verified symbol 'quote' exists in a.py", 'circle-outline prices are right', 'question templates'],
    );
  });

  it('says so when no public name changes', async () => {
    const tree = await treeOf({ claims: [], api_changes: [] });
    assert.equal(find(tree, 'Signature changes').description, 'none, confirmed by code');
  });
});

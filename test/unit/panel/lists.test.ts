import assert from 'node:assert/strict';
import { ordersList } from '../../../src/core/panel/orders-list.ts';
import { runsList } from '../../../src/core/panel/runs-list.ts';
import { drawn, find, order } from './sample-run.ts';

const HOUR = 3_600_000;
const folder = { uri: 'file:///w' };
const run = (runId: string, outcome: string, startedAt = 0) => ({
  runId,
  outcome,
  startedAt,
  folder,
  title: 'rename-quote: Rename quote() to offer() everywhere.',
});

describe('Runs view', () => {
  it('lists runs newest first with how they ended', () =>
    assert.equal(
      drawn(runsList([run('a', 'BLOCKED', 0), run('b', 'APPLIED', HOUR)], 2 * HOUR)),
      [
        'rename-quote — applied · 1 h ago · Rename quote() to offer() everywhere.',
        'rename-quote — blocked · 2 h ago · Rename quote() to offer() everywhere.',
      ].join('\n'),
    ));

  it('offers Revert only for a run whose change is on disk', () =>
    assert.deepEqual(
      runsList(
        [
          { ...run('a', 'APPLIED', 4), revertable: true },
          run('b', 'BLOCKED', 3),
          { ...run('c', 'FAILED', 2), revertable: true },
          run('d', 'APPLIED, REVERTED', 1),
          run('e', 'FAILED, nothing changed', 0),
        ],
        5,
      ).map(node => node.context),
      ['run.applied', 'run', 'run.applied', 'run', 'run'],
    ));

  it('shows a run under way as running', () => {
    const [node] = runsList([{ ...run('a', ''), isActive: true }], 0);
    assert.equal(node?.description, 'running · just now · Rename quote() to offer() everywhere.');
    assert.equal(node?.icon.codicon, 'loading~spin');
  });

  it('lists runs of agents among them, which their view opens, reverts and reads', () => {
    const agents = { host: 'tickets', id: 'run/t', name: 'ticket' };
    const rows = runsList(
      [
        { ...run('t', 'DONE', 3), title: 'Gift wrap', agents, revertable: true },
        { ...run('u', 'DONE, REVERTED', 2), agents },
        { ...run('v', '', 1), agents, isActive: true, revertable: true },
        { ...run('w', 'DONE', 0), agents },
      ],
      4,
    );
    assert.equal(rows[0]?.label, 'Gift wrap');
    assert.equal(rows[0]?.description, 'done · ticket · just now');
    assert.deepEqual(rows[0]?.target, { kind: 'agent', host: 'tickets', id: 'run/t' });
    assert.deepEqual(
      rows.map(row => row.context),
      ['agents transcript revert', 'agents transcript', 'agents transcript', 'agents transcript'],
    );
    assert.equal(rows[1]?.icon.codicon, 'discard');
    const [partly] = runsList([{ ...run('x', 'DONE, partly reverted', 2), agents }], 4);
    assert.equal(partly?.icon.codicon, rows[0]?.icon.codicon, 'what is left of it stands');
  });

  it('marks a run that never finished', () =>
    assert.match(drawn(runsList([run('a', '')], 0)), /interrupted · just now/));

  it('says of a run that never finished that it was taken back, with the icon of such runs', () => {
    const [all, part] = runsList(
      [run('a', 'interrupted, REVERTED', 1), run('b', 'interrupted, partly reverted')],
      1,
    );
    assert.match(all?.description ?? '', /^interrupted, reverted · /);
    assert.match(part?.description ?? '', /^interrupted, partly reverted · /);
    assert.deepEqual([all?.icon.codicon, part?.icon.codicon], ['discard', 'history']);
  });
});

describe('Work Orders view', () => {
  it('names the folder when the workspace has more than one', () => {
    const shop = { uri: 'file:///w', shownAs: 'shop' };
    const files = [
      { folder: shop, path: 'rename.workorder.json', order: { ok: true, value: order } as const },
    ];
    assert.equal(drawn(ordersList(files, [], 0)), 'rename — shop · Rename quote() to offer() everywhere.');
  });

  it('shows the step until it ran, then how it ended', () => {
    const files = [
      { folder, path: 'work-orders/rename.workorder.json', order: { ok: true, value: order } as const },
    ];
    assert.equal(drawn(ordersList(files, [], 0)), 'rename — Rename quote() to offer() everywhere.');
    assert.equal(drawn(ordersList(files, [run('a', 'APPLIED')], 3 * HOUR)), 'rename — applied 3 h ago');
  });

  it('says what is wrong with a malformed order and leads to the line', () => {
    const files = [
      {
        folder,
        path: 'x.workorder.json',
        order: { ok: false, error: 'line 4: scope_allowlist is empty' } as const,
      },
    ];
    const node = find(ordersList(files, [], 0), 'x');
    assert.equal(node.context, 'order.invalid');
    assert.deepEqual(node.target, {
      kind: 'file',
      path: 'x.workorder.json',
      line: 4,
      folder: 'file:///w',
    });
  });
});

import assert from 'node:assert/strict';
import { campaignsList } from '../../../src/core/panel/campaigns-list.ts';
import { campaignOf } from '../../support/campaign/campaign-in-memory.ts';
import { drawn } from './sample-run.ts';

const folder = { uri: 'file:///w' };
const listed = { runId: 'r', startedAt: 0, folder };

describe('campaigns in the Runs view', () => {
  it('are a tree of their targets by status, with the verdict of each', () => {
    const one = campaignOf('abcd');
    for (const name of 'abc') one.send(name);
    one.end('a');
    one.end('b', { kind: 'blocked', reasons: ['a name breaks'] });
    one.end('c', { checks: [{ check: 'names', verdict: 'undecided', reason: 'it is dynamic' }] });
    const rows = campaignsList([{ ...listed, state: one.state }], 60_000);
    const shown = drawn(rows).replaceAll(/([abcd])-[0-9a-f]{8}/g, '$1');
    assert.match(
      shown,
      /^Rename it — interrupted · campaign · 1 waiting · 2 proposed · 1 blocked · 1 min ago/,
    );
    for (const line of [
      /waiting — 1 target\n\s+d\n/,
      /proposed — 2 targets\n\s+a — \+1 -1 · every check passed\n\s+c — \+1 -1 · not every check passed\n/,
      /blocked — 1 target\n\s+b — a name breaks/,
    ])
      assert.match(`${shown}\n`, line);
    assert.deepEqual(rows[0]?.target, { kind: 'campaign', runId: 'r', folder: 'file:///w' });
  });

  it('say where they are: at work, for a person to look, or why they cannot be shown', () => {
    const work = campaignOf('a');
    work.send('a');
    const waits = campaignOf('a');
    waits.send('a');
    waits.end('a');
    const rows = campaignsList(
      [
        { ...listed, startedAt: 3, underWay: 'at work', state: work.state },
        { ...listed, startedAt: 2, state: waits.state },
        { ...listed, startedAt: 1, state: 'journal.jsonl is damaged' },
      ],
      4,
    );
    assert.deepEqual(
      rows.map(({ description = '', icon, tooltip }) => [
        description.split(' · ')[0],
        icon.codicon,
        tooltip.split('\n')[0],
      ]),
      [
        ['at work', 'loading~spin', 'Rename it'],
        ['waits for review', 'eye', 'Rename it'],
        ['campaign', 'warning', 'journal.jsonl is damaged'],
      ],
    );
  });

  it('have rows for 200 targets of a status and count the others', () => {
    const one = campaignOf('a');
    const [first] = one.state.targets.values();
    assert.ok(first);
    for (let n = 0; n < 300; n++)
      one.state.targets.set(`t${n}`, { ...first, target: { ...first.target, id: `t${n}` } });
    const [row] = campaignsList([{ ...listed, state: one.state }], 0);
    const members = row?.children[0]?.children ?? [];
    assert.equal(members.length, 201);
    assert.equal(members.at(-1)?.label, '101 more');
  });
});

import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { withoutChance } from '../../../src/node/model/without-chance.ts';

describe('what two runs of the same work write otherwise', () => {
  for (const [one, other] of [
    ['17 passed in 0.73s', '17 passed in 12.69s'],
    ['17 passed in 61.20s (0:01:01)', '17 passed in 60.04s (0:01:00)'],
    ['commit c61abf279b on work-order/task-1', 'commit 0f3a11279c on work-order/task-1'],
    ['commit c61abf279b on work-order/task-1', 'commit 0311112790 on work-order/task-1'],
    ['<ticket-a239b228ecd9>\n</ticket-a239b228ecd9>', '<ticket-239122833349>\n</ticket-239122833349>'],
    [
      'resume with: workorder resume 20261122T221447-9ec8',
      'resume with: workorder resume 20261123T080001-0a1b',
    ],
    ['at 2026-11-22T21:02:03.123Z', 'at 2026-11-23T09:12:13Z'],
    ['<Cart object at 0x7f1c2ab34d60>', '<Cart object at 0x7f99aab00d10>'],
    [`rootdir: ${path.join(os.tmpdir(), 'abc-1')}/shop`, `rootdir: ${path.join(os.tmpdir(), 'xyz-2')}/shop`],
  ] as const)
    it(`is no difference: ${one}`, () => assert.equal(withoutChance(one), withoutChance(other)));

  for (const [one, other] of [
    ['17 passed', '16 passed'],
    ['timeout = 30', 'timeout = 31'],
    ['price 1234567', 'price 1234568'],
    ['def deadbeef_total():', 'def deadbeef_sum():'],
  ] as const)
    it(`stays a difference: ${one}, ${other}`, () =>
      assert.notEqual(withoutChance(one), withoutChance(other)));
});

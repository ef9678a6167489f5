import assert from 'node:assert/strict';
import { runsList } from '../../../src/core/panel/runs-list.ts';
import { claimWords } from '../../../src/core/workorder/claim-rates.ts';
import { drawn } from './sample-run.ts';

const tally = (model: string, confirmed: number, refuted: number, notCheckable = 0) => ({
  model,
  confirmed,
  refuted,
  notCheckable,
});
const run = (runId: string, claims?: readonly ReturnType<typeof tally>[]) => ({
  runId,
  outcome: 'APPLIED',
  startedAt: 0,
  folder: { uri: 'file:///w' },
  title: runId,
  ...(claims ? { claims } : {}),
});

describe('claims of each model, checked by code', () => {
  it('are summed over the runs, the most often refuted first', () =>
    assert.equal(
      drawn(
        runsList(
          [run('a', [tally('big', 9, 1), tally('small', 1, 1)]), run('b', [tally('big', 10, 0, 4)])],
          0,
        ).slice(-1),
      ),
      [
        'Claims checked by code — 2 models',
        '  small — 1 of 2 checked claims refuted (50 %)',
        '  big — 1 of 20 checked claims refuted (5 %), 4 not checkable',
      ].join('\n'),
    ));

  it('are not shown before there are any', () => assert.equal(runsList([run('a')], 0).length, 1));

  it('say when none could be decided', () =>
    assert.equal(claimWords(tally('big', 0, 0, 1)), '1 claim not checkable'));
});

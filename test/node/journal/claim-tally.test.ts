import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tallyClaims } from '../../../src/node/journal/claim-tally.ts';
import { createJournals } from '../../../src/node/journal/journals.ts';

const start = { type: 'run_started', designerModel: 'big', qaModel: 'small' };
const evidence = (claims: readonly string[], checks: readonly string[]) => ({
  type: 'evidence',
  evidence: {
    claims: claims.map(verdict => ({ verdict })),
    spot_checks: checks.map(verdict => ({ verdict })),
  },
});

describe('how the claims of a run fared', () => {
  it('is what the last evidence says, for each role’s model', () =>
    assert.deepEqual(
      tallyClaims([
        start,
        evidence(['refuted'], []),
        evidence(
          ['confirmed', 'refuted', 'not_checkable'],
          ['confirmed', 'not_checked', 'refuted', 'refuted'],
        ),
      ]),
      [
        { model: 'big', confirmed: 1, refuted: 1, notCheckable: 1 },
        { model: 'small', confirmed: 1, refuted: 2, notCheckable: 0 },
      ],
    ));

  it('is nothing where nothing was claimed, or where the journal is another one’s', () => {
    assert.deepEqual(tallyClaims([start, evidence([], ['not_checked'])]), []);
    assert.deepEqual(tallyClaims([{ type: 'turn' }, null, 3]), []);
  });

  it('is listed with the run, read from the journal or from the copy beside it', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'work-order-claims-'));
    try {
      const journals = createJournals<unknown>(folder, { now: () => 0 });
      const journal = await journals.create('a run');
      await journal.append(start);
      await journal.append(evidence(['confirmed'], ['refuted']));
      const expected = [
        { model: 'big', confirmed: 1, refuted: 0, notCheckable: 0 },
        { model: 'small', confirmed: 0, refuted: 1, notCheckable: 0 },
      ];
      for (const time of ['first', 'second'])
        assert.deepEqual((await journals.list())[0]?.claims, expected, time);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

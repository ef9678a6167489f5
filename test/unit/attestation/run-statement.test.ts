import assert from 'node:assert/strict';
import { runStatementOf } from '../../../src/core/attestation/run-statement.ts';

const result = (check: string, verdict: 'passed' | 'failed') => ({ check, verdict, reason: '' });

describe('the attestation of an applied run', () => {
  it('has the checks of what was applied last, not those of a proposal that was refused after it', () => {
    const after = new Uint8Array();
    const lines = [
      { type: 'verified', number: 1, results: [result('evidence', 'failed')] },
      { type: 'applied', number: 1 },
      { type: 'verified', number: 1, phase: 'after', results: [result('tests', 'failed')] },
      { type: 'verified', number: 2, results: [result('evidence', 'passed')] },
      { type: 'reviewed', number: 2 },
    ];
    const statement = runStatementOf(
      {
        summary: { runId: 'run-1', outcome: 'DONE', kind: 'agent' },
        files: [
          { path: 'a.py', before: undefined, after, beforeSha256: undefined, afterSha256: 'x', spans: [] },
        ],
        lines,
      },
      { version: '1', at: 0, gitBlob: () => 'blob' },
    );
    assert.deepEqual(
      statement?.predicate.checks.map(({ phase, check, verdict }) => `${phase} ${check} ${verdict}`),
      ['before evidence failed', 'after tests failed'],
    );
  });
});

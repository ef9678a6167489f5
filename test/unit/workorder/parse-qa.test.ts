import assert from 'node:assert/strict';
import { parseQaOutput } from '../../../src/core/workorder/parse-qa.ts';

const approved = {
  decision: 'APPROVED',
  commands: [
    {
      tool: 'atomic_replace',
      args: { file_path: 'a.py', replacements: [{ old_string: 'a', new_string: 'b' }] },
      reason: 'Rename.',
    },
  ],
  verification: { tool: 'lint_backend', args: { path: '.', check_all: true } },
};
const rejected = {
  decision: 'REJECTED',
  commands: [],
  verification: null,
  reasons: ['Replacement 0 touches file outside step scope'],
  required_changes: ['Remove command targeting nomarr/services/'],
};

function check(value: object): void {
  assert.deepEqual(parseQaOutput(JSON.stringify(value)), { ok: true, value });
}

function checkBlocked(value: unknown, reason: RegExp): void {
  const result = parseQaOutput(typeof value === 'string' ? value : JSON.stringify(value));
  assert.ok(!result.ok, 'was accepted');
  assert.match(result.error, reason);
}

describe('QA output', () => {
  it('approves with commands and verification; reasons and spot checks are optional [001-041] [001-043] [001-047]', () => {
    check(approved);
    check({ ...approved, reasons: [], spot_checks: ['verified: x', 'not checked: y'] });
  });
  it('rejects with reasons and required changes [001-042] [001-044] [001-045] [001-046]', () =>
    check(rejected));

  it('is one JSON structure [001-039] [001-051]', () =>
    checkBlocked('APPROVED', /^QA JSON invalid: parse error at offset 0/));
  it('decides with exactly APPROVED or REJECTED [001-040] [001-052]', () => {
    for (const decision of ['approved', 'Approved', 'YES', '', null, 1]) {
      checkBlocked({ ...approved, decision }, /^invalid decision: /);
    }
    const { decision: _, ...without } = approved;
    checkBlocked(without, /^invalid decision: /);
  });
  it('needs commands and verification to approve [001-041] [001-043]', () => {
    checkBlocked({ ...approved, commands: [] }, /commands/);
    checkBlocked({ ...approved, verification: null }, /verification/);
  });
  it('must not carry commands or a verification when it rejects [001-042] [001-044]', () => {
    checkBlocked({ ...rejected, commands: approved.commands }, /commands/);
    checkBlocked({ ...rejected, verification: approved.verification }, /verification must be of type null/);
  });
  it('needs reasons and required changes to reject [001-045] [001-046]', () => {
    const { reasons: _r, ...noReasons } = rejected;
    const { required_changes: _c, ...noChanges } = rejected;
    checkBlocked(noReasons, /has no "reasons"/);
    checkBlocked(noChanges, /has no "required_changes"/);
  });
  it('may use only the Designer’s tools [001-041] [001-049]', () =>
    checkBlocked(
      { ...approved, commands: [{ tool: 'delete_file', args: {}, reason: '' }] },
      /^unknown tool: delete_file/,
    ));
});

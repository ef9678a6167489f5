import assert from 'node:assert/strict';
import { parseWorkOrder } from '../../../src/core/workorder/parse-work-order.ts';

const order = {
  step_id: 'phase-2.step-3',
  step_text: 'Split analytics_comp.py into 5 one-export files',
  scope_allowlist: ['nomarr/components/analytics/'],
  invariants: ['no import shape changes', 'no _id/_key renames', 'no behavior changes'],
  acceptance: {
    lint: { path: 'nomarr/components/analytics', check_all: false },
    phase_boundary_lint: { path: 'nomarr/', check_all: true },
  },
};
const text = (value: unknown) => JSON.stringify(value, undefined, 2);

function checkRefused(source: string, message: RegExp): void {
  const result = parseWorkOrder(source);
  assert.ok(!result.ok, 'was accepted');
  assert.match(result.error, message);
}

describe('work order', () => {
  it('is read as in the specification [001-060] [001-061] [001-062] [001-063] [001-064] [001-065]', () =>
    assert.deepEqual(parseWorkOrder(text(order)), { ok: true, value: order }));
  it('may begin with a byte order mark', () => assert.ok(parseWorkOrder(`\uFEFF${text(order)}`).ok));
  it('may name files to create, inside the scope', () => {
    assert.ok(parseWorkOrder(text({ ...order, new_files: ['nomarr/components/analytics/a.py'] })).ok);
    checkRefused(text({ ...order, new_files: ['nomarr/other.py'] }), /line \d+: new_files\[0\] is outside/);
  });
  it('names the line of a schema error', () => {
    checkRefused(text({ ...order, step_id: 7 }), /^line 2: step_id must be of type string/);
    checkRefused(text({ ...order, scope_allowlist: ['ok/', '../up'] }), /^line 6: scope_allowlist\[1\]/);
    checkRefused(text({ ...order, acceptance: {} }), /acceptance has no "lint"/);
    checkRefused(text({ ...order, scope: [] }), /unknown key "scope"/);
  });
  it('names the line of a JSON error', () => checkRefused('{\n  "step_id": "x",\n}', /^line 3: parse error/));
  it('needs at least one path in the scope', () =>
    checkRefused(text({ ...order, scope_allowlist: [] }), /scope_allowlist/));
});

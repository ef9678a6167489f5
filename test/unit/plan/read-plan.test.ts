import assert from 'node:assert/strict';
import { importChecklist } from '../../../src/core/plan/import-checklist.ts';
import { parsePlan } from '../../../src/core/plan/parse-plan.ts';

const lint = { path: 'shop', check_all: false };
const defaults = {
  scopeAllowlist: ['shop/'],
  invariants: ['no behavior changes'],
  lint,
  phaseBoundaryLint: { path: 'shop', check_all: true },
};

describe('plan file', () => {
  it('names orders by file or inline', () =>
    assert.ok(
      parsePlan(
        JSON.stringify({
          title: 't',
          phases: [{ id: 'p', outcome: 'o', steps: ['orders/a.workorder.json'] }],
        }),
      ).ok,
    ));
  it('names the line of a mistake', () => {
    const result = parsePlan('{\n  "title": "t",\n  "phases": [\n    {"id": "p", "steps": []}\n  ]\n}');
    assert.match(result.ok ? '' : result.error, /^line 4: /);
  });
});

describe('checklist', () => {
  const text = `# Split the shop

### Phase 1: pricing is a package of its own
- [x] Create the package
- [ ] Move the rules

Notes between are ignored.
### Phase 2: reports are split
* [ ] Split sales.py
`;
  it('becomes a plan: phases with outcomes, open items as steps [001-065]', () => {
    const plan = importChecklist(text, defaults);
    assert.ok(plan.ok);
    assert.equal(plan.value.title, 'Split the shop');
    assert.deepEqual(
      plan.value.phases.map(p => [p.id, p.outcome, p.phase_boundary_lint?.check_all]),
      [
        ['phase-1', 'pricing is a package of its own', true],
        ['phase-2', 'reports are split', true],
      ],
    );
    assert.deepEqual(plan.value.phases[0]?.steps, [
      {
        step_id: 'phase-1.step-2',
        step_text: 'Move the rules',
        scope_allowlist: ['shop/'],
        invariants: ['no behavior changes'],
        acceptance: { lint },
      },
    ]);
  });
  it('says what is missing', () => {
    const error = (source: string) => {
      const plan = importChecklist(source, defaults);
      return plan.ok ? '' : plan.error;
    };
    assert.match(error('- [ ] x'), /^line 1: a step before the first/);
    assert.match(error('hello'), /no "### Phase N: outcome"/);
    assert.match(error('### Phase 1: a\n- [x] done'), /every step .* is ticked/);
  });
});

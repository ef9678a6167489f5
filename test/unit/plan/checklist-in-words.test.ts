import assert from 'node:assert/strict';
import { checklistInWords } from '../../../src/core/plan/checklist-in-words.ts';
import { importChecklist } from '../../../src/core/plan/import-checklist.ts';

const DEFAULTS = {
  scopeAllowlist: ['shop/'],
  invariants: [],
  lint: { path: 'shop', check_all: false },
  phaseBoundaryLint: { path: 'shop', check_all: true },
};
const stepsOf = (words: string) => {
  const plan = importChecklist(checklistInWords(words) ?? '', DEFAULTS);
  assert.ok(plan.ok);
  return { title: plan.value.title, steps: plan.value.phases.flatMap(({ steps }) => steps) };
};

describe('a checklist that somebody typed', () => {
  it('is one phase, named by the line above it', () => {
    const { title, steps } = stepsOf(
      'Tidy the prices:\n- say the unit\n2. name the rounding\n* [x] done before',
    );
    assert.equal(title, 'Tidy the prices');
    assert.deepEqual(
      steps.map(step => (typeof step === 'object' && 'step_text' in step ? step.step_text : step)),
      ['say the unit', 'name the rounding'],
    );
  });

  it('needs no line above it', () => assert.equal(stepsOf('- say the unit').title, 'Plan'));

  it('with phases stays as it is', () => {
    const words = '### Phase 1: prices\n- [ ] say the unit\n';
    assert.equal(checklistInWords(words), words);
  });

  it('is none where nothing is listed', () => assert.equal(checklistInWords('tidy the prices'), undefined));
});

import assert from 'node:assert/strict';
import type { Facts } from '../../../src/core/evidence/invariants/facts.ts';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { computeFor, type Edit } from './evidence-of.ts';

/** Each form of sentence: true, false, and what is left open. */
export type Forms = Readonly<Record<string, { yes?: string[]; no?: string[]; open?: string[] }>>;

const known = new WeakMap<Edit, Promise<{ readonly facts: Facts }>>();

/** The verdict about one sentence of QA, and its reason behind a colon. */
export async function gradeSentence(edit: Edit, text: string): Promise<string> {
  const computed = known.get(edit) ?? computeFor(edit);
  known.set(edit, computed);
  const { facts } = await computed;
  const [graded] = await gradeSpotChecks({
    spotChecks: [`verified: ${text}`],
    order: { scope_allowlist: ['**'] },
    facts,
    isFile: async () => false,
  });
  assert.ok(graded);
  return `${graded.verdict}: ${graded.reason}`;
}

/** One test for each sentence. */
export function itGrades(edit: Edit, forms: Forms): void {
  for (const [what, { yes = [], no = [], open = [] }] of Object.entries(forms)) {
    for (const text of yes)
      it(`${what}: ${text}`, async () => assert.match(await gradeSentence(edit, text), /^confirmed:/));
    for (const text of no)
      it(`${what}, false: ${text}`, async () => assert.match(await gradeSentence(edit, text), /^refuted:/));
    for (const text of open)
      it(`${what}, left open: ${text}`, async () =>
        assert.match(await gradeSentence(edit, text), /^not_checkable:/));
  }
}

import assert from 'node:assert/strict';
import { parsePlan } from '../../../src/core/plan/parse-plan.ts';
import { parseTicket } from '../../../src/core/tickets/ticket-file.ts';
import { parseWorkOrder } from '../../../src/core/workorder/parse-work-order.ts';

const FILES = {
  'work order': { step_id: 'a' },
  plan: { title: 't', phases: [] },
  ticket: { title: 't', subtasks: [] },
};
const READERS = { 'work order': parseWorkOrder, plan: parsePlan, ticket: parseTicket };

describe('a file of another kind', () => {
  for (const [expected, read] of Object.entries(READERS))
    for (const [kind, json] of Object.entries(FILES))
      it(`is ${kind === expected ? 'not suspected' : 'named, with its command,'} in a ${kind} read as a ${expected}`, () => {
        const result = read(JSON.stringify(json));
        const error = result.ok ? '' : result.error;
        const hint = `it looks like a ${kind}, not a ${expected}: workorder`;
        assert.equal(error.includes(hint), kind !== expected, error);
      });

  it('is not guessed from anything else', () => {
    for (const text of ['{}', '[]', 'null', '"step_id"'])
      for (const read of Object.values(READERS)) {
        const result = read(text);
        assert.ok(!result.ok && !result.error.includes('looks like'));
      }
  });
});

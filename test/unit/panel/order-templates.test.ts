import assert from 'node:assert/strict';
import { isCheckable } from '../../../src/core/evidence/invariants/invariants.ts';
import { ORDER_TEMPLATES } from '../../../src/core/panel/order-templates.ts';
import { validateWorkOrder } from '../../../src/generated/validators.cjs';

describe('the templates of work orders', () => {
  it('are work orders once they are filled in, and name only invariants that code can prove', () => {
    for (const { name, order } of ORDER_TEMPLATES) {
      assert.ok(validateWorkOrder(order), `${name}: ${JSON.stringify(validateWorkOrder.errors)}`);
      for (const invariant of order.invariants) assert.ok(isCheckable(invariant), `${name}: ${invariant}`);
    }
  });
});

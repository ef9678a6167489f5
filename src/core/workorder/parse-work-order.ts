import type { WorkOrder } from '../../generated/contracts.ts';
import { validateWorkOrder } from '../../generated/validators.cjs';
import { isInScope } from '../changes/scope.ts';
import { findJsonLine } from '../kernel/find-json-line.ts';
import { describeSchemaProblem } from '../kernel/json-path.ts';
import { otherKind } from '../kernel/other-kind.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/** Reads a *.workorder.json; the error names the line. */
export function parseWorkOrder(text: string): Result<WorkOrder, string> {
  // Editors may write a byte order mark; it is not part of the JSON.
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const json = readStrictJson(body);
  if (!json.ok) return fail(`line ${json.error.line}: ${json.error.message}`);
  if (!validateWorkOrder(json.value)) {
    const problem = validateWorkOrder.errors?.[0];
    if (!problem) return fail('the work order does not match its schema');
    return fail(
      `line ${findJsonLine(body, problem.instancePath)}: ${describeSchemaProblem(problem)}${otherKind(json.value, 'work order')}`,
    );
  }
  const order = json.value;
  const outside = (order.new_files ?? []).findIndex(path => !isInScope(path, order.scope_allowlist));
  if (outside >= 0) {
    const line = findJsonLine(body, `/new_files/${outside}`);
    return fail(
      `line ${line}: new_files[${outside}] is outside scope_allowlist; add its folder to the scope`,
    );
  }
  return ok(order);
}

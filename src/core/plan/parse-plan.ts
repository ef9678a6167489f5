import type { Plan } from '../../generated/contracts.ts';
import { validatePlan } from '../../generated/validators.cjs';
import { findJsonLine } from '../kernel/find-json-line.ts';
import { describeSchemaProblem } from '../kernel/json-path.ts';
import { otherKind } from '../kernel/other-kind.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/** Reads a *.plan.json; the error names the line. */
export function parsePlan(text: string): Result<Plan> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const json = readStrictJson(body);
  if (!json.ok) return fail(`line ${json.error.line}: ${json.error.message}`);
  if (validatePlan(json.value)) return ok(json.value);
  // The last error is about the plan itself; those before it are the branches of a step that did not match.
  const problem = validatePlan.errors?.find(e => e.keyword !== 'anyOf') ?? validatePlan.errors?.[0];
  if (!problem) return fail('the plan does not match its schema');
  return fail(
    `line ${findJsonLine(body, problem.instancePath)}: ${describeSchemaProblem(problem)}${otherKind(json.value, 'plan')}`,
  );
}

import type { QaOutput } from '../../generated/contracts.ts';
import { validateQaOutput } from '../../generated/validators.cjs';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import { explainOutputProblem } from './explain-output.ts';

/** Reads QA's reply. The error is the reason for BLOCKED. */
export function parseQaOutput(text: string): Result<QaOutput, string> {
  const json = readStrictJson(text);
  if (!json.ok) return fail(`QA JSON invalid: ${json.error.message}`);
  if (validateQaOutput(json.value)) return ok(json.value);
  return fail(explainOutputProblem('QA', json.value, validateQaOutput.errors));
}

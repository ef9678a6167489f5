import type { DesignerOutput } from '../../generated/contracts.ts';
import { validateDesignerError, validateDesignerOutput } from '../../generated/validators.cjs';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import { explainOutputProblem } from './explain-output.ts';

/**
 * Reads the Designer's reply. The error is the reason for BLOCKED, in the words of specification 1
 * (rows 001-032 … 001-038, 001-048 … 001-050).
 */
export function parseDesignerOutput(text: string): Result<DesignerOutput, string> {
  const json = readStrictJson(text);
  if (!json.ok) return fail(`Designer JSON invalid: ${json.error.message}`);
  if (validateDesignerError(json.value)) {
    return fail(
      `the Designer could not produce commands: ${json.value.commands[0]?.reason ?? 'no reason given'}`,
    );
  }
  if (validateDesignerOutput(json.value)) return ok(json.value);
  return fail(explainOutputProblem('Designer', json.value, validateDesignerOutput.errors));
}

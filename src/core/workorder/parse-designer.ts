import type { DesignerOutput } from '../../generated/contracts.ts';
import { validateDesignerError, validateDesignerOutput } from '../../generated/validators.cjs';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { JsonFault } from '../kernel/strict-json.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import { explainOutputProblem } from './explain-output.ts';

/**
 * Reads the Designer's reply. The error is the reason for BLOCKED, in the words that models and scripts match.
 */
export function parseDesignerOutput(text: string): Result<DesignerOutput, string> {
  const json = readStrictJson(text);
  return json.ok ? checkDesignerOutput(json.value) : fail(describeDesignerFault(json.error));
}

const REFUSAL = 'the Designer could not produce commands: ';

/** Whether the answer was a valid one that says no, as the Designer is asked to in that case. */
export const isRefusal = (error: string): boolean => error.startsWith(REFUSAL);

export const describeDesignerFault = (fault: JsonFault): string => `Designer JSON invalid: ${fault.message}`;

/** The same for a reply whose JSON is already read. */
export function checkDesignerOutput(value: unknown): Result<DesignerOutput, string> {
  if (validateDesignerError(value)) {
    return fail(`${REFUSAL}${value.commands[0]?.reason ?? 'no reason given'}`);
  }
  if (validateDesignerOutput(value)) return ok(value);
  return fail(explainOutputProblem('Designer', value, validateDesignerOutput.errors));
}

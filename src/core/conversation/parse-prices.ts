import type { Prices } from '../../generated/contracts.ts';
import { validatePrices } from '../../generated/validators.cjs';
import { describeSchemaProblems } from '../kernel/json-path.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/** Reads a price table; errors name what is wrong in it. */
export function parsePrices(text: string): Result<Prices> {
  const json = readStrictJson(text);
  return json.ok ? checkPrices(json.value) : fail(json.error.message);
}

/** The same for a table whose JSON is already read, for example from the settings. */
export function checkPrices(value: unknown): Result<Prices> {
  return validatePrices(value) ? ok(value) : fail(describeSchemaProblems(validatePrices.errors));
}

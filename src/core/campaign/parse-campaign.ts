import type { Campaign } from '../../generated/contracts.ts';
import { validateCampaign } from '../../generated/validators.cjs';
import { type Limit, parseLimit } from '../conversation/budget.ts';
import { findJsonLine } from '../kernel/find-json-line.ts';
import { describeSchemaProblem } from '../kernel/json-path.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/** Reads a *.campaign.json; the error names the line. */
export function parseCampaign(text: string): Result<Campaign> {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const json = readStrictJson(body);
  if (!json.ok) return fail(`line ${json.error.line}: ${json.error.message}`);
  if (!validateCampaign(json.value)) {
    // The last error is about the campaign itself; those before it are the branches of a template that did not match.
    const problem = validateCampaign.errors?.find(e => e.keyword !== 'anyOf') ?? validateCampaign.errors?.[0];
    if (!problem) return fail('the campaign does not match its schema');
    return fail(`line ${findJsonLine(body, problem.instancePath)}: ${describeSchemaProblem(problem)}`);
  }
  const limits = readBudget(json.value);
  return limits.ok ? ok(json.value) : limits;
}

export interface CampaignBudget {
  /** For all targets together. */
  readonly all: readonly Limit[];
  /** The most for one; needed for `all`, because what is under way has to be counted before it is spent. */
  readonly target: Limit | undefined;
}

export function readBudget({ budget = [], target_budget }: Campaign): Result<CampaignBudget> {
  const all: Limit[] = [];
  for (const text of budget) {
    const limit = parseLimit(text);
    if (!limit.ok) return fail(`budget: ${limit.error}`);
    if (all.some(({ kind }) => kind === limit.value.kind))
      return fail('budget: give one limit in tokens and one in money at most');
    all.push(limit.value);
  }
  if (target_budget === undefined) {
    return all.length === 0
      ? ok({ all, target: undefined })
      : fail('budget: give target_budget, too: what targets under way may still use has to be counted');
  }
  const target = parseLimit(target_budget);
  if (!target.ok) return fail(`target_budget: ${target.error}`);
  const other = all.find(limit => !isSameUnit(limit, target.value));
  if (other !== undefined)
    return fail('budget: must be in the unit of target_budget, so that one can be counted against the other');
  return ok({ all, target: target.value });
}

const isSameUnit = (a: Limit, b: Limit): boolean =>
  a.kind === 'money' ? b.kind === 'money' && a.currency === b.currency : b.kind === 'tokens';

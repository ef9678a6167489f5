import type { CheckId } from './check-id.ts';
import type { Level, Policy, Workflow } from './policy.ts';

const MOST_FILES = 100_000;

/** What every workflow asks for; what cannot be run where it is asked for is said and never counts as passed. */
const COMMON: Readonly<Record<CheckId, Level>> = {
  paths: 'required',
  // Where a model writes, its tool or the validator refuses it already, unless somebody said that it is meant.
  elision: 'advisory',
  characters: 'advisory',
  syntax: 'advisory',
  evidence: 'advisory',
  invariants: 'required',
  claims: 'advisory',
  lint: 'advisory',
  qa: 'off',
  'lint-after': 'off',
  tests: 'off',
};

const OWN: Readonly<Record<Workflow, Partial<Readonly<Record<CheckId, Level>>>>> = {
  // The documented pipeline: QA decides before a person, lint decides after the apply.
  'work order': { qa: 'required', 'lint-after': 'required' },
  plan: { qa: 'required', 'lint-after': 'required' },
  // An agent gets what was found as the result of its call and can repair it; a person or GATE sees it too.
  'task agent': { syntax: 'required' },
  ticket: { syntax: 'required' },
  routa: { syntax: 'required' },
  // The linter's own fix, chosen by a person: the result is read again before it is written.
  'quick fix': { syntax: 'required', elision: 'required' },
  'tool call': { syntax: 'required', elision: 'required' },
};

/** What holds in a workspace without a policy of its own. */
export const defaultPolicy = (workflow: Workflow): Policy => ({
  checks: { ...COMMON, ...OWN[workflow] },
  invariants: [],
  failOn: 'new',
  mostFiles: MOST_FILES,
});

import type { Check } from './check.ts';
import { ALL_CHECKS } from './checks/all.ts';
import type { Level, Policy, Workflow } from './policy.ts';

const MOST_FILES = 100_000;

const levelIn = ({ level }: Check, workflow: Workflow): Level =>
  typeof level === 'string' ? level : (level[workflow] ?? level.others);

/** What holds in a workspace without a policy of its own: what each check says of itself. */
export const defaultPolicy = (workflow: Workflow, checks: readonly Check[] = ALL_CHECKS): Policy => ({
  checks: Object.fromEntries(checks.map(check => [check.id, levelIn(check, workflow)])),
  invariants: [],
  failOn: 'new',
  lintTools: 'all',
  mostFiles: MOST_FILES,
});

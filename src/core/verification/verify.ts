import { canonicalJson } from '../changes/canonical-json.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { type Finding, orderByRisk, type Severity } from '../changes/finding.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import type { Clock } from '../ports/clock.ts';
import type { Check, CheckAnswer, CheckContext, CheckResult, Found } from './check.ts';
import { notRun } from './check.ts';
import { ALL_CHECKS } from './checks/all.ts';
import { type Level, levelOf, type Policy } from './policy.ts';
import { blockers, TURNED_OFF, type Verdict } from './verdict.ts';

export interface Verifier {
  readonly sha256: Sha256;
  readonly clock: Clock;
}

/**
 * The only place that decides whether a change may be shown as good. Checks run one after the other, what costs
 * nothing first; one that cannot run here says so and does not count as passed. Rejects only with `Cancelled`.
 */
export async function verify(
  { sha256, clock }: Verifier,
  changes: ChangeSet,
  context: CheckContext,
  phase: Check['phase'],
  checks: readonly Check[] = ALL_CHECKS,
): Promise<Verdict> {
  const results: CheckResult[] = [];
  for (const check of checks.filter(one => one.phase === phase)) {
    if (levelOf(context.policy, check.id) === 'off') {
      results.push(resultOf(check.id, context.policy, notRun(TURNED_OFF), 0));
      continue;
    }
    const start = clock.now();
    const answer =
      isBlocked(results) && costsSomething(check)
        ? notRun(BLOCKED_BEFORE)
        : await check.run(changes, context);
    results.push(resultOf(check.id, context.policy, answer, clock.now() - start));
  }
  if (phase === 'before') results.push(...(await foreseen(context, checks, results)));
  return {
    results,
    findings: orderByRisk(results.flatMap(({ findings }) => findings)),
    sha256: sha256(encodeUtf8(canonicalJson(bound(changes, context.policy, results)))),
  };
}

/** What the policy requires after the apply and could not run then: said before, because afterwards it is too late. */
async function foreseen(
  context: CheckContext,
  checks: readonly Check[],
  before: readonly CheckResult[],
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { id, phase, foresee } of checks) {
    if (phase !== 'after' || levelOf(context.policy, id) !== 'required') continue;
    // A person is not asked about a change that is refused anyway.
    const reason = isBlocked([...before, ...results]) ? undefined : await foresee?.(context);
    if (reason !== undefined) results.push(resultOf(id, context.policy, notRun(reason), 0));
  }
  return results;
}

const BLOCKED_BEFORE = 'an earlier check blocks the change already';

const missed = (check: string, reason: string): Finding => ({
  rule: `${check}/not-run`,
  severity: 'blocks',
  message: `the policy requires ${check}, and it did not run: ${reason}`,
});

const isBlocked = (results: readonly CheckResult[]): boolean =>
  blockers({ findings: flat(results) }).length > 0;
const flat = (results: readonly CheckResult[]) => results.flatMap(({ findings }) => findings);
/** No one pays a model or waits for linters for a change that is refused anyway. */
const costsSomething = ({ needs }: Check): boolean => needs === 'models' || needs === 'workspace code';

function resultOf(check: string, policy: Policy, answer: CheckAnswer, ms: number): CheckResult {
  const level = levelOf(policy, check);
  const { verdict, reason, found } = answer;
  const findings = found.map(one =>
    findingOf(check, one.countsAs ? levelOf(policy, one.countsAs) : level, one),
  );
  // Nothing passes because what was to look at it could not.
  const isMissed = level === 'required' && verdict === 'not run' && reason !== BLOCKED_BEFORE;
  return { check, verdict, reason, findings: isMissed ? [...findings, missed(check, reason)] : findings, ms };
}

function findingOf(check: string, level: Level, { rule, weight, countsAs: _, ...rest }: Found): Finding {
  const severity: Severity =
    weight === 'fact' ? 'note' : weight === 'problem' && level === 'required' ? 'blocks' : 'risk';
  return { rule: `${check}/${rule}`, severity, ...rest };
}

function bound({ files }: ChangeSet, policy: Policy, results: readonly CheckResult[]) {
  return {
    files: files.map(({ path, beforeSha256, afterSha256 }) => ({
      path,
      before_sha256: beforeSha256 ?? null,
      after_sha256: afterSha256 ?? null,
    })),
    policy,
    // Times differ from run to run and decide nothing.
    results: results.map(({ ms: _, ...result }) => result),
  };
}

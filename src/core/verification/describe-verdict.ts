import { type Finding, findingLine } from '../changes/finding.ts';
import { count } from '../kernel/amounts.ts';
import type { CheckResult } from './check.ts';
import { risks, TURNED_OFF, type Verdict } from './verdict.ts';

/** The risks of a change as sentences with their places, for lists of warnings. */
export const riskLines = (verdict: { readonly findings: readonly Finding[] }): readonly string[] =>
  risks(verdict).map(findingLine);

/** `6 checks passed, evidence undecided, lint not run`, without the checks that the policy turns off. */
export function checksLine(results: readonly Pick<CheckResult, 'check' | 'verdict' | 'reason'>[]): string {
  const passed = results.filter(({ verdict }) => verdict === 'passed').length;
  const others = results.filter(({ verdict, reason }) => verdict !== 'passed' && reason !== TURNED_OFF);
  const words = others.map(({ check, verdict }) => `${check} ${verdict}`);
  return [`${count(passed, 'check')} passed`, ...words].join(', ');
}

/** Findings of one change that its journal line keeps. */
const MOST_FINDINGS = 100;

/** A verdict as a line of a journal keeps it. */
export const recordOf = ({ results, findings, sha256 }: Verdict) => ({
  results: results.map(({ findings: _, ...result }) => result),
  findings: findings.slice(0, MOST_FINDINGS),
  sha256,
});

import type { DesignerOutput, Evidence, QaOutput } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { unclaimedChanges } from '../evidence/claims/evidence-sections.ts';
import { showPlace } from '../evidence/code/places.ts';
import type { Examination } from '../ports/analyst.ts';
import type { RunContext } from './run-request.ts';

/** Facts about a simulated change, found by code. */
export function gatherEvidence(
  { ports, request }: RunContext,
  designer: DesignerOutput,
  changes: ChangeSet,
): Promise<Examination> {
  const { invariants } = request.order;
  const claimed = { changes, invariants, changedSignatures: designer.changed_signatures };
  return ports.analyst.examine(claimed, request.signal);
}

/** The evidence with QA's spot checks run again, recorded. */
export async function gradeFor(
  { request, recorder }: RunContext,
  examined: Examination,
  qa: QaOutput,
): Promise<Evidence> {
  const { signal, order } = request;
  const grades = await examined.grade(qa.spot_checks ?? [], order.scope_allowlist, signal);
  const evidence = { ...examined.evidence, spot_checks: [...grades] };
  await recorder.record({ type: 'evidence', of: 'qa', evidence });
  return evidence;
}

/** An approval that rests on something false is none. */
function findRefutedChecks({ spot_checks: grades }: Evidence): readonly string[] {
  return grades
    .filter(({ verdict }) => verdict === 'refuted')
    .map(({ text, reason, places }) => {
      const where = places.slice(0, 3).map(showPlace).join(', ');
      return `QA's spot check is refuted by code: "${text}": ${reason}${where === '' ? '' : ` (${where})`}`;
    });
}

/** Reasons to stop: each violated invariant, with the fact and its places. */
export function findViolations({ invariants }: Evidence): readonly string[] {
  return invariants
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ text, reason, places }) => {
      const where = places.map(showPlace).filter(place => !reason.includes(place));
      return `invariant "${text}" is violated: ${reason}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
    });
}

/** Names in one sentence; more are counted. */
const MOST_NAMED = 5;

/** What a person should read before approving: claims that are false, and public changes no one claimed. */
export function findDoubts(evidence: Evidence): readonly string[] {
  const refuted = evidence.claims
    .filter(({ verdict }) => verdict === 'refuted')
    .map(({ text, reason }) => `changed_signatures says "${text}", but ${reason}`);
  const unclaimed = unclaimedChanges(evidence).map(({ name, change }) => `${name} (${change})`);
  if (unclaimed.length === 0) return refuted;
  const more = unclaimed.length > MOST_NAMED ? ` and ${unclaimed.length - MOST_NAMED} more` : '';
  const named = unclaimed.slice(0, MOST_NAMED).join(', ');
  return [...refuted, `the Designer did not mention ${named}${more}`];
}

/** The doubts as reasons to stop, when the run asks for claims that hold. */
export function findMismatches({ request }: RunContext, evidence: Evidence): readonly string[] {
  return request.onClaimMismatch === 'block' ? findDoubts(evidence) : [];
}

/** Why what QA approved cannot be proposed: what its commands break, and what it verified that is not so. */
export const findRefusals = (run: RunContext, evidence: Evidence, whose = ''): readonly string[] => [
  ...[...findViolations(evidence), ...findMismatches(run, evidence)].map(reason => `${whose}${reason}`),
  ...findRefutedChecks(evidence),
];

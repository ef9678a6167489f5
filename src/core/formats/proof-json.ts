import type { Finding } from '../changes/finding.ts';
import type { Proof } from '../prove/prove.ts';
import { countStatements } from '../prove/summary.ts';

/** A proof as one JSON object; its shape is schemas/proof.schema.json. */
export function proofJson(proof: Proof): object {
  const { proved, confirmed, tested, refuted, ...rest } = countStatements(proof.statements);
  return {
    outcome: proof.outcome,
    title: proof.title,
    kind: proof.kind,
    before: proof.before ?? null,
    after: proof.after ?? null,
    counts: { proved, confirmed, tested, not_checkable: rest['not checkable'], refuted },
    checks: proof.verdict.results.map(({ check, verdict, reason, ms }) => ({ check, verdict, reason, ms })),
    findings: proof.verdict.findings.map(finding => findingJson(finding, proof)),
    statements: proof.statements,
    paths: proof.paths.map(({ path, change, from, notes, notLookedAt }) => ({
      path,
      change,
      ...(from === undefined ? {} : { from }),
      notes,
      ...(notLookedAt === undefined ? {} : { not_looked_at: notLookedAt }),
    })),
    release: proof.release,
    evidence: proof.evidence,
    policy: proof.policy,
    notes: proof.notes,
    sha256: proof.verdict.sha256,
  };
}

function findingJson(finding: Finding, { sourceLines }: Proof): object {
  const source = finding.place && sourceLines.at(finding.place);
  return { ...finding, ...(source === undefined ? {} : { source }) };
}

import { approvalSha256 } from '../changes/approval.ts';
import { findingLine } from '../changes/finding.ts';
import { describeControlPlane } from '../changes/path-policy.ts';
import { findUnusualCharacters } from '../changes/unusual-characters.ts';
import { ok } from '../kernel/result.ts';
import type { Proposal } from '../ports/reviewer.ts';
import { blockers } from '../verification/verify.ts';
import { blocked } from './blocked.ts';
import type { Design } from './design.ts';
import type { Inspection } from './inspect.ts';
import type { RunningPreview } from './lint-preview.ts';
import type { RunContext, StageResult } from './run-request.ts';
import { findRefuted, tryingOut } from './try-proposal.ts';
import { verifyProposal } from './verify-order.ts';

/** A person decides. Their approval binds to the hash of exactly what was shown. */
export async function review(
  run: RunContext,
  design: Design,
  inspection: Inspection,
  preview: RunningPreview,
): Promise<StageResult<Proposal>> {
  const { recorder, request, ports } = run;
  const { qa, changes, evidence, controlPlane } = inspection;
  const verdict = await verifyProposal(run, design, inspection, preview);
  const blocking = blockers(verdict);
  if (blocking.length > 0) return blocked('policy', blocking.map(findingLine));
  const sha256 = approvalSha256(
    { commands: qa.commands, verification: qa.verification, changes, verdictSha256: verdict.sha256 },
    ports.sha256,
  );
  for (const sentence of [
    ...controlPlane.map(p => `${describeControlPlane(p)}: it needs an approval by name`),
    ...findUnusualCharacters(changes),
  ]) {
    await recorder.record({ type: 'warning', stage: 'review', sentence });
  }
  await recorder.record({ type: 'proposed', approvalSha256: sha256 });

  const proposal: Proposal = {
    runId: recorder.state.runId,
    order: request.order,
    designer: design.output,
    qa,
    changes,
    evidence,
    findings: verdict.findings,
    approvalSha256: sha256,
    controlPlane,
    warnings: recorder.state.warnings,
    ...tryingOut(run, changes, inspection.examination),
  };
  const decision = await request.reviewer.review(proposal, request.signal);
  if (decision.kind === 'reject') {
    const { by, reason } = decision;
    await recorder.record({ type: 'reviewed', decision: 'reject', by, reason });
    return blocked('reviewer', [reason === '' ? `rejected by ${by}` : `rejected by ${by}: ${reason}`]);
  }
  await recorder.record({
    type: 'reviewed',
    decision: 'apply',
    by: decision.by,
    approvalSha256: decision.approvalSha256,
  });
  if (decision.approvalSha256 !== sha256) {
    return blocked('reviewer', ['the approval is for another change than the one proposed; review it again']);
  }
  const refuted = findRefuted(run, recorder.state.tried.trials);
  if (refuted.length > 0) return blocked('validator', refuted);
  const unnamed = controlPlane.filter(path => !decision.controlPlaneApproved.includes(path));
  if (unnamed.length > 0) {
    return blocked(
      'reviewer',
      unnamed.map(p => `${p} configures tools or runs code and was not approved by name`),
    );
  }
  return ok(proposal);
}

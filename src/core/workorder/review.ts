import { approvalSha256 } from '../changes/approval.ts';
import { findingLine } from '../changes/finding.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Proposal, ReviewDecision } from '../ports/reviewer.ts';
import { blockers } from '../verification/verdict.ts';
import { blocked } from './blocked.ts';
import type { Design } from './design.ts';
import type { Inspection } from './inspect.ts';
import { type RunningPreview, startLintPreview } from './lint-preview.ts';
import type { Outcome } from './outcome.ts';
import { backToWhole, inspectPart } from './review-part.ts';
import { commentLine } from './revision.ts';
import type { RunContext, StageResult } from './run-request.ts';
import { findRefuted, tryingOut } from './try-proposal.ts';
import { verifyProposal } from './verify-order.ts';

/** Findings that a person reads as warnings too: the diff alone does not show them. */
const READ_BEFORE: readonly string[] = ['paths/control-plane', 'characters/invisible'];

/** What was approved, and the lint of exactly that. */
export interface Reviewed {
  readonly proposal: Proposal;
  readonly preview: RunningPreview;
}

/**
 * A person decides. Their approval binds to the hash of exactly what was shown: when they choose some of the commands,
 * these are verified and proposed anew.
 */
export async function review(
  run: RunContext,
  design: Design,
  whole: Inspection,
  preview: RunningPreview,
): Promise<StageResult<Reviewed>> {
  const { request } = run;
  const of = whole.qa.commands.length;
  let shown = { inspection: whole, preview };
  let refused: readonly string[] = [];
  for (;;) {
    const proposed = await propose(run, design, shown.inspection, shown.preview, { of, refused });
    if (!proposed.ok && shown.inspection === whole) return proposed;
    const decision = proposed.ok ? await request.reviewer.review(proposed.value, request.signal) : undefined;
    if (proposed.ok && decision && decision.kind !== 'select') {
      const decided = await decide(run, proposed.value, decision);
      if (!decided.ok && shown.preview !== preview) shown.preview.stop();
      return decided.ok ? ok({ proposal: proposed.value, preview: shown.preview }) : decided;
    }
    if (shown.preview !== preview) shown.preview.stop();
    const part =
      decision?.kind === 'select'
        ? await inspectPart(run, design, whole, decision.kept)
        : fail(proposed.ok ? [] : reasonsOf(proposed.error));
    refused = part.ok ? [] : part.error;
    if (!part.ok) await backToWhole(run, whole);
    shown = part.ok
      ? { inspection: part.value, preview: startLintPreview(run, part.value.changes, part.value.lint) }
      : { inspection: whole, preview };
    shown.preview.show();
  }
}

const reasonsOf = (outcome: Outcome): readonly string[] =>
  outcome.kind === 'BLOCKED' ? outcome.reasons : [];

/** Verifies what is to be shown, and gives it the hash that an approval is for. */
async function propose(
  run: RunContext,
  design: Design,
  inspection: Inspection,
  preview: RunningPreview,
  part: { readonly of: number; readonly refused: readonly string[] },
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
  const read = verdict.findings.filter(({ rule }) => READ_BEFORE.includes(rule)).map(findingLine);
  for (const sentence of new Set(read)) await recorder.record({ type: 'warning', stage: 'review', sentence });
  await recorder.record({ type: 'proposed', approvalSha256: sha256 });

  return ok({
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
    part,
    ...tryingOut(run, changes, inspection.examination),
  });
}

async function decide(
  run: RunContext,
  { approvalSha256: sha256, controlPlane }: Proposal,
  decision: Exclude<ReviewDecision, { kind: 'select' }>,
): Promise<StageResult<undefined>> {
  const { recorder } = run;
  if (decision.kind === 'reject') {
    const { by, reason } = decision;
    const comments = 'comments' in decision ? decision.comments : [];
    const asked = comments.length > 0 ? { comments } : {};
    await recorder.record({ type: 'reviewed', decision: 'reject', by, reason, ...asked });
    if (comments.length > 0)
      return blocked('reviewer', [`${by} asked for changes`], comments.map(commentLine));
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
  return ok(undefined);
}

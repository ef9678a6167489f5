import type { Command } from '../../generated/contracts.ts';
import { approvalSha256 } from '../changes/approval.ts';
import { hunksOf } from '../changes/command-hunks.ts';
import { findingLine } from '../changes/finding.ts';
import { rejectedWords } from '../gate/decided-words.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Proposal, ProposedPart, ReviewDecision } from '../ports/reviewer.ts';
import { blockers } from '../verification/verdict.ts';
import { blocked } from './blocked.ts';
import type { Design } from './design.ts';
import type { Inspection } from './inspect.ts';
import { type RunningPreview, startLintPreview } from './lint-preview.ts';
import { reasonsOf } from './outcome.ts';
import { backToShown, type InspectedPart, inspectPart, type Wish } from './review-part.ts';
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
  const list = whole.qa.commands;
  const kept = list.map((_, index) => index);
  let shown: Shown = { kept, hunksLeftOut: [], edits: [], inspection: whole, preview };
  const first = await propose(run, design, shown, { whole: list, refused: [] });
  if (!first.ok) return first;
  let proposal = first.value;
  for (;;) {
    const decision = await run.request.reviewer.review(proposal, run.request.signal);
    if (decision.kind !== 'select' && decision.kind !== 'edit') {
      const decided = await decide(run, proposal, decision);
      if (!decided.ok && shown.preview !== preview) shown.preview.stop();
      return decided.ok ? ok({ proposal, preview: shown.preview }) : decided;
    }
    const part = await proposePart(run, design, whole, shown, decision);
    if (part.ok) {
      if (shown.preview !== preview) shown.preview.stop();
      shown = part.value.shown;
      proposal = part.value.proposal;
      continue;
    }
    // What a person chose before keeps its place: only the last step was not possible.
    await backToShown(run, shown, list.length, part.error);
    const again = await propose(run, design, shown, { whole: list, refused: part.error });
    if (!again.ok) return again;
    proposal = again.value;
  }
}

interface Shown extends InspectedPart {
  readonly preview: RunningPreview;
}

/** The chosen commands with an approval hash of their own; the error has a sentence for each reason against them. */
async function proposePart(
  run: RunContext,
  design: Design,
  whole: Inspection,
  before: Shown,
  wish: Wish,
): Promise<Result<{ readonly shown: Shown; readonly proposal: Proposal }, readonly string[]>> {
  const inspected = await inspectPart(run, design, whole, before, wish);
  if (!inspected.ok) return inspected;
  const { inspection } = inspected.value;
  const preview = startLintPreview(run, inspection.changes, inspection.lint);
  const shown = { ...inspected.value, preview };
  preview.show();
  const proposed = await propose(run, design, shown, { whole: whole.qa.commands, refused: [] });
  if (proposed.ok) return ok({ shown, proposal: proposed.value });
  preview.stop();
  return fail(reasonsOf(proposed.error));
}

/** Verifies what is to be shown, and gives it the hash that an approval is for. */
async function propose(
  run: RunContext,
  design: Design,
  { kept, hunksLeftOut, edits, inspection, preview }: Shown,
  part: Pick<ProposedPart, 'whole' | 'refused'>,
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
    part: { ...part, ...countsOf(part.whole), kept, hunksLeftOut, edits },
    ...tryingOut(run, changes, inspection.examination),
  });
}

const countsOf = (whole: readonly Command[]) => ({
  of: whole.length,
  hunks: whole.map(command => hunksOf(command).length),
});

async function decide(
  run: RunContext,
  { approvalSha256: sha256, controlPlane }: Proposal,
  decision: Exclude<ReviewDecision, Wish>,
): Promise<StageResult<undefined>> {
  const { recorder } = run;
  if (decision.kind === 'reject') {
    const { by, reason } = decision;
    const comments = 'comments' in decision ? decision.comments : [];
    const asked = comments.length > 0 ? { comments } : {};
    await recorder.record({ type: 'reviewed', decision: 'reject', by, reason, ...asked });
    if (comments.length > 0)
      return blocked('reviewer', [`${by} asked for changes`], comments.map(commentLine));
    return blocked('reviewer', [rejectedWords(by, reason)]);
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

import { findingLine } from '../changes/finding.ts';
import { isCheckable } from '../evidence/invariants/invariants.ts';
import { testsAfter } from '../gate/after-apply.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { Proposal } from '../ports/reviewer.ts';
import { recordOf } from '../verification/describe-verdict.ts';
import { levelOf, type PolicyLayer, type Workflow } from '../verification/policy.ts';
import { blockers, type Verdict } from '../verification/verdict.ts';
import type { Design } from './design.ts';
import type { Inspection } from './inspect.ts';
import type { RunningPreview } from './lint-preview.ts';
import type { RunContext, RunRequest } from './run-request.ts';
import { triedFor } from './try-proposal.ts';

export const workflowOf = ({ workflow = 'work order' }: RunRequest): Workflow => workflow;

/** The order may ask for more than the workspace does; only the person at the run may ask for less. */
export function layersOf({ order, policy = [] }: RunRequest): readonly PolicyLayer[] {
  const invariants = order.invariants.filter(isCheckable).map(invariant => ({ files: '**', invariant }));
  return [{ from: 'the work order', by: 'proposal', invariants }, ...policy];
}

/** All checks before a person is asked. The stages before this one have found most of it: nothing is computed twice. */
export async function verifyProposal(
  run: RunContext,
  { output }: Design,
  { qa, changes, evidence, examination }: Inspection,
  preview: RunningPreview,
): Promise<Verdict> {
  const { ports, request, policy, recorder } = run;
  const isWaitedFor = levelOf(policy, 'lint') === 'required' || preview.isDone();
  const previewed = isWaitedFor ? await preview.result : undefined;
  const { verdict } = await ports.verifier.verify(changes, {
    workflow: workflowOf(request),
    layers: layersOf(request),
    scope: request.order.scope_allowlist,
    claims: output.changed_signatures,
    evidence: async () => ({ ...examination, evidence }),
    inspect: async () => ({
      decision: 'approve',
      reasons: qa.reasons ?? [],
      open: evidence.spot_checks.flatMap(({ text, verdict: grade }) =>
        grade === 'not_checked' ? [text] : [],
      ),
    }),
    lintBefore: async () => previewed?.after ?? NO_PREVIEW,
    ...afterwards(run, NO_PREVIEW),
    ...triedFor(run, changes, examination),
    signal: request.signal,
  });
  await recorder.record({ type: 'verified', phase: 'before', ...recordOf(verdict) });
  return verdict;
}

const NO_PREVIEW: LintOutcome = {
  kind: 'did_not_run',
  failure: { error: 'the lint of the proposal had not ended, or was not asked for', changed: false },
  tools: [],
};

/** Lint has a stage of its own, with a question of its own; the tests follow it. */
const afterwards = (
  { ports: { tests }, consents, request: { signal } }: RunContext,
  linted: LintOutcome,
) => ({
  lintAfter: { whyNot: async () => undefined, run: async () => linted },
  ...(tests ? { testsAfter: testsAfter({ tests, consents, review: 'each', signal }) } : {}),
});

/**
 * The checks of the files on disk, in the shape of all others. The value says what blocks beside lint, which speaks for
 * itself: tests that failed, or a check that the policy requires and that did not run.
 */
export async function verifyApplied(
  run: RunContext,
  { changes }: Proposal,
  linted: LintOutcome,
): Promise<readonly string[]> {
  const { ports, request, recorder } = run;
  const { verdict } = await ports.verifier.verify(changes, {
    workflow: workflowOf(request),
    layers: layersOf(request),
    phase: 'after',
    signal: request.signal,
    ...afterwards(run, linted),
  });
  await recorder.record({ type: 'verified', phase: 'after', ...recordOf(verdict) });
  return blockers(verdict)
    .filter(({ rule }) => !rule.startsWith('lint-after/'))
    .map(findingLine);
}

import { fileRecords } from '../changes/file-records.ts';
import { refusedBefore, rememberedRefusal } from '../lint/left-out.ts';
import { partlyLinted } from '../lint/left-out-sentences.ts';
import { lintConfigurationPaths } from '../lint/lint-configuration.ts';
import { hasProblems } from '../lint/nothing-checked.ts';
import type { ApplyResult } from '../ports/files.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { Proposal } from '../ports/reviewer.ts';
import { countChoice, wordsOfChoice } from './choice-words.ts';
import { describeLint } from './describe-lint.ts';
import { judgeCoverage } from './judge-coverage.ts';
import { compareWithPreview, type LintPreview } from './lint-preview.ts';
import type { Outcome } from './outcome.ts';
import { revertChanges } from './revert.ts';
import type { RunContext } from './run-request.ts';
import { endUnrecorded } from './unrecorded.ts';
import { verifyApplied } from './verify-order.ts';

/** Main: apply → lint → tests. Deterministic, no model. */
export async function execute(
  run: RunContext,
  proposal: Proposal,
  preview: LintPreview | undefined,
): Promise<Outcome> {
  const result = await apply(run, proposal);
  if (result.kind !== 'applied') {
    const changeKept = result.kind === 'needs_recovery';
    return { kind: 'FAILED', step: 'apply', reasons: [result.reason], changeKept };
  }
  try {
    await run.recorder.finish(true);
    await run.recorder.record({ type: 'applied', files: fileRecords(proposal.changes) });
    return await verify(run, proposal, preview);
  } catch (error) {
    if (!(error instanceof JournalFault)) throw error;
    return endUnrecorded(run, error, proposal.changes);
  }
}

async function apply(run: RunContext, { runId, changes }: Proposal): Promise<ApplyResult> {
  const { recorder, ports, request } = run;
  await recorder.start('apply');
  // Saved first: a change that is on disk can always be taken back.
  await ports.journals.saveChangeSet(runId, changes);
  return ports.files.apply(changes, { runId, signal: request.signal });
}

async function verify(
  run: RunContext,
  proposal: Proposal,
  preview: LintPreview | undefined,
): Promise<Outcome> {
  const { recorder, policy } = run;
  await recorder.start('lint');
  const linted = await lint(run, proposal);
  const { outcome, notLinted } = await judgeCoverage(linted, proposal.changes, run.ports.files);
  const compared = compareWithPreview(preview, outcome, proposal.changes);
  await recorder.record({
    type: 'linted',
    outcome: compared?.outcome ?? outcome,
    ...(compared ? { difference: compared.difference } : {}),
  });
  const open = await verifyApplied(run, proposal, compared?.outcome ?? outcome);
  const report = outcome.kind === 'report' ? outcome.report : undefined;
  // No Python file below the path was passed by, or the lint would not have a report.
  const passes =
    (report !== undefined && !hasProblems(report)) ||
    (policy.failOn === 'new' && compared?.acceptable === true);
  await recorder.finish(passes === true && open.length === 0);
  if (report && passes && open.length === 0) {
    const chosen = proposal.part && countChoice(proposal.part);
    const commands = chosen && wordsOfChoice(chosen) !== undefined ? { commands: chosen } : {};
    const partly = partlyLinted(outcome);
    return {
      kind: 'APPLIED',
      lint: report,
      ...(partly && { partlyLinted: partly }),
      ...commands,
      ...(notLinted.length > 0 && { notLinted }),
    };
  }
  const step = report && passes ? 'tests' : 'lint';
  const reasons = [...(step === 'lint' ? [describeLint(outcome)] : []), ...open];
  return afterFailedCheck(run, proposal, {
    kind: 'FAILED',
    step,
    reasons,
    ...(report ? { lint: report } : {}),
  });
}

/** Lint is code execution: a change to its configuration, or to code that loads, waits for an approval of its own. */
async function lint({ ports, request }: RunContext, { changes, qa }: Proposal): Promise<LintOutcome> {
  const changed = changes.files.map(f => f.path);
  const paths = (await ports.lintCode?.codeTouchedBy(changed)) ?? lintConfigurationPaths(changed);
  if (paths.length > 0) {
    const before = (await ports.lintCode?.refused()) ?? [];
    const why = before.length > 0 ? refusedBefore(before) : await askToLint(paths);
    if (why !== undefined) {
      const error = `lint did not run: ${why}`;
      return { kind: 'did_not_run', failure: { error, changed: false }, tools: [] };
    }
  }
  return ports.linter.lint(qa.verification.args, { signal: request.signal });

  async function askToLint(named: readonly string[]): Promise<string | undefined> {
    const answer = await request.reviewer.approveLint(named, request.signal);
    if (answer === true) return undefined;
    const kept = answer === false ? await ports.lintCode?.refuse() : undefined;
    const until = kept && kept.length > 0 ? `; ${rememberedRefusal(kept)}` : '';
    return `the change to ${named.join(', ')} decides what the linters run, and running them with it was not approved${until}`;
  }
}

/** The change is kept or taken back as the run was asked to, whichever check after the apply it was. */
async function afterFailedCheck(
  run: RunContext,
  { runId, changes }: Proposal,
  failed: Omit<Extract<Outcome, { kind: 'FAILED' }>, 'changeKept'>,
): Promise<Outcome> {
  if (run.request.onLintFailure === 'keep') return { ...failed, changeKept: true };
  const reverted = await revertChanges(run.ports, changes, runId);
  if (reverted.kind !== 'applied') {
    const reasons = [...failed.reasons, `the change could not be taken back: ${reverted.reason}`];
    return { ...failed, reasons, changeKept: true };
  }
  const by = failed.step === 'lint' ? 'lint failure' : 'failed tests';
  await run.recorder.record({ type: 'reverted', by, files: fileRecords(changes) });
  return { ...failed, changeKept: false };
}

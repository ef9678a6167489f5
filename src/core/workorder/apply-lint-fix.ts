import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { findingLine } from '../changes/finding.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { AfterApply, describeOpen, type FolderPrograms } from '../gate/after-apply.ts';
import { Consents } from '../gate/consents.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { planFix, type WantedFix } from '../lint/plan-fix.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { FileState, Files } from '../ports/files.ts';
import type { LintToolRun, TextLinter } from '../ports/linter.ts';
import { recordOf } from '../verification/describe-verdict.ts';
import { blockers } from '../verification/verdict.ts';
import { appliedOutcome } from './applied-outcome.ts';
import type { Outcome } from './outcome.ts';
import { RunRecorder } from './recorder.ts';
import type { PipelinePorts } from './run-request.ts';
import type { RunState } from './state.ts';

export interface LintFixRequest {
  /** Workspace-relative. */
  readonly path: string;
  readonly wanted: WantedFix;
  /** Who asked for it. */
  readonly by: string;
  /** What is linted afterwards. */
  readonly lint: LintBackendArgs;
  /** Asked before code of the workspace runs; left out: nobody can be asked, and it does not. */
  readonly consent?: AgentReviewer['consent'];
  readonly signal: AbortSignal;
}

type Ports = Pick<PipelinePorts, 'files' | 'linter' | 'journals' | 'clock' | 'sha256' | 'verifier'> & {
  readonly programs: FolderPrograms;
};

/**
 * Applies a fix that ruff offers, as every other change is applied: the checks of the policy, hash of what was read,
 * one transaction, a journal of its own, and the bytes kept so that it can be reverted. A person asked for exactly
 * it, so no further review. The error is a sentence, and then nothing is changed and nothing journaled.
 */
export async function applyLintFix(
  ports: Ports,
  texts: TextLinter,
  request: LintFixRequest,
): Promise<Result<RunState>> {
  const { wanted, signal } = request;
  const file = await readFixable(request.path, ports.files);
  if (!file.ok) return file;
  const { path, realPath, bytes, sha256: beforeSha256 } = file.value;
  let ruff: LintToolRun | undefined;
  const planned = await planFix(bytes, wanted, async text => {
    const looked = await texts.lintText(path, text, { signal });
    if (!looked.ok) return looked;
    ruff = looked.value.run;
    return ok(looked.value.diagnostics);
  });
  if (!planned.ok) return fail(`${path}: ${planned.error}`);
  const { after, spans, fixed } = planned.value;
  const change = { path, before: bytes, after, beforeSha256, afterSha256: ports.sha256(after), spans };
  // Where a link led to is part of what is applied: only there it is taken back.
  const changes: ChangeSet = {
    files: [realPath === undefined ? change : { ...change, realPath }],
    receipts: [],
  };
  const consented: Extract<GateEvent, { type: 'consented' }>[] = [];
  let recorder: RunRecorder | undefined;
  const checks = new AfterApply({
    ...ports.programs,
    workflow: 'quick fix',
    verifier: ports.verifier,
    // Asked before there is a run: its journal begins with what was found.
    consents: new Consents(
      request,
      async event => {
        if (recorder) await recorder.record(event);
        else consented.push(event);
      },
      false,
    ),
    review: 'each',
    changes: async () => changes,
    record: async ({ results, findings, sha256 }) =>
      recorder?.record({ type: 'verified', phase: 'after', results, findings, sha256 }),
    signal,
  });
  const { verdict } = await ports.verifier.verify(changes, {
    workflow: 'quick fix',
    signal,
    ...checks.contextOf(changes),
  });
  const blocking = blockers(verdict);
  if (blocking.length > 0) return fail(blocking.map(findingLine).join('; '));
  const journal = await ports.journals.create(`ruff's fix for ${wanted.code} in ${path}`);
  recorder = new RunRecorder(journal, ports.clock, undefined);
  await recorder.record({
    type: 'lint_fix',
    runId: journal.runId,
    tool: 'ruff',
    version: ruff?.version ?? '',
    path,
    code: wanted.code,
    message: wanted.message,
    unsafe: wanted.unsafe,
    fixed,
    by: request.by,
  });
  for (const event of consented) await recorder.record(event);
  await recorder.record({ type: 'verified', phase: 'before', ...recordOf(verdict) });
  await recorder.record({
    type: 'finished',
    outcome: await apply(ports, recorder, changes, request, checks),
  });
  return ok(recorder.state);
}

/** Only what may be changed without an approval by name; the reason says how it is changed otherwise. */
async function readFixable(path: string, files: Files): Promise<Result<FileState>> {
  const verdict = checkWritePath(path);
  if (verdict.kind === 'refused') return fail(`${path} is refused: ${verdict.reason}`);
  if (verdict.kind === 'control_plane')
    return fail(
      `${path} configures tools or runs code; edit it by hand, or by a work order that you approve`,
    );
  const read = await files.read(verdict.path);
  if (read.kind === 'file') return ok(read.file);
  return fail(read.kind === 'missing' ? `${path} is not there any more` : `${path} ${read.reason}`);
}

async function apply(
  ports: Ports,
  recorder: RunRecorder,
  changes: ChangeSet,
  { lint, signal }: LintFixRequest,
  checks: AfterApply,
): Promise<Outcome> {
  const runId = recorder.state.runId;
  await ports.journals.saveChangeSet(runId, changes);
  const result = await ports.files.apply(changes, { runId, signal });
  if (result.kind !== 'applied') {
    const changeKept = result.kind === 'needs_recovery';
    return { kind: 'FAILED', step: 'apply', reasons: [result.reason], changeKept };
  }
  await recorder.record({ type: 'applied', files: fileRecords(changes) });
  try {
    const outcome = await ports.linter.lint(lint, { signal });
    await recorder.record({ type: 'linted', outcome });
    const open = await checks.verify(1);
    if (outcome.kind === 'report') return appliedOutcome(runId, open, outcome.report);
    const reasons = [outcome.failure.error, ...(open.length > 0 ? [describeOpen(open)] : [])];
    return { kind: 'FAILED', step: 'lint', reasons, changeKept: true };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const reason = 'the checks afterwards were cancelled';
    return { kind: 'FAILED', step: 'lint', reasons: [reason], changeKept: true };
  }
}

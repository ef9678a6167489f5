import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { findingLine } from '../changes/finding.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { planFix, type WantedFix } from '../lint/plan-fix.ts';
import type { FileState, Files } from '../ports/files.ts';
import type { LintToolRun, TextLinter } from '../ports/linter.ts';
import { recordOf } from '../verification/describe-verdict.ts';
import { blockers } from '../verification/verify.ts';
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
  readonly signal: AbortSignal;
}

type Ports = Pick<PipelinePorts, 'files' | 'linter' | 'journals' | 'clock' | 'sha256' | 'verifier'>;

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
  const { path, bytes, sha256: beforeSha256 } = file.value;
  let ruff: LintToolRun | undefined;
  const planned = await planFix(bytes, wanted, async text => {
    const looked = await texts.lintText(path, text, { signal });
    if (!looked.ok) return looked;
    ruff = looked.value.run;
    return ok(looked.value.diagnostics);
  });
  if (!planned.ok) return fail(`${path}: ${planned.error}`);
  const { after, spans, fixed } = planned.value;
  const changes: ChangeSet = {
    files: [{ path, before: bytes, after, beforeSha256, afterSha256: ports.sha256(after), spans }],
    receipts: [],
  };
  const { verdict } = await ports.verifier.verify(changes, { workflow: 'quick fix', signal });
  const blocking = blockers(verdict);
  if (blocking.length > 0) return fail(blocking.map(findingLine).join('; '));
  const journal = await ports.journals.create(`ruff's fix for ${wanted.code} in ${path}`);
  const recorder = new RunRecorder(journal, ports.clock, undefined);
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
  await recorder.record({ type: 'verified', phase: 'before', ...recordOf(verdict) });
  await recorder.record({ type: 'finished', outcome: await apply(ports, recorder, changes, request) });
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
    if (outcome.kind === 'report') return { kind: 'APPLIED', lint: outcome.report };
    return { kind: 'FAILED', step: 'lint', reasons: [outcome.failure.error], changeKept: true };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const reason = 'the lint afterwards was cancelled';
    return { kind: 'FAILED', step: 'lint', reasons: [reason], changeKept: true };
  }
}

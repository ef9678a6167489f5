import type { Evidence, LintBackendArgs, QaApproved, QaOutput } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { diffForModel } from '../changes/diff-for-model.ts';
import { evidenceText } from '../evidence/prompt-text.ts';
import { checkCommands } from '../gate/check-commands.ts';
import { ok } from '../kernel/result.ts';
import type { Examination } from '../ports/analyst.ts';
import { askRole, describeNoAnswer } from './ask-role.ts';
import { blocked } from './blocked.ts';
import { findVerificationProblem, lintTarget } from './check-verification.ts';
import type { Design } from './design.ts';
import { fillPrompts } from './fill-prompts.ts';
import { findDoubts, findRefusals, gatherEvidence, gradeFor } from './gather-evidence.ts';
import { parseQaOutput } from './parse-qa.ts';
import type { RunContext, StageResult } from './run-request.ts';
import { simulateCommands } from './simulate-commands.ts';

export interface Inspection {
  readonly qa: QaApproved;
  /** The simulation of QA's commands: what is reviewed and applied. */
  readonly changes: ChangeSet;
  /** About these changes, with QA's spot checks graded. */
  readonly evidence: Evidence;
  /** The same without the grades, to be asked further. */
  readonly examination: Examination;
  readonly controlPlane: readonly string[];
  readonly lint: LintBackendArgs;
}

/** QA → validation → dry run and evidence of QA's list, which is the one Main executes. */
export async function inspect(run: RunContext, design: Design): Promise<StageResult<Inspection>> {
  const { recorder, request } = run;
  await recorder.start('qa');
  const answer = await askQa(run, design);
  await recorder.finish(answer.ok);
  if (!answer.ok) return answer;

  await recorder.start('qa validation');
  const parsed = parseQaOutput(answer.value);
  if (!parsed.ok) return blocked('validator', [parsed.error]);
  const output: QaOutput = parsed.value;
  const commandsChanged =
    output.decision === 'APPROVED' &&
    JSON.stringify(output.commands) !== JSON.stringify(design.output.commands);
  await recorder.record({ type: 'qa_output', output, commandsChanged });
  if (output.decision === 'REJECTED') {
    await gradeFor(run, design.evidence, output);
    return blocked('qa', output.reasons, output.required_changes);
  }

  const { problems, paths, controlPlane } = checkCommands(
    output.commands,
    request.order.new_files ?? [],
    request.order.scope_allowlist,
  );
  const reasons = [...problems, ...findWidening(paths, design), ...checkQaVerification(run, design, output)];
  if (reasons.length > 0)
    return blocked(
      'validator',
      reasons.map(reason => `QA's commands: ${reason}`),
    );

  const changes = await simulateCommands(run, 'qa', output.commands, paths, design.seen);
  if (!changes.ok) return changes;
  const evidence = await checkEvidence(run, design, changes.value, output, commandsChanged);
  if (!evidence.ok) return evidence;
  await recorder.finish(true);
  return ok({
    qa: output,
    changes: changes.value,
    ...evidence.value,
    controlPlane,
    lint: output.verification.args,
  });
}

/**
 * The dry run and the evidence of QA's list once more, on the files as another run has left them meanwhile: what a
 * person approves is never computed on files that are gone.
 */
export async function inspectAgain(
  run: RunContext,
  design: Design,
  { qa, lint }: Inspection,
): Promise<StageResult<Inspection>> {
  const { recorder, request, ports } = run;
  await recorder.start('qa validation');
  const { paths, controlPlane } = checkCommands(
    qa.commands,
    request.order.new_files ?? [],
    request.order.scope_allowlist,
  );
  const changes = await simulateCommands(run, 'qa', qa.commands, paths, design.seen);
  if (!changes.ok) return changes;
  // A look that began before the other run was applied is shared by all who ask; the next one sees its files.
  await ports.analyst.look();
  const evidence = await checkEvidence(run, design, changes.value, qa, true);
  if (!evidence.ok) return evidence;
  await recorder.finish(true);
  return ok({ qa, changes: changes.value, ...evidence.value, controlPlane, lint });
}

/** What QA changed is checked against the invariants again, and what it verified is run again. */
async function checkEvidence(
  run: RunContext,
  design: Design,
  changes: ChangeSet,
  qa: QaApproved,
  commandsChanged: boolean,
): Promise<StageResult<Pick<Inspection, 'evidence' | 'examination'>>> {
  const computed = commandsChanged ? await gatherEvidence(run, design.output, changes) : design.evidence;
  const evidence = await gradeFor(run, computed, qa);
  const reasons = findRefusals(run, evidence, "QA's commands: ");
  if (reasons.length > 0) return blocked('validator', reasons);
  const known = new Set(findDoubts(design.evidence.evidence));
  for (const sentence of findDoubts(evidence)) {
    if (!known.has(sentence))
      await run.recorder.record({ type: 'warning', stage: 'qa validation', sentence });
  }
  return ok({ evidence, examination: computed });
}

async function askQa(run: RunContext, design: Design): Promise<StageResult<string>> {
  const answer = await askRole(run, 'qa', {
    ...fillPrompts(run, 'qa', {
      work_order: JSON.stringify(run.request.order, undefined, 2),
      designer_output: JSON.stringify(design.output, undefined, 2),
      diff: diffForModel(design.changes.files, run.ports.files.secretsAllowed),
      evidence: evidenceText(design.evidence.evidence),
      responses: design.changes.receipts.map(r => JSON.stringify(r.response)).join('\n'),
    }),
  });
  if (answer.kind === 'fault') return blocked('model', [describeNoAnswer('QA', answer)], [], answer.code);
  return ok(answer.text);
}

/** QA may change how files are edited, not which: the person was promised touched_files. */
function findWidening(paths: readonly string[], design: Design): string[] {
  const allowed = new Set(design.changes.receipts.flatMap(r => r.paths));
  return paths.filter(p => !allowed.has(p)).map(p => `${p} is not among the Designer's touched_files`);
}

function checkQaVerification(run: RunContext, design: Design, qa: QaApproved): string[] {
  const defaultPath = run.ports.defaultLintPath();
  const problem = findVerificationProblem(
    'QA',
    lintTarget(qa.verification.args, defaultPath),
    lintTarget(design.output.verification.args, defaultPath),
    "the Designer's",
  );
  return problem ? [problem] : [];
}

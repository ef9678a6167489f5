import type { LintBackendArgs, QaApproved, QaOutput } from '../../generated/contracts.ts';
import { prompts } from '../../generated/prompts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { unifiedDiff } from '../changes/unified-diff.ts';
import { checkCommands } from '../gate/check-commands.ts';
import { ok } from '../kernel/result.ts';
import { fillTemplate } from '../kernel/template.ts';
import { askRole, describeNoAnswer } from './ask-role.ts';
import { blocked } from './blocked.ts';
import { findVerificationProblem, lintTarget } from './check-verification.ts';
import type { Design } from './design.ts';
import { parseQaOutput } from './parse-qa.ts';
import type { RunContext, StageResult } from './run-request.ts';
import { simulateCommands } from './simulate-commands.ts';

export interface Inspection {
  readonly qa: QaApproved;
  /** The simulation of QA's commands: what is reviewed and applied. */
  readonly changes: ChangeSet;
  readonly controlPlane: readonly string[];
  readonly lint: LintBackendArgs;
}

/** QA → validation → dry run of QA's list, which is the one Main executes (C13). */
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
  if (output.decision === 'REJECTED') return blocked('qa', output.reasons, output.required_changes);

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
  await recorder.finish(true);
  return ok({ qa: output, changes: changes.value, controlPlane, lint: output.verification.args });
}

async function askQa(run: RunContext, design: Design): Promise<StageResult<string>> {
  const answer = await askRole(run, 'qa', {
    system: prompts['workorder/qa'],
    user: fillTemplate(prompts['workorder/qa-task'], {
      work_order: JSON.stringify(run.request.order, undefined, 2),
      designer_output: JSON.stringify(design.output, undefined, 2),
      diff: design.changes.files.map(unifiedDiff).join('\n'),
      responses: design.changes.receipts.map(r => JSON.stringify(r.response)).join('\n'),
    }),
  });
  if (answer.kind === 'fault') return blocked('model', [describeNoAnswer('QA', answer)]);
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

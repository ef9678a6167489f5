import type { DesignerOutput } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { checkCommands, compareTouchedFiles } from '../gate/check-commands.ts';
import { ok } from '../kernel/result.ts';
import type { Examination } from '../ports/analyst.ts';
import { askRole, describeNoAnswer } from './ask-role.ts';
import { blocked } from './blocked.ts';
import { findVerificationProblem, lintTarget } from './check-verification.ts';
import { fillPrompts } from './fill-prompts.ts';
import { findDoubts, findMismatches, findViolations, gatherEvidence } from './gather-evidence.ts';
import { isRefusal, parseDesignerOutput } from './parse-designer.ts';
import type { RunContext, StageResult } from './run-request.ts';
import { simulateCommands } from './simulate-commands.ts';
import { collectSources, sourceBudget } from './sources.ts';
import { watchDesigner } from './watch-designer.ts';

export interface Design {
  readonly output: DesignerOutput;
  readonly changes: ChangeSet;
  /** What code found out about the change, before QA is asked. */
  readonly evidence: Examination;
  /** SHA-256 of each file as the Designer saw it. */
  readonly seen: ReadonlyMap<string, string>;
}

/** Designer → validation → dry run → evidence. */
export async function design(run: RunContext): Promise<StageResult<Design>> {
  const { recorder, request } = run;
  await recorder.start('designer');
  const answer = await askDesigner(run);
  await recorder.finish(answer.ok);
  if (!answer.ok) return answer;

  await recorder.start('validation');
  if (answer.value.kind === 'stopped') return blocked('validator', answer.value.reasons);
  const parsed = parseDesignerOutput(answer.value.text);
  if (!parsed.ok) return blocked(isRefusal(parsed.error) ? 'designer' : 'validator', [parsed.error]);
  const output = parsed.value;
  await recorder.record({ type: 'designer_output', output });

  const { problems, paths } = checkCommands(
    output.commands,
    request.order.new_files ?? [],
    request.order.scope_allowlist,
  );
  const verification = checkDesignerVerification(run, output);
  const reasons = [...problems, ...compareTouchedFiles(output.touched_files, paths), ...verification];
  if (reasons.length > 0) return blocked('validator', reasons);
  for (const sentence of findLongReasons(output))
    await recorder.record({ type: 'warning', stage: 'validation', sentence });

  const changes = await simulateCommands(run, 'designer', output.commands, paths, answer.value.seen);
  if (!changes.ok) return changes;
  await recorder.finish(true);
  const evidence = await findEvidence(run, output, changes.value);
  if (!evidence.ok) return evidence;
  return ok({ output, changes: changes.value, evidence: evidence.value, seen: answer.value.seen });
}

/** A violated invariant that code can check stops the run before QA is paid for. */
async function findEvidence(
  run: RunContext,
  output: DesignerOutput,
  changes: ChangeSet,
): Promise<StageResult<Examination>> {
  const { recorder } = run;
  await recorder.start('evidence');
  const computed = await gatherEvidence(run, output, changes);
  const { evidence } = computed;
  await recorder.record({ type: 'evidence', of: 'designer', evidence });
  const violations = [...findViolations(evidence), ...findMismatches(run, evidence)];
  if (violations.length > 0) return blocked('validator', violations);
  for (const sentence of findDoubts(evidence))
    await recorder.record({ type: 'warning', stage: 'evidence', sentence });
  await recorder.finish(true);
  return ok(computed);
}

type DesignerAnswer =
  | { readonly kind: 'answer'; readonly text: string; readonly seen: ReadonlyMap<string, string> }
  | { readonly kind: 'stopped'; readonly reasons: readonly string[] };

async function askDesigner(run: RunContext): Promise<StageResult<DesignerAnswer>> {
  const { recorder } = run;
  const { files } = run.ports;
  const { order } = run.request;
  const work_order = JSON.stringify(order, undefined, 2);
  const bare = fillPrompts(run, 'designer', { work_order, sources: '' });
  const budget = sourceBudget(bare.system.length + bare.user.length);
  const sources = await collectSources(order, files, budget, run.request.signal);
  const seen = new Map(sources.seen);
  const watch = watchDesigner(order, (command, index) =>
    recorder.show({ type: 'command_arrived', index, command }),
  );
  const asked = askRole(run, 'designer', {
    ...fillPrompts(run, 'designer', { work_order, sources: sources.text }),
    onRead: async path => {
      const result = await files.read(path);
      if (result.kind === 'file' && !seen.has(result.file.path))
        seen.set(result.file.path, result.file.sha256);
    },
    watch,
  });
  // Evidence will need the index: it is made while the model writes. What fails here, fails there again.
  run.ports.analyst.look().catch(() => undefined);
  const answer = await asked;
  if (answer.kind === 'fault')
    return blocked('model', [describeNoAnswer('the Designer', answer)], [], answer.code);
  if (answer.kind === 'stopped') {
    const { text, reasons } = answer;
    const sentence = `stopped early, after ${text.length} characters: no rest of the answer could save it`;
    const understood = watch.isUnderstood() ? ({ understood: true } as const) : {};
    await recorder.record({ type: 'stopped_early', role: 'designer', sentence, ...understood });
    return ok({ kind: 'stopped', reasons });
  }
  return ok({ kind: 'answer', text: answer.text, seen });
}

function checkDesignerVerification(run: RunContext, output: DesignerOutput): string[] {
  const defaultPath = run.ports.defaultLintPath();
  const problem = findVerificationProblem(
    'Designer',
    lintTarget(output.verification.args, defaultPath),
    lintTarget(run.request.order.acceptance.lint, defaultPath),
    'acceptance.lint',
  );
  return problem ? [problem] : [];
}

/** A reason has one sentence at most; a longer one is a warning, not a block. */
function findLongReasons(output: DesignerOutput): string[] {
  return output.commands.flatMap(({ tool, reason }, i) =>
    /[.!?]\s+\p{Lu}/u.test(reason.trim())
      ? [`the reason of command ${i} (${tool}) has more than one sentence`]
      : [],
  );
}

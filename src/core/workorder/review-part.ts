import { fileRecords } from '../changes/file-records.ts';
import { explainMissing, selectCommands } from '../changes/select-commands.ts';
import { checkCommands } from '../gate/check-commands.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Design } from './design.ts';
import { findRefusals, gatherEvidence, gradeFor } from './gather-evidence.ts';
import type { Inspection } from './inspect.ts';
import type { Outcome } from './outcome.ts';
import type { RunContext } from './run-request.ts';
import { simulateCommands } from './simulate-commands.ts';

export interface InspectedPart {
  /** Places in QA's whole list, from 0, ascending. */
  readonly kept: readonly number[];
  readonly inspection: Inspection;
}

/**
 * Some commands of what QA approved, as a proposal of their own: simulated, examined and graded anew. The error says
 * what cannot be left out, or what does not hold without the rest.
 */
export async function inspectPart(
  run: RunContext,
  design: Design,
  whole: Inspection,
  wanted: readonly number[],
): Promise<Result<InspectedPart, readonly string[]>> {
  const { order } = run.request;
  const { qa, changes } = whole;
  const selected = selectCommands(qa.commands, changes.receipts, order.new_files ?? [], wanted);
  if (!selected.ok) return selected;
  const { kept, commands, newFiles } = selected.value;
  await run.recorder.record({ type: 'selected', kept, of: qa.commands.length });
  const { problems, paths, controlPlane } = checkCommands(commands, newFiles, order.scope_allowlist);
  if (problems.length > 0) return fail(problems);
  const simulated = await simulateCommands(run, 'qa', commands, paths, design.seen, {
    newFiles,
    describe: index => explainMissing(index, selected.value, qa.commands, changes.receipts),
  });
  if (!simulated.ok) return fail(reasonsOf(simulated.error));
  const partOfQa = { ...qa, commands: [...commands] };
  const examination = await gatherEvidence(run, design.output, simulated.value);
  const evidence = await gradeFor(run, examination, partOfQa);
  const reasons = findRefusals(run, evidence);
  if (reasons.length > 0) return fail(reasons);
  const inspection = {
    ...whole,
    qa: partOfQa,
    changes: simulated.value,
    evidence,
    examination,
    controlPlane,
  };
  return ok({ kept, inspection });
}

/** The journal follows: what was shown before is what is proposed again, and why. */
export async function backToShown(
  { recorder }: RunContext,
  { kept, inspection: { changes, evidence } }: InspectedPart,
  of: number,
  refused: readonly string[],
): Promise<void> {
  await recorder.record({ type: 'selected', kept, of, refused });
  const files = fileRecords(changes);
  await recorder.record({ type: 'simulated', of: 'qa', files, receipts: changes.receipts });
  await recorder.record({ type: 'evidence', of: 'qa', evidence });
}

const reasonsOf = (outcome: Outcome): readonly string[] =>
  outcome.kind === 'BLOCKED' ? outcome.reasons : [];

import type { Command } from '../../generated/contracts.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { HunkPlace } from '../changes/hunk-place.ts';
import type { WantedCommands } from '../changes/pick-commands.ts';
import { explainMissing, selectCommands } from '../changes/select-commands.ts';
import { checkCommands } from '../gate/check-commands.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { ReviewDecision } from '../ports/reviewer.ts';
import type { Design } from './design.ts';
import { findRefusals, gatherEvidence, gradeFor } from './gather-evidence.ts';
import type { Inspection } from './inspect.ts';
import { reasonsOf } from './outcome.ts';
import { editsAfter, explainEdit } from './person-edits.ts';
import type { RunContext } from './run-request.ts';
import { simulateCommands } from './simulate-commands.ts';

/** What a person made of QA's list. */
export interface PersonsChoice extends WantedCommands {
  /** Places in QA's whole list, from 0, ascending. */
  readonly kept: readonly number[];
  readonly hunksLeftOut: readonly HunkPlace[];
  /** Their own commands, which come last. */
  readonly edits: readonly Command[];
}

export interface InspectedPart extends PersonsChoice {
  readonly inspection: Inspection;
}

/** What they want next. */
export type Wish = Extract<ReviewDecision, { readonly kind: 'select' | 'edit' }>;

/**
 * Some commands of what QA approved, and what the person typed, as a proposal of their own: simulated, examined and
 * graded anew. The error says what cannot be left out, or what does not hold without the rest.
 */
export async function inspectPart(
  run: RunContext,
  design: Design,
  whole: Inspection,
  shown: PersonsChoice,
  wish: Wish,
): Promise<Result<InspectedPart, readonly string[]>> {
  const { order } = run.request;
  const { qa, changes } = whole;
  const wanted = wish.kind === 'select' ? wish : shown;
  const selected = selectCommands(qa.commands, changes.receipts, order.new_files ?? [], wanted);
  if (!selected.ok) return selected;
  const { kept, hunksLeftOut, newFiles } = selected.value;
  const edited =
    wish.kind === 'select'
      ? ok(shown.edits)
      : await editsAfter(run, design, whole, selected.value, shown.edits, wish.files);
  if (!edited.ok) return edited;
  const edits = edited.value;
  const commands = [...selected.value.commands, ...edits];
  await run.recorder.record({
    type: 'selected',
    of: qa.commands.length,
    ...recordOf({ kept, hunksLeftOut, edits }),
  });
  const { problems, paths, controlPlane } = checkCommands(commands, newFiles, order.scope_allowlist);
  if (problems.length > 0) return fail(problems);
  const simulated = await simulateCommands(run, 'qa', commands, paths, design.seen, {
    newFiles,
    edits: edits.length,
    describe: index =>
      index < kept.length
        ? explainMissing(index, selected.value, qa.commands, changes.receipts)
        : explainEdit(edits[index - kept.length], selected.value, changes.receipts),
  });
  if (!simulated.ok) return fail(reasonsOf(simulated.error));
  const partOfQa = { ...qa, commands };
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
  return ok({ kept, hunksLeftOut, edits, inspection });
}

/** The journal follows: what was shown before is what is proposed again, and why. */
export async function backToShown(
  { recorder }: RunContext,
  { inspection: { changes, evidence }, ...choice }: InspectedPart,
  of: number,
  refused: readonly string[],
): Promise<void> {
  await recorder.record({ type: 'selected', of, ...recordOf(choice), refused });
  const files = fileRecords(changes);
  await recorder.record({ type: 'simulated', of: 'qa', files, receipts: changes.receipts });
  await recorder.record({ type: 'evidence', of: 'qa', evidence });
}

/** What is not there is left out of the journal. */
const recordOf = ({ kept, hunksLeftOut, edits }: PersonsChoice) => ({
  kept,
  ...(hunksLeftOut.length > 0 ? { hunksLeftOut } : {}),
  ...(edits.length > 0 ? { edits } : {}),
});

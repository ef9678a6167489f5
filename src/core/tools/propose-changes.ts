import type { Command, ProposeChangesArgs } from '../../generated/contracts.ts';
import { validateCommand } from '../../generated/validators.cjs';
import { findingLine } from '../changes/finding.ts';
import { CHECKABLE, isCheckable } from '../evidence/invariants/invariants.ts';
import { describeSchemaProblems } from '../kernel/json-path.ts';
import { oneLine } from '../kernel/one-line.ts';
import { checksLine } from '../verification/describe-verdict.ts';
import { type EditToolPorts, NO_EDITS, newEdit } from './edit-tool-ports.ts';
import { simulateEdit } from './simulate-edit.ts';
import type { ToolContext } from './tool.ts';

/** Findings of an answer. */
const MOST_FINDINGS = 50;

/** Commands for any number of files as one change: checked, reviewed, written all or nothing. */
export async function proposeChanges(
  ports: EditToolPorts,
  { title: saidTitle, commands: asked, new_files: newFiles = [], invariants = [] }: ProposeChangesArgs,
  context: ToolContext,
) {
  const failure = (error: string, findings: readonly string[] = []) => ({
    changed: false as const,
    error,
    findings,
  });
  if (context.reviewer === undefined) return failure(NO_EDITS);
  const title = oneLine(saidTitle);
  const unknown = invariants.find(invariant => !isCheckable(invariant));
  if (unknown !== undefined)
    return failure(
      `invariants: code cannot check "${unknown}"; leave it out, or use one of: ${CHECKABLE.join(', ')}`,
    );
  const commands: Command[] = [];
  for (const [index, command] of asked.entries()) {
    const whole = { reason: title, ...command };
    if (!validateCommand(whole))
      return failure(`command ${index}: ${describeSchemaProblems(validateCommand.errors)}`);
    commands.push(whole);
  }
  const edit = newEdit({ title, commands, newFiles }, context);
  const made = await simulateEdit(ports, edit, context.signal);
  if (made.kind === 'refused') return failure(made.reason);
  if (made.kind === 'failed') {
    const { index, response } = made;
    const details = 'validation_errors' in response ? (response.validation_errors ?? []) : [];
    return failure(`${index < 0 ? 'new_files' : `command ${index}`}: ${response.error}`, details);
  }
  const { changes } = made;
  if (changes.files.length === 0)
    return failure('the commands change nothing: every file would keep its bytes');
  const proposed = { ...edit, changes, invariants };
  const { runId, error, verified } = await ports.propose(proposed, context.reviewer, context.signal);
  const found = verified?.findings ?? [];
  const more = found.length > MOST_FINDINGS ? [`… and ${found.length - MOST_FINDINGS} more`] : [];
  const findings = [...found.slice(0, MOST_FINDINGS).map(findingLine), ...more];
  const checks = verified && checksLine(verified.results);
  if (runId === undefined)
    return {
      ...failure(error ?? 'nothing was written', findings),
      ...(checks === undefined ? {} : { checks }),
    };
  const files = changes.files.map(file => file.path);
  return {
    changed: true as const,
    run: runId,
    files,
    checks,
    findings,
    ...(error === undefined ? {} : { error }),
  };
}

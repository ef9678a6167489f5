import type { LintDiagnostic, LinterName, LintOutcome } from '../ports/linter.ts';
import { type FailedTool, toFailure } from './failure.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';
import { countErrors, sortDiagnostics, toReport } from './report.ts';
import type { ToolResult } from './run-linter.ts';
import type { Selection } from './select-files.ts';
import { isUnder } from './workspace-path.ts';

interface SummaryParts {
  readonly linters: readonly LinterDescriptor[];
  readonly checkAll: boolean;
  readonly notes: readonly string[];
}

/** One outcome of all tools: a report only when each of them answered. */
export function summarise(
  selection: Selection,
  results: readonly ToolResult[],
  { linters, checkAll, notes }: SummaryParts,
): LintOutcome {
  const tools = results.map(result => result.run);
  const failed = results.flatMap(({ run, answer }): readonly FailedTool[] =>
    answer.kind === 'failed' ? [{ tool: run.tool, failed: answer }] : [],
  );
  if (failed.length > 0) return { kind: 'did_not_run', failure: toFailure(selection.path, failed), tools };

  const ofFiles = linters.filter(({ scope }) => scope === 'files');
  const keepsToFiles = new Set(ofFiles.map(({ name }) => name));
  const diagnostics: LintDiagnostic[] = [];
  const allNotes = [...notes];
  for (const { run, answer } of results) {
    if (answer.kind !== 'answered') continue;
    const kept = answer.diagnostics.filter(
      diagnostic => answer.stoppedEarly || !keepsToFiles.has(run.tool) || isSelected(diagnostic, selection),
    );
    diagnostics.push(...kept);
    allNotes.push(...answer.notes);
    const left = countErrors(answer.diagnostics) - countErrors(kept);
    if (left > 0) allNotes.push(leftOutNote(run.tool, left, selection));
  }
  const stoppedEarly = results.flatMap(({ run, answer }) =>
    answer.kind === 'answered' && answer.stoppedEarly ? [run.tool] : [],
  );
  const ofTheseFiles = results.filter(({ run }) => keepsToFiles.has(run.tool));
  const isNothing =
    ofTheseFiles.length > 0 &&
    ofTheseFiles.every(({ answer }) => answer.kind === 'answered' && answer.lookedAtNothing === true);
  return {
    kind: 'report',
    report: toReport(diagnostics, {
      filesChecked: isNothing ? 0 : selection.files.length,
      linters: checkAll ? linters : ofFiles,
    }),
    tools,
    notes: allNotes,
    diagnostics: sortDiagnostics(diagnostics),
    ...(stoppedEarly.length > 0 && { stoppedEarly }),
    covers: {
      path: selection.path,
      files: selection.kind === 'all' ? 'all' : selection.files,
      contracts: checkAll,
    },
  };
}

/**
 * Mypy follows imports and reports what it meets there too. That is not what was asked for, except when it
 * stopped there: then the selected files were not checked and the report must not be clean.
 */
function isSelected(diagnostic: LintDiagnostic, selection: Selection): boolean {
  return selection.kind === 'all'
    ? isUnder(selection.path, diagnostic.file)
    : selection.files.includes(diagnostic.file);
}

function leftOutNote(tool: LinterName, count: number, selection: Selection): string {
  const problems = count === 1 ? '1 problem' : `${count} problems`;
  const where = selection.kind === 'all' ? `outside ${selection.path}` : 'in files that are not modified';
  return `${tool} also reported ${problems} ${where}, left out here.`;
}

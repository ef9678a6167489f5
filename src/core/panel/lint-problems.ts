import type { LintReport } from '../../generated/contracts.ts';
import type { LintDiagnostic, LintOutcome } from '../ports/linter.ts';

/** One place one linter complains about; numbers are 1-indexed, the end column is exclusive. */
export interface LintProblem {
  readonly source: LintDiagnostic['tool'];
  readonly code: string;
  readonly message: string;
  readonly severity: LintDiagnostic['severity'];
  readonly file: string;
  readonly line: number;
  /** In characters (code points), as the linters count. */
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** Where the code is documented. */
  readonly documentation?: string;
}

/** Every place the linters complained about, sorted by file and line: what the Problems panel lists. */
export function problemsOf(outcome: Extract<LintOutcome, { kind: 'report' }>): readonly LintProblem[] {
  const problems =
    outcome.diagnostics === undefined ? fromReport(outcome.report) : outcome.diagnostics.map(fromDiagnostic);
  return problems.sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0),
  );
}

function fromDiagnostic(diagnostic: LintDiagnostic): LintProblem {
  const { tool, url, code, message, severity, file, line, column, endLine, endColumn } = diagnostic;
  return {
    source: tool,
    code,
    message,
    severity,
    file,
    line,
    ...(column === undefined ? {} : { column }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(endColumn === undefined ? {} : { endColumn }),
    ...(url === undefined ? {} : { documentation: url }),
  };
}

/** A report from a journal or another program has no more than its own fields. */
function fromReport(report: LintReport): LintProblem[] {
  const groups = [
    ['ruff', report.ruff],
    ['mypy', report.mypy],
    ['import-linter', report.import_linter ?? {}],
  ] as const;
  return groups.flatMap(([source, findings]) =>
    Object.entries(findings).flatMap(([code, finding]) =>
      finding.occurrences.map(place => ({
        source,
        code,
        message: place.message ?? finding.description,
        severity: place.severity ?? (source === 'ruff' ? 'warning' : 'error'),
        file: place.file,
        line: place.line,
        ...(place.column === undefined ? {} : { column: place.column }),
        ...(place.end_line === undefined ? {} : { endLine: place.end_line }),
        ...(place.end_column === undefined ? {} : { endColumn: place.end_column }),
      })),
    ),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

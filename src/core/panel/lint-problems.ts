import type { LintReport } from '../../generated/contracts.ts';
import { defined } from '../kernel/defined.ts';
import { findingsByLinter, nameOfKey } from '../ports/lint-findings.ts';
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
  /** What the code is about, where an editor shows it in a way of its own. */
  readonly about?: 'unused' | 'deprecated';
  /** Whether the change that was linted brought it. */
  readonly since?: 'change' | 'before';
  /** What ruff offers to do about it; `unsafe`: it may change what the code does. */
  readonly fix?: { readonly message: string; readonly unsafe: boolean };
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
  const { tool, url, code, message, severity, file, line, column, endLine, endColumn, since } = diagnostic;
  const about = aboutOf(diagnostic);
  const fix = fixOf(diagnostic);
  return {
    source: tool,
    code,
    message,
    severity,
    file,
    line,
    ...defined({ column, endLine, endColumn, documentation: url, about, since, fix }),
  };
}

/** Codes whose name does not say that something is never used. */
const UNUSED_CODES = ['F811', 'ERA001', 'unreachable', 'redundant-cast'];

/** By the rule's name, so that rules to come count too. */
function aboutOf({ code, description }: LintDiagnostic): LintProblem['about'] {
  if (/\bdeprecated\b/i.test(description) || code === 'deprecated') return 'deprecated';
  if (/^unused\b/i.test(description) || UNUSED_CODES.includes(code)) return 'unused';
  return undefined;
}

/** Only what ruff itself would apply to a file; a notebook's positions count within a cell. */
function fixOf({ tool, fix, cell }: LintDiagnostic): LintProblem['fix'] {
  if (tool !== 'ruff' || fix === undefined || fix.applicability === 'display' || cell !== undefined)
    return undefined;
  return { message: fix.message, unsafe: fix.applicability === 'unsafe' };
}

/** A report from a journal or another program has no more than its own fields. */
function fromReport(report: LintReport): LintProblem[] {
  return findingsByLinter(report).flatMap(([key, findings]) =>
    Object.entries(findings).flatMap(([code, finding]) =>
      finding.occurrences.map(place => ({
        source: nameOfKey(key),
        code,
        message: finding.description,
        severity: key === 'ruff' ? 'warning' : 'error',
        file: place.file,
        line: place.line,
      })),
    ),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

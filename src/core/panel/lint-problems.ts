import type { LintReport } from '../../generated/contracts.ts';

/** One place one linter complains about; numbers are 1-indexed, the end column is exclusive. */
export interface LintProblem {
  readonly source: 'ruff' | 'mypy' | 'import-linter';
  readonly code: string;
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** Where the code is documented. */
  readonly documentation?: string;
}

/** Every occurrence of a report, sorted by file and line: what the Problems panel lists. */
export function problemsOf(report: LintReport): LintProblem[] {
  const groups = [
    ['ruff', report.ruff],
    ['mypy', report.mypy],
    ['import-linter', report.import_linter ?? {}],
  ] as const;
  const problems = groups.flatMap(([source, findings]) =>
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
        ...documentationOf(source, code),
      })),
    ),
  );
  return problems.sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Rule pages exist for ruff's and mypy's codes; import-linter's codes are the contracts of the project. */
function documentationOf(source: LintProblem['source'], code: string): { documentation?: string } {
  switch (source) {
    case 'ruff':
      // A syntax error has no rule page.
      return /^[A-Z]+\d+$/.test(code) ? { documentation: `https://docs.astral.sh/ruff/rules/${code}/` } : {};
    case 'mypy':
      return /^[a-z][a-z-]+$/.test(code)
        ? { documentation: `https://mypy.readthedocs.io/en/stable/_refs.html#code-${code}` }
        : {};
    case 'import-linter':
      return { documentation: 'https://import-linter.readthedocs.io/en/stable/contract_types.html' };
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

import type { LintFinding, LintOccurrence, LintReport } from '../../generated/contracts.ts';
import { reportKey } from '../ports/lint-findings.ts';
import type { LintDiagnostic, LinterName } from '../ports/linter.ts';
import { compareText } from './compare.ts';
import type { LinterDescriptor } from './linter-descriptor.ts';

/**
 * The response of `lint_backend` in its exact shape: `ruff` and `mypy` always, and
 * what looks at the whole workspace, as `import_linter`, when that was asked for. A place is its file and line;
 * messages, columns and fixes are in the diagnostics, and so are explanations, which are no errors. Nothing is clean
 * where no file was looked at.
 */
export function toReport(
  diagnostics: readonly LintDiagnostic[],
  options: { readonly filesChecked: number; readonly linters: readonly LinterDescriptor[] },
): LintReport {
  const errors = countErrors(diagnostics);
  return {
    // Every report has these two.
    ruff: {},
    mypy: {},
    ...Object.fromEntries(options.linters.map(({ name }) => [reportKey(name), byCode(diagnostics, name)])),
    summary: {
      total_errors: errors,
      clean: errors === 0 && options.filesChecked > 0,
      files_checked: options.filesChecked,
    },
  };
}

/** Everything a tool complains about; explanations alone do not make a file unclean. */
export const countErrors = (diagnostics: readonly LintDiagnostic[]): number =>
  diagnostics.filter(diagnostic => diagnostic.severity !== 'note').length;

/** By file, place, tool and code: the same for the same findings. */
export const sortDiagnostics = (diagnostics: readonly LintDiagnostic[]): readonly LintDiagnostic[] =>
  [...diagnostics].sort(
    (a, b) =>
      compareText(a.file, b.file) ||
      (a.cell ?? 0) - (b.cell ?? 0) ||
      a.line - b.line ||
      (a.column ?? 0) - (b.column ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );

function byCode(diagnostics: readonly LintDiagnostic[], tool: LinterName): Record<string, LintFinding> {
  const findings = new Map<string, LintFinding>();
  const ofTool = sortDiagnostics(
    diagnostics.filter(diagnostic => diagnostic.tool === tool && diagnostic.severity !== 'note'),
  );
  for (const diagnostic of ofTool.toSorted((a, b) => compareText(a.code, b.code))) {
    const finding = findings.get(diagnostic.code);
    if (finding) {
      finding.occurrences.push(toOccurrence(diagnostic));
      finding.fix_available ||= offersFix(diagnostic);
    } else
      findings.set(diagnostic.code, {
        description: diagnostic.description,
        fix_available: offersFix(diagnostic),
        occurrences: [toOccurrence(diagnostic)],
      });
  }
  // Not a plain object literal: a contract may be called `__proto__`.
  return Object.fromEntries(findings);
}

/** Fixes ruff itself would apply, with or without `--unsafe-fixes`. */
const offersFix = ({ fix }: LintDiagnostic): boolean => fix !== undefined && fix.applicability !== 'display';

const toOccurrence = ({ file, line }: LintDiagnostic): LintOccurrence => ({ file, line });

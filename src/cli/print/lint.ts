import type { LintReport } from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';

/** Findings as `file:line:column code message`, as editors and terminals link them. */
export function printLintReport(report: LintReport, c: Colours): string {
  const lines: string[] = [];
  for (const tool of ['ruff', 'mypy', 'import_linter'] as const) {
    for (const [code, finding] of Object.entries(report[tool] ?? {})) {
      for (const o of finding.occurrences) {
        const place = [o.file, o.line, o.column].filter(part => part !== undefined).join(':');
        const fix = finding.fix_available ? c.dim(' (fix available)') : '';
        lines.push(`${place} ${c.red(code)} ${o.message ?? finding.description} ${c.dim(`[${tool}]`)}${fix}`);
      }
    }
  }
  return lines.map(line => `${line}\n`).join('');
}

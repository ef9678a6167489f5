import { problemsOf } from '../../core/panel/lint-problems.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';
import type { Colours } from './colours.ts';

/** Findings as `file:line:column code message`, as editors and terminals link them. */
export function printLintReport(outcome: Extract<LintOutcome, { kind: 'report' }>, c: Colours): string {
  const lines = problemsOf(outcome).map(({ source, code, message, fix, ...place }) => {
    const where = [place.file, place.line, place.column].filter(part => part !== undefined).join(':');
    return `${where} ${c.red(code)} ${message} ${c.dim(`[${source}]`)}${fix ? c.dim(' (fix available)') : ''}`;
  });
  return lines.map(line => `${line}\n`).join('');
}

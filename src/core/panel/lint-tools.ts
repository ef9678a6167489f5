import { duration } from '../kernel/amounts.ts';
import type { LintToolRun } from '../ports/linter.ts';

/** Which tools ran, in which version and how long: `ruff 0.17.6 (0.1 s), mypy 2.4.1 (3.2 s)`; `''` when none did. */
export const toolsLine = (tools: readonly LintToolRun[]): string =>
  tools.map(({ tool, version, ms }) => `${tool} ${version} (${duration(ms)})`).join(', ');

/** The same with the program each was, a line each: for a log. */
export const toolLines = (tools: readonly LintToolRun[]): readonly string[] =>
  tools.map(({ tool, version, program, ms }) => `${tool} ${version}: ${program}, ${ms} ms`);

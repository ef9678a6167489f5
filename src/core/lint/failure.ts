import type { LintFailure } from '../../generated/contracts.ts';
import type { LintToolRun } from '../ports/linter.ts';
import type { ToolFailed } from './tool-answer.ts';

type Tool = LintToolRun['tool'];

/** Setting that names each tool, and what installs it. */
export const TOOL_NAMES = {
  ruff: { setting: 'workorder.lint.ruffPath', install: 'pip install ruff' },
  mypy: { setting: 'workorder.lint.mypyPath', install: 'pip install mypy' },
  'import-linter': { setting: 'workorder.lint.importLinterPath', install: 'pip install import-linter' },
} as const satisfies Record<Tool, { readonly setting: string; readonly install: string }>;

export interface FailedTool {
  readonly tool: Tool;
  readonly failed: ToolFailed;
}

/** A tool that is nowhere; `detail` says where was looked and why what was found does not work. */
export const notFound = (tool: Tool, detail: string): ToolFailed => ({
  kind: 'failed',
  reason: `not found in .venv, PATH or setting ${TOOL_NAMES[tool].setting}`,
  nextStep: `install with "${TOOL_NAMES[tool].install}"`,
  detail,
});

/** The error result of `lint_backend` (001-031, C17): names every tool that did not run, why and what to do. */
export function toFailure(path: string, tools: readonly FailedTool[]): LintFailure {
  const reasons = tools.map(({ tool, failed }) => `${tool} ${failed.reason}; ${failed.nextStep}`);
  const detail = tools
    .filter(({ failed }) => failed.detail !== '')
    .map(({ tool, failed }) => (tools.length === 1 ? failed.detail : `${tool}:\n${failed.detail}`))
    .join('\n\n');
  const tool = tools[0]?.tool;
  return {
    path,
    error: `lint did not run: ${reasons.join('. ')}`,
    ...(tool !== undefined && { tool }),
    ...(detail !== '' && { detail }),
    changed: false,
  };
}

/** `lint_backend` was asked for something that cannot be linted. */
export const refused = (path: string, reason: string): LintFailure => ({
  path,
  error: `lint did not run: ${reason}`,
  changed: false,
});

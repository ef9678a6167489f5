import type { Linter } from '../ports/linter.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/**
 * `lint_backend`: the report, or an error answer when a linter did not run. Whoever calls a tool
 * may have changed files before, so plugins and contract types run only when a person approved them by name.
 */
export function lintTool(linter: Linter, approvedCode: readonly string[]): Tool {
  return tool('lint_backend', 'verify', async (args, { signal, onProgress }) => {
    const outcome = await linter.lint(args, { signal, approvedCode, ...(onProgress ? { onProgress } : {}) });
    return outcome.kind === 'report' ? outcome.report : outcome.failure;
  });
}

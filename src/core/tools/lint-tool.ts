import { schemas } from '../../generated/schemas.ts';
import { validateLintBackendArgs } from '../../generated/validators.cjs';
import type { Linter } from '../ports/linter.ts';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/**
 * `lint_backend`: the report, or an error answer when a linter did not run (rows 001-025 … 001-031). Whoever calls a tool
 * may have changed files before, so plugins and contract types run only when a person approved them by name.
 */
export function lintTool(linter: Linter, approvedCode: readonly string[]): Tool {
  return defineTool({
    name: 'lint_backend',
    description: schemas['tools/lint_backend'].description,
    effect: 'verify',
    parameters: schemas['tools/lint_backend'],
    validate: validateLintBackendArgs,
    run: async (args, { signal }) => {
      const outcome = await linter.lint(args, { signal, approvedCode });
      return outcome.kind === 'report' ? outcome.report : outcome.failure;
    },
  });
}

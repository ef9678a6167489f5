import { throwIfCancelled } from '../../src/core/kernel/cancel.ts';
import type { Linter, LintOutcome } from '../../src/core/ports/linter.ts';
import type { Reviewer } from '../../src/core/ports/reviewer.ts';
import type { LintBackendArgs } from '../../src/generated/contracts.ts';
import type { GoldenCase } from './golden-case.ts';

/** Linters that answer what the case says; `calls` gets what they were asked. */
export function playLinters({ lint: answer }: GoldenCase, calls: LintBackendArgs[]): Linter {
  return {
    lint: async (args, { signal }): Promise<LintOutcome> => {
      calls.push(args);
      throwIfCancelled(signal);
      if (answer && 'did_not_run' in answer) {
        return { kind: 'did_not_run', failure: answer.did_not_run, tools: [] };
      }
      const clean = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };
      return { kind: 'report', report: answer?.report ?? clean, tools: [], notes: [] };
    },
  };
}

/** A person who decides what the case says; left out, they apply what they were shown. */
export function playReviewer(decision: GoldenCase['reviewer']): Reviewer {
  const by = 'the reviewer';
  return {
    approveLint: async paths =>
      !!decision && 'approve_lint' in decision && paths.every(path => decision.approve_lint?.includes(path)),
    review: async ({ approvalSha256 }, signal) => {
      throwIfCancelled(signal);
      if (decision && 'reject' in decision) return { kind: 'reject', by, reason: decision.reject };
      return {
        kind: 'apply',
        by,
        approvalSha256: decision && 'approve_sha256' in decision ? decision.approve_sha256 : approvalSha256,
        controlPlaneApproved: decision && 'approve_by_name' in decision ? decision.approve_by_name : [],
      };
    },
  };
}

import type { ChangeSet } from '../changes/change-set.ts';
import { isInScope } from '../changes/scope.ts';
import { isTestFile } from '../evidence/code/test-files.ts';
import type { ChangeCheck } from '../gate/change-gate.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { ScopePolicy } from './events.ts';
import type { TicketState } from './state.ts';

/**
 * The rules of an assignment for a change of its developer: write-tests touches test files alone; what is outside
 * filesToModify is asked or refused. The ticket's own file is the orchestrator's.
 */
export function checkChange(changes: ChangeSet, state: TicketState, scope: ScopePolicy): Result<ChangeCheck> {
  const paths = changes.files.map(f => f.path);
  if (state.path !== undefined && paths.includes(state.path))
    return fail(
      `${state.path} is the ticket itself, which only the orchestrator writes; nothing of this change was written`,
    );
  if (state.currentDeveloperMode === 'write-tests') {
    const others = paths.filter(path => !isTestFile(path));
    if (others.length > 0)
      return fail(
        `write-tests mode changes test files only, and ${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} none; nothing of this change was written`,
      );
  }
  const expected = state.lastManagerAssignment?.filesToModify;
  if (!expected) return ok({ warnings: [] });
  const outside = paths.filter(path => !isInScope(path, expected));
  if (outside.length === 0) return ok({ warnings: [] });
  const named = expected.length > 0 ? expected.join(', ') : 'no file';
  const sentence = `${outside.join(', ')} ${outside.length === 1 ? 'is' : 'are'} outside the assignment, which names ${named}`;
  if (scope === 'refuse') return fail(`${sentence}; nothing of this change was written`);
  return ok({ warnings: [sentence], needsPerson: true });
}

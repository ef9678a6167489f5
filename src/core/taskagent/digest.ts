import { describeOpen } from '../gate/after-apply.ts';
import type { DefinitionOfDone } from './definition-of-done.ts';
import type { Assignment } from './run-request.ts';
import type { AgentState } from './state.ts';

/** Steps and warnings that a shortened conversation repeats. */
const NEWEST = 15;

/** What an agent has to know when its conversation is shortened: made by code from the journal. */
export function digestOf(assignment: Assignment, state: AgentState, done: DefinitionOfDone): string {
  const here = state.applied.filter(change => change.cycle === state.cycle && !change.reverted);
  const files = [...new Set(here.flatMap(change => change.files.map(({ path }) => path)))].sort();
  const steps = state.turns.filter(turn => turn.cycle === state.cycle).slice(-NEWEST);
  const open = state.after?.open ?? [];
  return [
    `Your task: ${assignment.text}`,
    `Files you changed: ${files.join(', ') || 'none'}`,
    `Not committed yet: ${done.uncommitted.join(', ') || 'nothing'}`,
    ...state.commits.slice(-NEWEST).map(({ subject }) => `Committed: ${subject}`),
    `Tests: ${done.tests}`,
    ...(open.length > 0 ? [`Open: ${describeOpen(open)}`] : []),
    ...state.warnings.slice(-NEWEST).map(sentence => `Warning: ${sentence}`),
    ...steps.map(({ turn, note }) => `Turn ${turn}: ${note.slice(0, 200)}`),
  ].join('\n');
}

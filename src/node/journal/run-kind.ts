import type { RunSummary } from '../../core/ports/journal.ts';
import type { RunKind } from '../../core/runs/history.ts';
import { memberOf } from './chain.ts';

/** What kind of run a journal is of, as far as its first line tells it: several kinds are kept in one place. */
export function runKind([first]: readonly unknown[]): RunKind | undefined {
  switch (memberOf(first, 'type')) {
    case 'lint_fix':
      return 'quick fix';
    case 'tool_edit':
      return 'tool call';
    case 'run_started':
      return memberOf(first, 'workflow') === 'plan' ? 'plan step' : undefined;
    default:
      return undefined;
  }
}

/** Files that a run changed, each once. */
export function changedFiles(events: readonly unknown[]): readonly string[] {
  const paths = new Set<string>();
  for (const event of events) {
    const files = memberOf(event, 'type') === 'applied' ? memberOf(event, 'files') : undefined;
    for (const file of Array.isArray(files) ? files : []) paths.add(String(memberOf(file, 'path')));
  }
  return [...paths].sort();
}

/** For a plan the runs of the steps that it applied, and whether it went on from an earlier run of it. */
export function appliedSteps(events: readonly unknown[]): RunSummary['steps'] {
  const started = events.find(event => memberOf(event, 'type') === 'plan_started');
  if (started === undefined) return undefined;
  const isApplied = (event: unknown) =>
    memberOf(event, 'type') === 'step_finished' && memberOf(event, 'outcome') === 'APPLIED';
  return {
    applied: events.filter(isApplied).map(event => String(memberOf(event, 'runId'))),
    resumed: memberOf(started, 'resumed') === true,
  };
}

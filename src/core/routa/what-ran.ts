import type { CallKind } from '../ports/agent-on-copy.ts';
import type { AfterState } from '../runs/common-events.ts';
import type { RanCheck, WhatRan } from '../runs/reported-claims.ts';
import type { Agent, AssignedTask } from './agent.ts';
import type { Task } from './task.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** What an agent looked at counts as verification; lists and what others say do not. */
const LOOKING = new Set([
  'read_file',
  'run_tests',
  'search_text',
  'get_source',
  'discover_api',
  'trace_calls',
]);

/** What an agent of another maker says that it did. */
const LOOKED: ReadonlySet<CallKind> = new Set(['read', 'search', 'execute']);

/** Whether the agent read a file or ran the tests since it was given the task. */
export function hasLooked(agent: Agent, { turnsBefore }: AssignedTask): boolean {
  for (let i = agent.conversation.length - 1; i >= 0; i--) {
    const event = agent.conversation[i];
    if (event?.type !== 'called' && event?.type !== 'acted') continue;
    if (event.turn <= turnsBefore) return false;
    if (event.type === 'acted') {
      if (event.ok && LOOKED.has(event.does)) return true;
      continue;
    }
    // Tests that fail were run; what was refused was not.
    const isDone = event.status === 'ok' || (event.tool === 'run_tests' && event.status === 'error');
    if (isDone && LOOKING.has(event.tool)) return true;
  }
  return false;
}

/** Tests and linters that ran on the work on a task: called by its agents, or as the policy requires after an apply. */
export function ranFor({ agents, changes, after }: RoutaWorkspace, reporter: Agent, task: Task): WhatRan {
  const worker = task.worker === undefined ? undefined : agents.get(task.worker);
  const isSince = (count: number) =>
    changes.slice(count).some(change => !change.reverted && change.agentId === (worker ?? reporter).id);
  const calls = [reporter, ...(worker && worker !== reporter ? [worker] : [])]
    .flatMap(agent => agent.tests ?? [])
    .sort((a, b) => b.changesBefore - a.changesBefore);
  const [called] = calls;
  const states = [reporter.after, worker?.after, after];
  return {
    tests:
      checked(states, 'tests') ??
      (called ? { ok: called.ok, outdated: isSince(called.changesBefore) } : undefined),
    lint: checked(states, 'lint-after'),
    ...(reporter.player === undefined ? {} : { isElsewhere: true }),
  };
}

/** Checks after an apply are forgotten with the next change, so what is known of them is never outdated. */
function checked(states: readonly (AfterState | undefined)[], check: string): RanCheck | undefined {
  for (const state of states) {
    const verdict = state?.results.find(result => result.check === check)?.verdict;
    if (verdict === 'passed' || verdict === 'failed') return { ok: verdict === 'passed', outdated: false };
  }
  return undefined;
}

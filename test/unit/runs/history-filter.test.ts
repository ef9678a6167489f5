import assert from 'node:assert/strict';
import type { PlanEvent } from '../../../src/core/plan/plan-events.ts';
import type { RunSummary } from '../../../src/core/ports/journal.ts';
import type { RoutaOutcome } from '../../../src/core/routa/outcome.ts';
import { History, OUTCOME_WORDS } from '../../../src/core/runs/history.ts';
import type { AgentOutcome } from '../../../src/core/taskagent/outcome.ts';
import type { TicketOutcome } from '../../../src/core/tickets/outcome.ts';
import type { Outcome } from '../../../src/core/workorder/outcome.ts';
import type { WrapOutcome } from '../../../src/core/wrap/events.ts';

type End =
  | (Outcome | AgentOutcome | TicketOutcome | RoutaOutcome | WrapOutcome)['kind']
  | Extract<PlanEvent, { type: 'plan_finished' }>['result'];

/** The compiler asks for every way that work of any kind can end. */
const ENDS: Readonly<Record<End, true>> = {
  APPLIED: true,
  BLOCKED: true,
  CANCELLED: true,
  CHECKED: true,
  DONE: true,
  EXECUTED: true,
  FAILED: true,
  STOPPED: true,
  WAITING: true,
};

describe('the filter by outcome', () => {
  const run = (runId: string, outcome: string, underWay?: RunSummary['underWay']): RunSummary => ({
    runId,
    startedAt: 0,
    title: runId,
    outcome,
    ...(underWay === undefined ? {} : { underWay }),
  });
  const history = new History([
    {
      kind: 'agent',
      list: async () => [
        run('1', 'APPLIED, partly linted, REVERTED'),
        run('2', 'APPLIED'),
        run('3', 'FAILED, nothing changed'),
        run('4', ''),
        run('5', '', 'at work'),
      ],
      open: () => assert.fail('a list opens nothing'),
    },
  ]);
  const found = async (outcome: string) =>
    (await history.list({ outcome }))
      .map(({ runId }) => runId)
      .sort()
      .join('');

  it('knows a word for every end', () => {
    for (const end of Object.keys(ENDS))
      assert.ok(
        OUTCOME_WORDS.some(word => word === end.toLowerCase()),
        end,
      );
  });

  it('finds a run by each word of its outcome, or the beginning of one', async () => {
    assert.equal(await found('applied'), '12');
    assert.equal(await found('Reverted'), '1');
    assert.equal(await found('partly'), '1');
    assert.equal(await found('nothing changed'), '3');
    assert.equal(await found('inter'), '4');
    assert.equal(await found('at work'), '5');
  });
});

import assert from 'node:assert/strict';
import { agentsTree } from '../../../src/core/panel/agents-list.ts';
import { runItemId, runItemOf } from '../../../src/core/panel/run-items.ts';
import {
  TASK_AGENT_ITEMS,
  type TaskAgentRun,
  taskAgentNeeds,
  taskAgentRow,
} from '../../../src/core/panel/task-agents.ts';
import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { initialAgentState, reduceAgent } from '../../../src/core/taskagent/state.ts';
import { drawn } from './sample-run.ts';

type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

const STARTED: WithoutTime<AgentEvent> = {
  type: 'run_started',
  runId: 'r1',
  task: 'Task 2: Gift wrap',
  mode: 'converse',
  profile: 'calls/1',
  model: 'm',
  review: 'turn',
  delivery: 'commit',
};
const CYCLE: WithoutTime<AgentEvent> = {
  type: 'cycle_started',
  cycle: 1,
  workspace: 'the workspace',
  isolated: false,
};
const turn = (n: number, note: string): WithoutTime<AgentEvent> => ({
  type: 'turn_started',
  turn: n,
  note,
  calls: 1,
  fenced: false,
});
const called = (
  n: number,
  index: number,
  tool: string,
  args: object,
  status: 'ok' | 'error' | 'not_run' = 'ok',
): WithoutTime<AgentEvent> => ({ type: 'called', turn: n, index, tool, args, status, response: {} });
const applied = (number: number, n: number): WithoutTime<AgentEvent> => ({
  type: 'applied',
  number,
  turn: n,
  isolated: false,
  files: [{ path: 'a.py', before_sha256: null, after_sha256: 'x', lines_added: 1, lines_removed: 0 }],
});
const finished = (
  outcome: Extract<AgentEvent, { type: 'finished' }>['outcome'],
): WithoutTime<AgentEvent> => ({
  type: 'finished',
  outcome,
});

const DONE = finished({ kind: 'DONE', outcome: 'cycle_complete' });

function runOf(events: readonly WithoutTime<AgentEvent>[], more: Partial<TaskAgentRun> = {}): TaskAgentRun {
  const state = [STARTED, CYCLE, ...events]
    .map(event => ({ at: 0, ...event }) as AgentEvent)
    .reduce(reduceAgent, initialAgentState('r1'));
  return { state, lastAt: 0, isRunning: false, ...more };
}

const shown = (run: TaskAgentRun): string =>
  drawn(agentsTree([{ host: 'task-agents', agents: [taskAgentRow(run)], needsYou: taskAgentNeeds(run) }], 0));

const worked = [
  turn(1, 'Write it.'),
  called(1, 0, 'write_file', { path: 'a.py', content: '' }),
  called(1, 1, 'rename_files', { operations: [{ from_path: 'b.py', to_path: 'c.py' }] }, 'error'),
  called(1, 2, 'finish', {}, 'not_run'),
  applied(1, 1),
  turn(2, 'Test it.'),
];

describe('task agents in the Agents view', () => {
  it('says in its row what has no pull request', () => {
    const sentence = 'Task 2: no pull request was opened (gh is not installed)';
    const row = taskAgentRow(runOf([STARTED, CYCLE, { type: 'warning', sentence, about: 'delivery' }, DONE]));
    assert.equal(row.doing, `The agent finished its work · ${sentence}`);
  });
  it('show their turns and calls live, with the call that runs now', () =>
    assert.equal(
      shown(runOf(worked, { isRunning: true, calls: new Map([['', 'run_tests']]) })),
      [
        'Task 2: Gift wrap — run_tests',
        '  Turn 1 — Write it.',
        '    write_file — a.py',
        '    rename_files — error · b.py → c.py',
        '    finish — not run',
        '  Turn 2 — Test it.',
      ].join('\n'),
    ));

  it('show beside a call that failed why, and of tests how many passed', () => {
    const failed = (index: number, tool: string, response: object) =>
      ({
        ...called(1, index, tool, { path: 'b.py' }, 'error'),
        response,
      }) as WithoutTime<AgentEvent>;
    const tests = { ok: false, exit_code: 1, passed: 3, total: 5, stdout: '', stderr: '' };
    const lines = shown(
      runOf([
        turn(1, 'Test it.'),
        failed(0, 'run_tests', tests),
        failed(1, 'read_file', { error: 'there is no file b.py' }),
      ]),
    );
    assert.match(lines, /^ {4}run_tests — error · b\.py · 3 of 5 tests passed$/m);
    assert.match(lines, /^ {4}read_file — error · there is no file b\.py$/m);
  });

  it('show commits, pull requests and warnings below the turns', () => {
    const run = runOf([
      turn(1, 'Deliver.'),
      {
        type: 'committed',
        sha: 'abcdef1234',
        branch: 'work-order/task-2',
        subject: 'Task 2: Gift wrap',
        paths: ['a.py'],
      },
      { type: 'pull_request', url: 'https://example.org/pr/1', created: true },
      { type: 'warning', sentence: 'TASKS.md: the status of task 3 is changed' },
      finished({ kind: 'DONE', outcome: 'cycle_complete' }),
    ]);
    assert.equal(
      shown(run),
      [
        'Task 2: Gift wrap — The agent finished its work',
        '  Turn 1 — Deliver.',
        '  Task 2: Gift wrap — abcdef12 · work-order/task-2',
        '  Pull request — https://example.org/pr/1',
        '  Warnings — 1',
        '    TASKS.md: the status of task 3 is changed',
      ].join('\n'),
    );
  });

  it('can be stopped while they run, and taken back per run and per turn when they are over', () => {
    assert.deepEqual(taskAgentRow(runOf(worked, { isRunning: true })).verbs, [
      'say',
      'pause',
      'stop',
      'transcript',
    ]);
    const done = taskAgentRow(runOf([...worked, finished({ kind: 'DONE', outcome: 'cycle_complete' })]));
    assert.deepEqual(done.verbs, ['transcript', 'revert', 'remove']);
    assert.deepEqual(
      done.details?.map(node => node.context),
      ['turn revert', 'turn'],
    );
    const reverted = runOf([
      ...worked,
      finished({ kind: 'DONE', outcome: 'cycle_complete' }),
      { type: 'reverted', numbers: [1], by: 'Ann', files: [] },
    ]);
    assert.deepEqual(taskAgentRow(reverted).verbs, ['transcript', 'remove']);
    assert.match(shown(reverted), /Turn 1 — reverted · Write it\./);
  });

  it('name the cycle of a turn in continuous mode', () => {
    const { state } = runOf([turn(1, 'So.')]);
    const run = { state: { ...state, mode: 'continuous' } as const, lastAt: 0, isRunning: true };
    assert.match(shown(run), /Cycle 1, turn 1 — So\./);
  });

  for (const [what, events, kind, verbs] of [
    [
      'a question',
      [{ type: 'asked', question: 'Which?' } as const, finished({ kind: 'WAITING', question: 'Which?' })],
      'question',
      ['answer', 'stop'],
    ],
    ['an interrupted run', [turn(1, 'So.')], 'interrupted', ['resume', 'stop']],
    [
      'a run that met a limit',
      [finished({ kind: 'BLOCKED', by: 'limit', reasons: ['25 turns'] })],
      'blocked',
      ['resume', 'stop'],
    ],
    [
      'files that need a person',
      [finished({ kind: 'FAILED', reasons: ['a.py is held'] })],
      'conflict',
      ['stop'],
    ],
  ] as const)
    it(`put ${what} into “Needs you” with what can be done`, () => {
      const [need] = taskAgentNeeds(runOf(events));
      assert.equal(need?.kind, kind);
      assert.deepEqual(need?.verbs, verbs);
    });

  it('say before an answer that tests fail, and what the answer does to that', () => {
    const response = { ok: false, exit_code: 1, passed: 1, total: 2, output: '' };
    const [need] = taskAgentNeeds(
      runOf([
        { ...called(1, 0, 'run_tests', {}), response } as WithoutTime<AgentEvent>,
        { type: 'asked', question: 'Which?' },
        finished({ kind: 'WAITING', question: 'Which?' }),
      ]),
    );
    assert.equal(
      need?.sentence,
      'Which? (the last test run failed: 1 of 2 tests passed; your answer lets as many fail)',
    );
    // In a row, which is narrow, each has its own place.
    assert.deepEqual([need?.brief, need?.tests], ['Which?', '1 of 2 tests passed']);
  });

  it('put a missing test command into “Needs you” while they go on', () => {
    const run = runOf([{ type: 'tests_missing', reason: 'no way to run tests was found' }], {
      isRunning: true,
    });
    assert.deepEqual(
      taskAgentNeeds(run).map(need => [need.kind, need.verbs]),
      [['missing_test_command', ['setUp']]],
    );
  });

  it('leave nothing in “Needs you” once they are done or given up', () => {
    assert.deepEqual(taskAgentNeeds(runOf([finished({ kind: 'DONE', outcome: 'no_tasks' })])), []);
    assert.deepEqual(taskAgentNeeds(runOf([finished({ kind: 'CANCELLED', reason: 'given up' })])), []);
  });

  it('say that they were interrupted, not what they were about to do', () =>
    assert.match(shown(runOf([turn(1, 'It is written.')])), /^Task 2: Gift wrap — interrupted$/m));

  it('read back every id they give', () => {
    for (const item of [
      { kind: 'run', runId: 'r' },
      { kind: 'turn', runId: 'r', of: ['2', '3'] },
      { kind: 'call', runId: 'r', of: ['2', '3', '0'] },
      { kind: 'page', runId: 'r', of: ['1'] },
    ] as const)
      assert.deepEqual(runItemOf(TASK_AGENT_ITEMS, runItemId(item)), { of: [], ...item });
    assert.equal(runItemOf(TASK_AGENT_ITEMS, 'waiting-1'), undefined);
  });
});

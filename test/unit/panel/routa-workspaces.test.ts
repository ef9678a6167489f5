import assert from 'node:assert/strict';
import { type AgentRow, agentsTree } from '../../../src/core/panel/agents-list.ts';
import {
  conversationDocument,
  ROUTA_ITEMS,
  type RoutaRun,
  routaItemId,
  routaNeeds,
  routaPlan,
  routaRow,
  timelineDocument,
} from '../../../src/core/panel/routa-workspaces.ts';
import { runItemOf } from '../../../src/core/panel/run-items.ts';
import { create, delegate, MemoryTeam, message, report, task, write } from '../routa/memory-team.ts';

const runOf = (team: MemoryTeam, more: Partial<RoutaRun> = {}): RoutaRun => ({
  state: team.workspace,
  lastAt: 5,
  isRunning: false,
  calls: new Map(),
  ...more,
});

/** A row as a person sees it: the tree of labels with role and status. */
const drawn = (row: AgentRow, depth = 0): readonly string[] => [
  `${'  '.repeat(depth)}${row.label} · ${row.role} · ${row.status}${row.call === undefined ? '' : ` · runs ${row.call}`}`,
  ...(row.children ?? []).flatMap(child => drawn(child, depth + 1)),
];

async function halfDone() {
  const team = new MemoryTeam();
  await team.run(
    {
      routa: [[create('c'), create('g', 'GATE'), delegate('c', 'a')], []],
      c: [[message('c', 'routa', 'Begun | now.'), write('a.py')], [report('c', 'a')]],
    },
    { tasks: [task('a', { scope: ['a.py'] }), task('b', { after: ['a'] })] },
  );
  return team;
}

describe('a ROUTA workspace in the Agents view', () => {
  it('shows its agents as a tree by parent, its tasks and its events', async () => {
    const team = await halfDone();
    const row = routaRow(runOf(team));
    assert.deepEqual(drawn(row), [
      'Do it · ROUTA workspace · blocked',
      '  routa · ROUTA · interrupted',
      '    c · CRAFTER · done',
      '    g · GATE · pending',
    ]);
    const [tasks, events] = row.details ?? [];
    assert.deepEqual(
      tasks?.children.map(t => `${t.label} ${t.description}`),
      ['Task a REVIEW_REQUIRED', 'Task b PENDING'],
    );
    assert.equal(events?.label, 'Events');
    assert.equal(row.children?.[0]?.children?.[0]?.details?.[0]?.label, '1 message');
    assert.deepEqual(row.verbs, ['resume', 'transcript', 'revert']);
  });

  it('shows the call that runs, and can stop one agent or all', async () => {
    const team = await halfDone();
    const running = runOf(team, { isRunning: true, calls: new Map([['routa', 'read_file a.py']]) });
    assert.equal(drawn(routaRow(running))[1], '  routa · ROUTA · active · runs read_file a.py');
    assert.deepEqual(routaRow(running).verbs, ['say', 'pause', 'stop', 'transcript']);
    team.agent('c').status = 'ACTIVE';
    assert.deepEqual(routaRow(running).children?.[0]?.children?.[0]?.verbs, ['say', 'stop', 'transcript']);
  });

  it('shows a coordinator that waits for reports as waiting, not at work', async () => {
    const team = new MemoryTeam();
    let seen: AgentRow | undefined;
    await team.run(
      {
        routa: [[create('c')], [delegate('c', 'a')], []],
        c: [
          [],
          () => {
            seen = routaRow(runOf(team, { isRunning: true }));
            return [report('c', 'a')];
          },
        ],
      },
      { tasks: [task('a', { scope: ['a.py'] })] },
    );
    assert.ok(seen);
    assert.deepEqual(drawn(seen), [
      'Do it · ROUTA workspace · active',
      '  routa · ROUTA · idle',
      '    c · CRAFTER · active',
    ]);
    assert.equal(seen.children?.[0]?.doing, 'waits for c');
    const icons = agentsTree([{ host: 'routa', agents: [seen], needsYou: [] }], 0)[0]?.children;
    assert.equal(icons?.[0]?.icon.codicon, 'watch');
  });

  it('says of an agent that failed why it did, and never what it was about to say [003-019]', async () => {
    const team = await halfDone();
    const agent = team.agent('c');
    agent.lastResponse = 'Price 1 is written.';
    for (const [status, words] of [
      ['ERROR', 'failed: no more replies'],
      ['CANCELLED', 'cancelled: no more replies'],
    ] as const) {
      agent.status = status;
      agent.cause = 'no more replies';
      assert.equal(routaRow(runOf(team)).children?.[0]?.children?.[0]?.doing, words);
    }
    agent.status = 'ACTIVE';
    assert.equal(routaRow(runOf(team)).children?.[0]?.children?.[0]?.doing, undefined);
  });

  it('shows who waits for the person, and works only while somebody does', async () => {
    const team = await halfDone();
    team.agent('routa').waitingFor = 'a report';
    team.agent('c').status = 'ACTIVE';
    const waiting = new Set(['c']);
    assert.deepEqual(drawn(routaRow(runOf(team, { isRunning: true, waiting }))), [
      'Do it · ROUTA workspace · waiting',
      '  routa · ROUTA · pending',
      '    c · CRAFTER · waiting',
      '    g · GATE · pending',
    ]);
    team.agent('g').status = 'ACTIVE';
    assert.equal(routaRow(runOf(team, { isRunning: true, waiting })).status, 'active');
    team.agent('routa').waitingFor = undefined;
    const withPlan = runOf(team, { isRunning: true, waiting: new Set(['']) });
    assert.equal(routaRow(withPlan).children?.[0]?.status, 'waiting');
  });

  it('says what waits for the person: the plan, an interruption, why it is blocked', async () => {
    const team = await halfDone();
    const plan = routaPlan({ runId: 'r', tasks: [task('a'), task('b')] });
    assert.equal(plan.sentence, 'Plan of 2 tasks: Task a, Task b');
    const [blocked] = routaNeeds(runOf(team));
    assert.match(`${blocked?.kind}: ${blocked?.sentence}`, /^blocked: .*a is REVIEW_REQUIRED/);
    assert.deepEqual(blocked?.verbs, ['resume', 'answer', 'stop']);
    team.workspace.outcome = undefined;
    assert.equal(routaNeeds(runOf(team))[0]?.kind, 'interrupted');
    assert.deepEqual(routaNeeds(runOf(team, { isRunning: true })), []);
    team.workspace.outcome = { kind: 'DONE' };
    assert.deepEqual(routaNeeds(runOf(team)), []);
  });

  it('has documents for a plan, a conversation and the timeline by kind', async () => {
    const team = await halfDone();
    assert.match(
      routaPlan({
        runId: 'r',
        tasks: [task('a', { scope: ['x.py'], after: ['b'], acceptance: ['holds'] })],
      }).markdown,
      /^# Task a\n\n\*\*a\*\*\n\nChanges x\.py\n\nAfter b\n\n- holds$/,
    );
    assert.match(
      conversationDocument(team.agent('c')),
      /## Turn 1\n\n> A step\.\n\n\*\*send_message_to_agent\*\* — ok/,
    );
    const all = timelineDocument(team.workspace.feed.timeline, '*').split('\n');
    const messages = timelineDocument(team.workspace.feed.timeline, 'agent:message').split('\n');
    assert.ok(all.length > messages.length && messages.length > 4);
    assert.ok(messages.slice(4).every(line => line.includes('| agent:message |')));
    assert.ok(messages.join().includes('Begun \\| now.'));
  });

  it('reads its ids back', () => {
    for (const item of [
      { kind: 'workspace', runId: 'r' },
      { kind: 'agent', runId: 'r', of: ['c/1'] },
      { kind: 'events', runId: 'r' },
    ] as const)
      assert.deepEqual(runItemOf(ROUTA_ITEMS, routaItemId(item)), { of: [], ...item });
    assert.equal(runItemOf(ROUTA_ITEMS, 'waiting-1'), undefined);
  });
});

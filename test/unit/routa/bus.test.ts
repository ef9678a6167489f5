import assert from 'node:assert/strict';
import {
  create,
  delegate,
  type Inbox,
  MemoryTeam,
  message,
  report,
  type Step,
  subscribe,
  task,
} from './memory-team.ts';

type Heard = NonNullable<Inbox['events']>[number];

/** Everything one agent was ever told of events, in order. */
const heard = (team: MemoryTeam, id = 'routa'): Heard[] =>
  (team.asked.get(id) ?? []).at(-1)?.inboxes.flatMap(i => i.events ?? []) ?? [];

/** A coordinator that subscribes, gives out one task and waits. */
const coordinator = (types: readonly string[], more: object = {}): readonly Step[] => [
  [subscribe(types, more)],
  [create('c'), delegate('c', 'a')],
  [],
  [],
  [],
];
const crafter: readonly Step[] = [[message('c', 'routa', 'Begun.')], [['list_files']], [report('c', 'a')]];

async function listen(types: readonly string[], more: object = {}) {
  const team = new MemoryTeam();
  await team.run({ routa: coordinator(types, more), c: crafter }, { tasks: [task('a')] });
  return { team, heard: heard(team), types: new Set(heard(team).map(e => e.type)) };
}

describe('events of a workspace', () => {
  for (const [type, row] of [
    ['agent:completed', '003-039'],
    ['agent:status_changed', '003-040'],
    ['task:status_changed', '003-043'],
  ] as const) {
    it(`tells subscribers of ${type} of them and of nothing else [${row}]`, async () => {
      const { types } = await listen([type]);
      assert.deepEqual([...types], [type]);
    });
  }
  for (const [type, row] of [
    ['agent:created', '003-038'],
    ['task:delegated', '003-044'],
    ['agent:message', '003-041'],
  ] as const) {
    it(`tells subscribers of ${type}, with their own ones when they ask for that [${row}]`, async () => {
      const { heard: all } = await listen([type], { excludeSelf: false });
      assert.deepEqual([...new Set(all.map(e => e.type))], [type]);
      assert.ok(all.every(e => e.actor === 'routa'));
    });
  }
  it('takes agent:* as every agent event [003-037]', async () => {
    const { types } = await listen(['agent:*'], { excludeSelf: false });
    assert.deepEqual([...types].sort(), [
      'agent:completed',
      'agent:created',
      'agent:message',
      'agent:status_changed',
    ]);
  });
  it('takes task:* as every task event [003-042]', async () => {
    const { types } = await listen(['task:*'], { excludeSelf: false });
    assert.deepEqual([...types].sort(), ['task:delegated', 'task:status_changed']);
  });
  it('takes * as all six [003-045]', async () => {
    const { types } = await listen(['*'], { excludeSelf: false });
    assert.equal(types.size, 6);
  });
  it('leaves out what the subscriber did itself, by who did it and not by whom it concerns [003-035]', async () => {
    const { heard: without } = await listen(['*']);
    assert.ok(without.length > 0);
    assert.ok(without.every(e => e.actor !== 'routa'));
    // The task was delegated by the subscriber, and reported on by another: the second is told.
    assert.deepEqual(
      without.filter(e => e['taskId'] === 'a').map(e => [e.type, e.actor, e['to']]),
      [['task:status_changed', 'c', 'REVIEW_REQUIRED']],
    );
  });
  it('reach the next turn, in order, each once, also by two subscriptions that overlap [003-046]', async () => {
    const team = new MemoryTeam();
    const [first, ...rest] = coordinator(['task:*']);
    await team.run({ routa: [first ?? [], [subscribe(['*'])], ...rest], c: crafter }, { tasks: [task('a')] });
    const all = heard(team);
    assert.ok(all.length >= 3);
    assert.equal(new Set(all.map(e => JSON.stringify(e))).size, all.length);
    const times = all.map(e => e.at);
    assert.deepEqual([...times].sort(), times);
  });
  it('wake a subscriber that rests, together with what else arrived [003-046]', async () => {
    const { team } = await listen(['agent:completed']);
    const last = team.told('routa', -1).inboxes.at(-1) ?? {};
    assert.deepEqual(
      last.events?.map(e => [e.type, e['agentId']]),
      [['agent:completed', 'c']],
    );
    assert.deepEqual(
      last.messages?.map(m => m.kind),
      ['report'],
    );
  });
  it('are not told after unsubscribing, not even those that wait [003-047]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [
          [subscribe(['*'])],
          [
            create('c'),
            delegate('c', 'a'),
            ['unsubscribe_from_events', { subscriptionId: 'subscription-1' }],
          ],
          [],
          [],
        ],
        c: crafter,
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(heard(team), []);
  });
  it('that wait are delivered after a reload, once; those delivered before it are not again [003-046]', async () => {
    const team = new MemoryTeam();
    // The process ends while the coordinator waits and the CRAFTER has just reported.
    await team
      .run(
        {
          routa: [
            [subscribe(['task:*'])],
            [create('c'), delegate('c', 'a')],
            () => {
              throw new Error('the power fails');
            },
          ],
          c: [['list_files'], ['list_files'], [report('c', 'a')]].map(step =>
            typeof step[0] === 'string' ? [step as never] : step,
          ) as Step[],
        },
        { tasks: [task('a')] },
      )
      .catch(() => undefined);
    const waiting = team.agent('routa').events.map(e => e.event.seq);
    await team.resume({ routa: [[]], c: [[report('c', 'a')], [report('c', 'a')]] });
    const all = heard(team).map(e => JSON.stringify(e));
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= waiting.length);
    assert.ok(heard(team).some(e => e['to'] === 'REVIEW_REQUIRED'));
  });
});

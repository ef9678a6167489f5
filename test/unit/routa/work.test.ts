import assert from 'node:assert/strict';
import { type AgentStatus, agentCanMove } from '../../../src/core/routa/agent-status.ts';
import { overlap } from '../../../src/core/routa/leases.ts';
import { create, delegate, MemoryTeam, message, plan, report, task, wake, write } from './memory-team.ts';

const statuses = (team: MemoryTeam, tool: string) =>
  team
    .ofType('called')
    .filter(e => e.tool === tool)
    .map(e => e.status);

describe('a plan', () => {
  it('is shown for approval before anything is delegated; without it nothing is [003-014]', async () => {
    const team = new MemoryTeam();
    team.reviewer.decidePlan = () =>
      team.reviewer.plans.length === 1
        ? { kind: 'reject', by: 'Ann', reason: 'too big' }
        : { kind: 'approve', by: 'Ann' };
    await team.run({
      routa: [
        { say: plan({ id: 'a' }), calls: [create('c'), delegate('c', 'a')] },
        { say: plan({ id: 'small' }), calls: [create('c'), delegate('c', 'small')] },
        [],
      ],
      c: [[report('c', 'small')]],
    });
    assert.deepEqual(statuses(team, 'delegate_task'), ['not_run', 'ok']);
    assert.match(team.told('routa', 1).notes.join(), /the plan was rejected by Ann: too big/);
    assert.deepEqual([...team.workspace.tasks.keys()], ['small']);
    assert.deepEqual(
      team.reviewer.plans.map(p => p.tasks.map(t => t.taskId)),
      [['a'], ['small']],
    );
  });
  it('that cannot be read is told, and nothing is created', async () => {
    const team = new MemoryTeam();
    await team.run({ routa: [{ say: '@@@task a\nno title\n@@@', calls: [create('c')] }] });
    assert.match(
      team.told('routa', 1).notes.join(),
      /the plan cannot be read: line 3: the task has no title/,
    );
    assert.equal(team.workspace.agents.size, 1);
  });
  it('may be added to later, and repeated without harm', async () => {
    const team = new MemoryTeam();
    await team.run({
      routa: [
        { say: plan({ id: 'a' }), calls: [['list_files']] },
        { say: plan({ id: 'a' }, { id: 'b', after: ['a'] }), calls: [['list_files', { path: '.' }]] },
      ],
    });
    assert.deepEqual([...team.workspace.tasks.keys()], ['a', 'b']);
    assert.deepEqual(team.task('b').dependencies, ['a']);
  });
});

describe('agents at work', () => {
  it('with disjoint scopes work at the same time, with overlapping ones one after the other [003-075]', async () => {
    for (const [scope, parallel] of [
      ['y/', true],
      ['x/', false],
    ] as const) {
      const team = new MemoryTeam();
      const order: string[] = [];
      const steps = (id: string, taskId: string, path: string) => [
        () => {
          order.push(`${id} begins`);
          return [['list_files']] as const;
        },
        [write(path)],
        () => {
          order.push(`${id} ends`);
          return [report(id, taskId)];
        },
      ];
      await team.run(
        {
          routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], []],
          c: steps('c', 'a', 'x/1.py'),
          d: steps('d', 'b', `${scope}2.py`),
        },
        { tasks: [task('a', { scope: ['x/'] }), task('b', { scope: [scope] })] },
      );
      assert.equal(order[1], parallel ? 'd begins' : 'c ends', order.join());
      assert.equal(team.files.paths().length, 2);
      const answer = team.ofType('called').findLast(e => e.tool === 'delegate_task')?.response;
      assert.deepEqual((answer as { waits_for?: string[] }).waits_for, parallel ? undefined : ['a']);
    }
  });
  it('never write a path that another task holds, whether or not it names a scope [003-075]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], []],
        c: [[write('x.py', 'c\n')], [['list_files']], [['list_files', { path: '.' }]], [report('c', 'a')]],
        d: [[['list_files']], [write('x.py', 'd\n')], [report('d', 'b', { success: false })]],
      },
      { tasks: [task('a'), task('b')] },
    );
    const [, refused] = team.ofType('called').filter(e => e.tool === 'write_file');
    assert.match(JSON.stringify(refused?.response), /x\.py is held by a, on which c works/);
    assert.equal(team.files.text('x.py'), 'c\n');
  });
  it('share the cap of model calls', async () => {
    const team = new MemoryTeam();
    const ids = Array.from({ length: 8 }, (_, i) => `c${i}`);
    await team.run(
      {
        routa: [ids.map(id => create(id)), ids.map(id => delegate(id, id)), []],
        ...Object.fromEntries(ids.map(id => [id, [[['list_files']], [report(id, id)]]])),
      } as never,
      { tasks: ids.map(id => task(id)) },
    );
    assert.equal(team.calls.most, 2);
  });
  it('that were given tasks in one reply wake their coordinator together', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], [], []],
        c: [[report('c', 'a')]],
        d: [[['list_files']], [['list_files', { path: '.' }]], [report('d', 'b')]],
      },
      { tasks: [task('a'), task('b')] },
    );
    assert.equal(team.told('routa', -1).inboxes.length, 2);
    assert.deepEqual(
      team.told('routa', 2).inbox.messages?.map(m => m.from),
      ['c', 'd'],
    );
  });
  it('ask a person for what lies outside the scope of their task, or are refused it', async () => {
    for (const outsideScope of ['ask', 'refuse'] as const) {
      const team = new MemoryTeam();
      team.settings = { outsideScope };
      await team.run(
        {
          routa: [[create('c'), delegate('c', 'a')], []],
          c: [[write('elsewhere.py')], [report('c', 'a', { success: false })]],
        },
        { tasks: [task('a', { scope: ['x/'] })] },
      );
      assert.equal(team.reviewer.proposals.length, outsideScope === 'ask' ? 1 : 0);
      assert.deepEqual(statuses(team, 'write_file'), [outsideScope === 'ask' ? 'ok' : 'error']);
    }
  });
  it('write nothing that was not approved, and cannot report success in that reply', async () => {
    const team = new MemoryTeam();
    team.settings = { review: 'turn' };
    team.reviewer.decide = () => ({ reject: 'no' });
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [[write('x.py'), report('c', 'a')], [report('c', 'a', { success: false })]],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(team.files.paths(), []);
    assert.deepEqual(statuses(team, 'report_to_parent'), ['not_run', 'ok']);
    assert.equal(team.task('a').status, 'NEEDS_FIX');
  });
});

describe('a task', () => {
  it('is completed by a GATE’s verdict alone, whatever anybody says [003-081] [003-022]', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [
          [create('c'), delegate('c', 'a')],
          [],
          [create('g', 'GATE'), delegate('g', 'a')],
          [],
          { say: 'GATE said it is fine. COMPLETED.' },
        ],
        c: [{ say: 'APPROVED. The task is COMPLETED.', calls: [report('c', 'a')] }],
        g: [
          { say: 'success: true, approved!', calls: [message('g', 'routa', 'APPROVED')] },
          { say: 'Done.' },
          { say: 'Done.' },
        ],
      },
      { tasks: [task('a')] },
    );
    assert.equal(team.task('a').status, 'IN_REVIEW');
    assert.equal(team.agent('g').status, 'ERROR');
    assert.equal(outcome.kind, 'BLOCKED');
  });
  it('cannot be accepted while the fix that was asked for is not there [003-081]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [create('g', 'GATE'), delegate('g', 'a')], [], []],
        c: [[report('c', 'a')], [['list_files']], [['list_files', { path: '.' }]], [report('c', 'a')]],
        g: [
          [
            ['send_message_to_task_agent', { taskId: 'a', message: 'x', callerAgentId: 'g' }],
            report('g', 'a'),
          ],
          [],
          [report('g', 'a')],
        ],
      },
      { tasks: [task('a')] },
    );
    const [early] = team.ofType('called').filter(e => e.agentId === 'g' && e.tool === 'report_to_parent');
    assert.match(JSON.stringify(early?.response), /a is IN_PROGRESS: the fix is not there yet/);
    assert.equal(team.task('a').status, 'DONE');
  });
  it('cannot be verified by the one who made it, nor by two', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [
          [create('g', 'GATE'), create('h', 'GATE'), create('c')],
          [delegate('c', 'a')],
          [],
          [delegate('g', 'a'), delegate('h', 'a')],
          [],
        ],
        c: [[report('c', 'a')]],
        g: [[['list_files']], [['list_files', { path: '.' }]], [report('g', 'a')]],
      },
      { tasks: [task('a')] },
    );
    assert.match(
      JSON.stringify(team.ofType('called').findLast(e => e.tool === 'delegate_task')?.response),
      /g verifies a already/,
    );
  });
});

describe('an agent', () => {
  it('has guarded statuses [003-083]', () => {
    const all: readonly AgentStatus[] = ['PENDING', 'ACTIVE', 'COMPLETED', 'ERROR', 'CANCELLED'];
    assert.deepEqual(
      all.flatMap(from => all.filter(to => agentCanMove(from, to)).map(to => `${from} ${to}`)),
      [
        'PENDING ACTIVE',
        'PENDING ERROR',
        'PENDING CANCELLED',
        'ACTIVE COMPLETED',
        'ACTIVE ERROR',
        'ACTIVE CANCELLED',
        'COMPLETED ACTIVE',
        'COMPLETED CANCELLED',
      ],
    );
  });
  it('goes PENDING, ACTIVE, COMPLETED in the running workspace, and ACTIVE again for a fix [003-083]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [wake('a')], []],
        c: [[report('c', 'a')], [report('c', 'a')]],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(
      team
        .ofType('agent_moved')
        .filter(e => e.agentId === 'c')
        .map(e => `${e.from} ${e.to}`),
      ['PENDING ACTIVE', 'ACTIVE COMPLETED', 'COMPLETED ACTIVE', 'ACTIVE COMPLETED'],
    );
  });
  it('that a person stops is CANCELLED, its task open for another; the coordinator is told [003-083]', async () => {
    const team = new MemoryTeam();
    const open = await team.start(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [wake('a')], []],
        c: [
          async () => {
            void open.team.stop('c');
            await new Promise(r => setTimeout(r, 5));
            return [['list_files']];
          },
          [write('late.py')],
        ],
        'crafter-a': [[report('crafter-a', 'a')]],
      },
      { tasks: [task('a')] },
    );
    await open.work();
    assert.equal(team.agent('c').status, 'CANCELLED');
    assert.deepEqual(team.files.paths(), []);
    assert.deepEqual([team.task('a').worker, team.task('a').status], ['crafter-a', 'IN_REVIEW']);
  });
  it('whose model fails ends in ERROR; when it is the coordinator’s, the work can be resumed', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      { routa: [[create('c'), delegate('c', 'a')], [], { fault: 'no connection' }], c: [{ fault: 'gone' }] },
      { tasks: [task('a')] },
    );
    assert.equal(team.agent('c').status, 'ERROR');
    assert.deepEqual(outcome, {
      kind: 'BLOCKED',
      reasons: ['routa: no connection', 'a is NEEDS_FIX: c: gone'],
    });
    await team.resume({ routa: [[wake('a')], []], 'crafter-a': [[report('crafter-a', 'a')]] });
    assert.equal(team.task('a').status, 'IN_REVIEW');
  });
  it('that reaches its limit of turns is stopped, and its task needs a person', async () => {
    const team = new MemoryTeam();
    team.settings = { turnsPerAssignment: 3 };
    const look = (path: string) => [['list_files', { path }]] as const;
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], []],
        c: [look('.'), look('./'), look('x'), look('y')],
      },
      { tasks: [task('a')] },
    );
    assert.equal(team.asked.get('c')?.length, 3);
    assert.deepEqual([team.agent('c').status, team.task('a').status], ['ERROR', 'BLOCKED']);
  });
  it('goes on after the workspace’s limit when a person says so, and has as many replies again', async () => {
    const team = new MemoryTeam();
    team.settings = { turnsPerWorkspace: 2 };
    const first = await team.run(
      { routa: [[create('c'), delegate('c', 'a')], []], c: [[write('a.py')], [report('c', 'a')]] },
      { tasks: [task('a')] },
    );
    assert.match(JSON.stringify(first), /the limit of 2 turns of the workspace is reached/);
    const rest = { c: [[report('c', 'a')]], routa: [[create('g', 'GATE')], [delegate('g', 'a')], []] };
    const second = await team.resume(rest);
    assert.match(JSON.stringify(second), /the limit of 2 turns of the workspace is reached/);
    team.settings = { turnsPerWorkspace: 100 };
    const routa = [
      () => (team.workspace.agents.has('g') ? [] : [create('g', 'GATE')]),
      () =>
        team.task('a').status === 'IN_REVIEW' && !team.agent('g').open.length ? [delegate('g', 'a')] : [],
      [],
      [],
    ];
    const c = [() => (team.agent('c').open.length > 0 ? [report('c', 'a')] : [])];
    assert.deepEqual(await team.resume({ routa, c, g: [[report('g', 'a')]] }), { kind: 'DONE' });
  });
  it('stops with all others when the workspace’s limit or budget is reached, without a false success', async () => {
    const team = new MemoryTeam();
    team.settings = { turnsPerWorkspace: 3 };
    const outcome = await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          [['list_files']],
          [['list_files', { path: '.' }]],
          [['list_files', { path: './' }]],
          [report('c', 'a')],
        ],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(outcome, {
      kind: 'BLOCKED',
      reasons: ['the limit of 3 turns of the workspace is reached', 'a is IN_PROGRESS: delegated to c'],
    });
    assert.equal(team.agent('c').status, 'ACTIVE');
  });
  it('stops when the user stops everything; what was applied stays and is said', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          [write('x.py')],
          () => {
            team.stopping.abort();
            return [['list_files']];
          },
        ],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(outcome, {
      kind: 'CANCELLED',
      reason: 'cancelled; 1 change stays applied and can be reverted',
    });
    assert.equal(team.agent('c').status, 'ACTIVE');
  });
});

describe('scopes', () => {
  for (const [a, b, expected] of [
    ['x/', 'x/a.py', true],
    ['x', 'x/', true],
    ['x/a.py', 'x/b.py', false],
    ['.', 'y', true],
    ['./', 'z/q', true],
    ['xy', 'x', false],
  ] as const)
    it(`${a} and ${b} ${expected ? 'share a path' : 'are disjoint'}`, () => {
      assert.equal(overlap([a], [b]), expected);
      assert.equal(overlap([b], [a]), expected);
    });
});

import assert from 'node:assert/strict';
import {
  validateCreateAgentResult,
  validateDelegateTaskResult,
  validateGetAgentStatusResult,
  validateGetAgentSummaryResult,
  validateListAgentsResult,
  validateReadAgentConversationResult,
  validateReportToParentResult,
  validateSendMessageToAgentResult,
  validateSendMessageToTaskAgentResult,
  validateSubscribeToEventsResult,
  validateUnsubscribeFromEventsResult,
  validateWakeOrCreateTaskAgentResult,
} from '../../../src/generated/answer-validators.cjs';
import type { Call } from '../taskagent/memory-agent.ts';
import {
  create,
  delegate,
  fix,
  MemoryTeam,
  message,
  plan,
  report,
  type Step,
  subscribe,
  task,
  WORKSPACE,
  wake,
  write,
} from './memory-team.ts';

interface Response {
  readonly error?: string;
  readonly [key: string]: unknown;
}

/** The answers to one agent's calls, in order, out of the running workspace's journal. */
const answers = (team: MemoryTeam, agentId: string, tool?: string): Response[] =>
  team
    .ofType('called')
    .filter(e => e.agentId === agentId && (tool === undefined || e.tool === tool))
    .map(e => e.response as Response);

/** What the coordinator's calls answer, each in a reply of its own. */
async function routaCalls(calls: readonly Call[], scripts: Readonly<Record<string, readonly Step[]>> = {}) {
  const team = new MemoryTeam();
  await team.run(
    { routa: calls.map(call => [call]), ...scripts },
    { tasks: [task('a'), task('b', { after: ['a'] })] },
  );
  return { team, responses: answers(team, 'routa') };
}

describe('list_agents', () => {
  it('answers with id, name, role, status and parent of every agent [003-002] [003-003] [003-069]', async () => {
    const { responses } = await routaCalls([create('Crafter A'), ['list_agents', { workspaceId: 'shop' }]]);
    assert.deepEqual(responses[1], [
      { id: 'routa', name: 'routa', role: 'ROUTA', status: 'ACTIVE', parentId: null },
      { id: 'crafter-a', name: 'Crafter A', role: 'CRAFTER', status: 'PENDING', parentId: 'routa' },
    ]);
    assert.ok(validateListAgentsResult(responses[1]));
  });
  it('knows no other workspace', async () => {
    const { responses } = await routaCalls([['list_agents', { workspaceId: 'other' }]]);
    assert.match(responses[0]?.error ?? '', /no workspace "other"; this one is "shop"/);
  });
});

describe('create_agent', () => {
  it('makes a PENDING agent, child of the caller, with the tier of its role [003-009] [003-011] [003-012] [003-071]', async () => {
    const { team, responses } = await routaCalls([
      create('Crafter One'),
      create('gate', 'GATE'),
      create('sub', 'ROUTA'),
      create('quick', 'GATE', { modelTier: 'FAST', parentId: 'sub' }),
    ]);
    assert.deepEqual(responses[0], {
      agentId: 'crafter-one',
      name: 'Crafter One',
      role: 'CRAFTER',
      status: 'PENDING',
    });
    assert.ok(validateCreateAgentResult(responses[0]));
    const made = ['routa', 'crafter-one', 'gate', 'sub', 'quick'].map(id => {
      const { role, tier, parentId } = team.agent(id);
      return [role, tier, parentId];
    });
    assert.deepEqual(made, [
      ['ROUTA', 'SMART', null],
      ['CRAFTER', 'FAST', 'routa'],
      ['GATE', 'SMART', 'routa'],
      ['ROUTA', 'SMART', 'routa'],
      ['GATE', 'FAST', 'sub'],
    ]);
  });
  it('asks the host for the model of role and tier, and passes its note on [003-011]', async () => {
    const team = new MemoryTeam();
    const uses: string[] = [];
    const { modelFor } = team.request();
    team.settings = {
      modelFor: use => {
        uses.push(`${use.role} ${use.tier}`);
        return { ...modelFor(use), note: `about ${use.tier}` };
      },
    };
    await team.run(
      { routa: [[create('c'), delegate('c', 'a')]], c: [[report('c', 'a')]] },
      { tasks: [task('a')] },
    );
    assert.deepEqual([...new Set(uses)], ['ROUTA SMART', 'CRAFTER FAST']);
    assert.deepEqual(
      team.ofType('warning').map(e => e.sentence),
      ['about SMART', 'about FAST'],
    );
  });
  it('refuses another role and names the three [003-010]', async () => {
    const { team, responses } = await routaCalls([
      create('x', 'MANAGER'),
      create('y', 'CRAFTER', { modelTier: 'BIG' }),
    ]);
    assert.match(responses[0]?.error ?? '', /role must be one of "ROUTA", "CRAFTER", "GATE"/);
    assert.match(responses[1]?.error ?? '', /modelTier must be one of "SMART", "FAST"/);
    assert.equal(team.workspace.agents.size, 1);
  });
  it('gives two agents of one name two ids, and refuses unknown parents and a third level', async () => {
    const { responses } = await routaCalls([
      create('c'),
      create('c'),
      create('x', 'CRAFTER', { parentId: 'nobody' }),
      create('one', 'ROUTA'),
      create('two', 'ROUTA', { parentId: 'one' }),
      create('three', 'CRAFTER', { parentId: 'two' }),
    ]);
    assert.deepEqual([responses[0]?.['agentId'], responses[1]?.['agentId']], ['c', 'c-2']);
    assert.match(responses[2]?.error ?? '', /no agent nobody/);
    assert.match(responses[5]?.error ?? '', /2 levels below/);
  });
});

describe('delegate_task', () => {
  it('starts the agent, which is told the task; the answer confirms agent, task and status [003-013] [003-015]', async () => {
    const { team, responses } = await routaCalls([create('c'), delegate('c', 'a')], {
      c: [[report('c', 'a')]],
    });
    assert.deepEqual(responses[1], { agentId: 'c', taskId: 'a', status: 'IN_PROGRESS' });
    assert.ok(validateDelegateTaskResult(responses[1]));
    assert.deepEqual(team.told('c', 0).inbox.messages, [
      { from: 'routa', kind: 'task', taskId: 'a', text: 'Task a: Task a' },
    ]);
    assert.equal(team.ofType('task_delegated')[0]?.by, 'routa');
  });
  it('refuses an unknown task with a hint, an unknown agent, and itself as another [003-014] [003-013]', async () => {
    const { responses } = await routaCalls([
      create('c'),
      delegate('c', 'z'),
      delegate('d', 'a'),
      delegate('c', 'a', 'somebody'),
    ]);
    assert.match(
      responses[1]?.error ?? '',
      /there is no task z; the tasks are a, b\. Tasks come from approved @@@task blocks/,
    );
    assert.match(responses[2]?.error ?? '', /there is no agent d; list_agents names them/);
    assert.match(
      responses[3]?.error ?? '',
      /^identity_mismatch: callerAgentId is "somebody", but you are "routa"/,
    );
  });
  it('refuses a task that is not ready and names what is open [003-028]', async () => {
    const { team, responses } = await routaCalls([create('c'), delegate('c', 'b')]);
    assert.match(responses[1]?.error ?? '', /b is not ready: a must be done before/);
    assert.equal(team.agent('c').status, 'PENDING');
  });
  it('gives a task to one agent only, and an agent one task at a time', async () => {
    const { responses } = await routaCalls(
      [create('c'), create('d'), delegate('c', 'a'), delegate('d', 'a'), ['list_files']],
      {
        c: [[['list_files']], [['list_files', { path: '.' }]], [report('c', 'a')]],
      },
    );
    assert.match(responses[3]?.error ?? '', /a is delegated to c already/);
  });
});

describe('send_message_to_agent', () => {
  it('is in the recipient’s conversation, labelled as data, with a confirmation [003-016] [003-017]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a'), message('routa', 'c', 'Mind the gap.')], []],
        c: [[['list_files']], [report('c', 'a')]],
      },
      { tasks: [task('a')] },
    );
    const [, , sent] = answers(team, 'routa');
    assert.deepEqual(sent, { delivered: true, messageId: 3, toAgentId: 'c', status: 'ACTIVE' });
    assert.ok(validateSendMessageToAgentResult(sent));
    const arrived = team.told('c', 1).inboxes.flatMap(i => i.messages ?? []);
    assert.deepEqual(
      arrived.map(m => [m.from, m.kind, m.text]),
      [
        ['routa', 'task', 'Task a: Task a'],
        ['routa', 'message', 'Mind the gap.'],
      ],
    );
  });
  it('refuses another sender, itself, and agents that ended, with what to do instead [003-016]', async () => {
    const { responses } = await routaCalls([create('c'), message('c', 'routa'), message('routa', 'routa')]);
    assert.match(responses[1]?.error ?? '', /^identity_mismatch: fromAgentId is "c"/);
    assert.match(responses[2]?.error ?? '', /to yourself/);
    const team = new MemoryTeam();
    await team.run(
      { routa: [[create('c'), delegate('c', 'a')], [], [message('routa', 'c')]], c: [[], []] },
      { tasks: [task('a')] },
    );
    assert.match(
      answers(team, 'routa').at(-1)?.error ?? '',
      /c is ERROR; wake_or_create_task_agent makes a new agent/,
    );
  });
  it('can be used by a CRAFTER that is blocked, and wakes the one it is for [003-077]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [
          [create('c'), delegate('c', 'a')],
          [],
          told => [message('routa', 'c', `You asked: ${told.inbox.messages?.[0]?.text}`)],
          [],
        ],
        c: [
          [message('c', 'routa', 'Which one?')],
          [['list_files']],
          [['list_files', { path: '.' }]],
          [report('c', 'a')],
        ],
      },
      { tasks: [task('a')] },
    );
    assert.match(JSON.stringify(team.told('c', -1).inboxes), /You asked: Which one\?/);
  });
});

describe('report_to_parent', () => {
  it('moves the task to review, completes the agent and wakes the parent [003-018] [003-020] [003-023] [003-076]', async () => {
    const { team } = await routaCalls([create('c'), delegate('c', 'a')], { c: [[report('c', 'a')]] });
    const [delivered] = answers(team, 'c');
    assert.deepEqual(delivered, {
      delivered: true,
      parentId: 'routa',
      taskId: 'a',
      status: 'REVIEW_REQUIRED',
      differences: ['reported as a success, but nothing was written'],
    });
    assert.ok(validateReportToParentResult(delivered));
    assert.equal(team.agent('c').status, 'COMPLETED');
    assert.match(
      team.told('routa', 3).inbox.messages?.[0]?.text ?? '',
      /^Report of c on a: success\. Did it\.\na is REVIEW_REQUIRED\./,
    );
  });
  it('of a GATE accepts no task that nobody worked on [003-081]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('g', 'GATE'), delegate('g', 'a')], []],
        g: [[report('g', 'a')], [report('g', 'a', { success: false })]],
      },
      { tasks: [task('a')] },
    );
    assert.match(
      answers(team, 'g')[0]?.error ?? '',
      /no agent has worked on a, so there is nothing to accept/,
    );
    assert.notEqual(team.task('a').status, 'DONE');
  });
  it('waits for a message that arrived during the last reply [003-026] [003-030]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          async () => {
            await team.open?.board.send({
              from: 'routa',
              to: 'c',
              kind: 'fix',
              taskId: 'a',
              text: 'Also b.py.',
            });
            return [report('c', 'a')];
          },
          [report('c', 'a')],
        ],
      },
      { tasks: [task('a')] },
    );
    assert.match(answers(team, 'c')[0]?.error ?? '', /routa wrote to you meanwhile/);
    assert.match(team.told('c', 1).inbox.messages?.[0]?.text ?? '', /Also b\.py/);
    assert.equal(team.task('a').status, 'IN_REVIEW');
  });
  it('is told later messages too: an agent at rest, or not begun, gets a turn for one [003-017]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [
          [create('c'), create('idle'), delegate('c', 'a')],
          [message('routa', 'c', 'Thanks.'), message('routa', 'idle', 'Hold on.')],
          [],
        ],
        c: [[report('c', 'a')], []],
        idle: [[]],
      },
      { tasks: [task('a')] },
    );
    assert.match(team.told('c', 1).inbox.messages?.[0]?.text ?? '', /Thanks\./);
    assert.match(team.told('idle', 0).inbox.messages?.[0]?.text ?? '', /Hold on\./);
    assert.deepEqual([team.agent('c').status, team.agent('idle').status], ['COMPLETED', 'COMPLETED']);
  });
  it('takes success for granted from a CRAFTER, never from a GATE [003-022] [003-081]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [create('g', 'GATE'), delegate('g', 'a')], []],
        c: [[report('c', 'a', {})]],
        g: [[report('g', 'a', {})], [report('g', 'a', { success: true })]],
      },
      { tasks: [task('a')] },
    );
    const [first, second] = answers(team, 'g');
    assert.match(first?.error ?? '', /a GATE must give its verdict: add "success"/);
    assert.equal(second?.['status'], 'COMPLETED');
    assert.equal(team.task('a').status, 'DONE');
  });
  it('compares the files claimed with the files written, which win [003-021]', async () => {
    const team = new MemoryTeam({ 'x.py': 'x\n' });
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          [['read_file', { path: 'x.py' }], write('x.py', 'y\n')],
          [report('c', 'a', { filesModified: ['z.py'], success: true })],
        ],
      },
      { tasks: [task('a')] },
    );
    const [reported] = team.ofType('reported');
    assert.deepEqual(reported?.observed, ['x.py']);
    assert.deepEqual(reported?.differences, [
      'reported as modified, but not written: z.py',
      'written, but not reported: x.py',
    ]);
    assert.match(
      team.told('routa', -1).inboxes.at(-1)?.messages?.[0]?.text ?? '',
      /written, but not reported: x\.py/,
    );
  });
  it('is nudged for when it is missing; without it the agent ends in ERROR and the task never succeeds [003-019]', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], []],
        c: [{ say: 'All done, everything works!' }, { say: 'I said it is done.' }],
      },
      { tasks: [task('a')] },
    );
    assert.match(team.told('c', 1).last, /you have not reported on a\. Go on, or call report_to_parent/);
    assert.deepEqual([team.agent('c').status, team.task('a').status], ['ERROR', 'FAILED']);
    assert.match(
      team.told('routa', 2).inbox.messages?.[0]?.text ?? '',
      /c ended without a report: it stopped calling tools.* a is NEEDS_FIX/,
    );
    assert.equal(outcome.kind, 'BLOCKED');
  });
  it('refuses foreign tasks, foreign ids, an empty summary, and a top-level agent [003-018] [003-024]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [
          [report('c', 'b')],
          [report('routa', 'a')],
          [report('c', 'a', { summary: '' })],
          [report('c', 'a')],
        ],
      },
      { tasks: [task('a'), task('b')] },
    );
    const [foreign, other, empty] = answers(team, 'c');
    assert.match(foreign?.error ?? '', /b is not yours to report on; your open tasks: a/);
    assert.match(other?.error ?? '', /^identity_mismatch/);
    assert.match(empty?.error ?? '', /report\.summary must not be empty/);

    const alone = new MemoryTeam();
    const open = await alone.start({}, { tasks: [task('a')], outside: { role: 'ROUTA', name: 'me' } });
    const { board } = open;
    await board.recorder.record({
      type: 'agent_created',
      agentId: 'solo',
      name: 'solo',
      role: 'CRAFTER',
      tier: 'FAST',
      parentId: null,
      by: 'user',
      external: true,
    });
    const { result } = await open.team.call(
      'solo',
      'report_to_parent',
      report('solo', 'a')[1] ?? {},
      new AbortController().signal,
    );
    assert.match((result.response as Response).error ?? '', /solo has no parent to report to/);
  });
  it('never runs after a failed change of the same reply', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], []],
        c: [[write('../x'), report('c', 'a')], [report('c', 'a', { success: false })]],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(
      team
        .ofType('called')
        .filter(e => e.agentId === 'c')
        .map(e => e.status),
      ['error', 'not_run', 'ok'],
    );
  });
});

describe('wake_or_create_task_agent', () => {
  it('creates a CRAFTER below the caller and gives it task and message [003-025] [003-027] [003-029]', async () => {
    const { team, responses } = await routaCalls(
      [wake('a', 'Be quick.', { agentName: 'Fast One', modelTier: 'SMART' })],
      {
        'fast-one': [[report('fast-one', 'a')]],
      },
    );
    assert.deepEqual(responses[0], {
      action: 'created',
      agentId: 'fast-one',
      name: 'Fast One',
      role: 'CRAFTER',
      status: 'ACTIVE',
      taskId: 'a',
    });
    assert.ok(validateWakeOrCreateTaskAgentResult(responses[0]));
    assert.deepEqual([team.agent('fast-one').parentId, team.agent('fast-one').tier], ['routa', 'SMART']);
    assert.match(team.told('fast-one', 0).inbox.messages?.[0]?.text ?? '', /Task a: Task a\n\nBe quick\./);
  });
  it('wakes the agent that has the task: same conversation, the message in it [003-026] [003-029]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [wake('a', 'Add a test.')], []],
        c: [[report('c', 'a')], [report('c', 'a')]],
      },
      { tasks: [task('a')] },
    );
    assert.equal(answers(team, 'routa', 'wake_or_create_task_agent')[0]?.['action'], 'woken');
    const last = team.told('c', 1);
    assert.equal(last.messages[0]?.role, 'system');
    assert.deepEqual(
      last.inboxes.map(i => i.messages?.[0]?.kind),
      ['task', 'fix'],
    );
    assert.equal(team.task('a').waves, 1);
  });
  it('creates another one when the first ended in ERROR [003-026] [003-027]', async () => {
    const team = new MemoryTeam();
    await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [wake('a')], []],
        c: [[], []],
        'crafter-a': [[report('crafter-a', 'a')]],
      },
      { tasks: [task('a')] },
    );
    assert.equal(answers(team, 'routa', 'wake_or_create_task_agent')[0]?.['action'], 'created');
    assert.deepEqual([team.task('a').worker, team.task('a').status], ['crafter-a', 'IN_REVIEW']);
  });
  it('is for tasks that became ready, which the coordinator is told [003-028] [003-043]', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [
          [subscribe(['task:status_changed']), wake('a')],
          [],
          [create('g', 'GATE'), delegate('g', 'a')],
          [],
          told => {
            const ready = told.inbox.events?.find(e => e['to'] === 'COMPLETED')?.['ready'] as string[];
            return ready.map(id => wake(id));
          },
          [],
          [delegate('g', 'b')],
          [],
        ],
        'crafter-a': [[report('crafter-a', 'a')]],
        'crafter-b': [[report('crafter-b', 'b')]],
        g: [[report('g', 'a')], [report('g', 'b')]],
      },
      { tasks: [task('a'), task('b', { after: ['a'] })] },
    );
    assert.deepEqual(outcome, { kind: 'DONE', nothingChanged: true });
  });
});

describe('send_message_to_task_agent', () => {
  it('is an error when nobody works on the task [003-030]', async () => {
    const { responses } = await routaCalls([fix('routa', 'a')]);
    assert.match(responses[0]?.error ?? '', /no agent works on a; delegate_task gives it to an agent/);
  });
  it('from a GATE is a fix request that wakes the agent; the verdict comes after the fix [003-031] [003-080]', async () => {
    const team = new MemoryTeam();
    const outcome = await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [create('g', 'GATE'), delegate('g', 'a')], []],
        c: [[report('c', 'a')], [report('c', 'a')]],
        g: [[fix('g', 'a', 'A test is missing.')], [], [report('g', 'a')]],
      },
      { tasks: [task('a')] },
    );
    const [sent] = answers(team, 'g');
    assert.deepEqual(sent, { delivered: true, messageId: 5, toAgentId: 'c', status: 'ACTIVE', taskId: 'a' });
    assert.ok(validateSendMessageToTaskAgentResult(sent));
    assert.deepEqual(
      team.ofType('task_moved').map(e => `${e.to} by ${e.by}`),
      [
        'IN_PROGRESS by routa',
        'IN_REVIEW by c',
        'NEEDS_FIX by g',
        'IN_PROGRESS by g',
        'IN_REVIEW by c',
        'DONE by g',
      ],
    );
    assert.match(team.told('c', 1).inbox.messages?.[0]?.text ?? '', /A test is missing/);
    assert.deepEqual(outcome, { kind: 'DONE', nothingChanged: true });
  });
  it('stops after three waves of fixes: the task needs a person [003-080]', async () => {
    const team = new MemoryTeam();
    const again = [report('c', 'a')];
    const outcome = await team.run(
      {
        routa: [[create('c'), delegate('c', 'a')], [], [create('g', 'GATE'), delegate('g', 'a')], [], [], []],
        c: [again, again, again, again],
        g: [
          [fix('g', 'a')],
          [],
          [fix('g', 'a', '2')],
          [],
          [fix('g', 'a', '3')],
          [],
          [fix('g', 'a', '4')],
          [report('g', 'a', { success: false })],
        ],
      },
      { tasks: [task('a')] },
    );
    assert.equal(team.task('a').status, 'BLOCKED');
    assert.match(
      outcome.kind === 'BLOCKED' ? outcome.reasons.join() : '',
      /3 waves of fixes were not enough/,
    );
  });
});

describe('get_agent_status and get_agent_summary', () => {
  it('tell role, status, counts, tasks and times; last words and calls per tool [003-032] [003-033]', async () => {
    const team = new MemoryTeam({ 'x.py': 'x\n' });
    await team.run(
      {
        routa: [
          [create('c'), delegate('c', 'a')],
          [],
          [
            ['get_agent_status', { agentId: 'c' }],
            ['get_agent_summary', { agentId: 'c' }],
            ['get_agent_summary', { agentId: 'd' }],
          ],
        ],
        c: [
          [['read_file', { path: 'x.py' }], ['list_files']],
          { say: 'Reporting.', calls: [['read_file', { path: 'x.py' }], report('c', 'a')] },
        ],
      },
      { tasks: [task('a')] },
    );
    const [status] = answers(team, 'routa', 'get_agent_status');
    const { createdAt, lastActiveAt, ...rest } = status ?? {};
    assert.deepEqual(rest, {
      agentId: 'c',
      name: 'c',
      role: 'CRAFTER',
      modelTier: 'FAST',
      status: 'COMPLETED',
      parentId: 'routa',
      turns: 2,
      messageCount: 1,
      assignedTasks: [{ taskId: 'a', title: 'Task a', status: 'REVIEW_REQUIRED' }],
    });
    assert.ok(String(createdAt) < String(lastActiveAt));
    assert.ok(validateGetAgentStatusResult(status));
    const [summary, unknown] = answers(team, 'routa', 'get_agent_summary');
    assert.deepEqual(summary, {
      agentId: 'c',
      name: 'c',
      role: 'CRAFTER',
      status: 'COMPLETED',
      lastResponse: 'Reporting.',
      toolCallCounts: { read_file: 2, list_files: 1, report_to_parent: 1 },
      activeTasks: [],
    });
    assert.ok(validateGetAgentSummaryResult(summary));
    assert.match(unknown?.error ?? '', /no agent d/);
  });
});

describe('read_agent_conversation', () => {
  /** Three turns of an agent, read by the coordinator with these bounds. */
  async function read(bounds: object) {
    const team = new MemoryTeam({ 'x.py': 'x\n' });
    await team.run(
      {
        routa: [
          [create('c'), delegate('c', 'a')],
          [],
          [['read_agent_conversation', { agentId: 'c', ...bounds }]],
        ],
        c: [
          { say: 'One.', calls: [['read_file', { path: 'x.py' }]] },
          { say: 'Two.', calls: [['list_files']] },
          { say: 'Three.', calls: [report('c', 'a')] },
        ],
      },
      { tasks: [task('a')] },
    );
    const [response] = answers(team, 'routa', 'read_agent_conversation');
    assert.ok(validateReadAgentConversationResult(response));
    const { messages, total } = response as unknown as {
      messages: { turn: number; role: string; content: string; timestamp: string; tool_name?: string }[];
      total: number;
    };
    return {
      messages,
      total,
      brief: messages.map(m => `${m.turn} ${m.role} ${m.tool_name ?? m.content.slice(0, 6)}`),
    };
  }
  it('has what was said to the agent and its own words, with roles, turns and times; calls only when asked [003-004] [003-007] [003-008] [003-070] [003-079]', async () => {
    const without = await read({});
    assert.deepEqual(without.brief, [
      '1 user This a',
      '1 assistant One.',
      '2 assistant Two.',
      '3 assistant Three.',
    ]);
    const { brief, messages, total } = await read({ includeToolCalls: true });
    assert.deepEqual(brief, [
      '1 user This a',
      '1 assistant One.',
      '1 tool read_file',
      '2 assistant Two.',
      '2 tool list_files',
      '3 assistant Three.',
      '3 tool report_to_parent',
    ]);
    assert.equal(total, 7);
    assert.equal(messages[2]?.content, 'x\n');
    assert.ok(messages.every(m => !Number.isNaN(Date.parse(m.timestamp))));
  });
  it('reads from and to a turn number [003-006]', async () => {
    assert.deepEqual((await read({ startTurn: 2, endTurn: 2 })).brief, ['2 assistant Two.']);
    assert.deepEqual((await read({ startTurn: 3 })).brief, ['3 assistant Three.']);
    assert.deepEqual((await read({ endTurn: 1 })).brief, ['1 user This a', '1 assistant One.']);
  });
  it('takes the last N of what the bounds and the calls leave [003-005]', async () => {
    assert.deepEqual((await read({ lastN: 2 })).brief, ['2 assistant Two.', '3 assistant Three.']);
    assert.deepEqual((await read({ lastN: 1, endTurn: 2 })).brief, ['2 assistant Two.']);
    assert.deepEqual((await read({ lastN: 2, includeToolCalls: true })).brief, [
      '3 assistant Three.',
      '3 tool report_to_parent',
    ]);
  });
});

describe('the file tools of a workspace', () => {
  it('read a file, list a folder and write with path and size in bytes [003-049] [003-050] [003-051] [003-074] [003-078]', async () => {
    const team = new MemoryTeam({ 'src/a.py': 'ä\n', 'top.txt': 't' });
    await team.run(
      {
        routa: [[['read_file', { path: 'src/a.py' }], ['list_files']], [create('c'), delegate('c', 'a')], []],
        c: [[['list_files', { path: 'src' }], write('src/b.py', 'äö\n')], [report('c', 'a')]],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual(answers(team, 'routa').slice(0, 2), [
      'ä\n',
      [
        { name: 'src', type: 'directory' },
        { name: 'top.txt', type: 'file' },
      ],
    ]);
    assert.deepEqual(answers(team, 'c').slice(0, 2), [
      [{ name: 'a.py', type: 'file' }],
      { path: 'src/b.py', size: 5, created: true, changed: true },
    ]);
  });
  for (const path of [
    '../x',
    '/etc/passwd',
    'a/../../x',
    'C:\\x',
    '.git/config',
    'a\u0000b',
    '\\\\host\\share\\x',
  ]) {
    it(`lets none of them reach ${JSON.stringify(path)} [003-052]`, async () => {
      const team = new MemoryTeam({ 'a.py': 'a\n' });
      await team.run(
        {
          routa: [[create('c'), delegate('c', 'a')], []],
          c: [
            [['read_file', { path }]],
            [['list_files', { path }]],
            [write(path)],
            [report('c', 'a', { success: false })],
          ],
        },
        { tasks: [task('a')] },
      );
      const reached = answers(team, 'c')
        .slice(0, 3)
        .filter(r => r.error === undefined);
      // Reading below .git is a matter of the read policy; nothing is ever written there.
      assert.ok(
        reached.every(() => path.startsWith('.git')),
        JSON.stringify(reached),
      );
      assert.match(answers(team, 'c')[2]?.error ?? '', /refused/);
      assert.deepEqual(team.files.snapshot(), { 'a.py': 'a\n' });
    });
  }
});

describe('subscribe_to_events and unsubscribe_from_events', () => {
  it('answer with the subscription, and with the end of one’s own only [003-034] [003-036] [003-047] [003-048]', async () => {
    const team = new MemoryTeam();
    await team.run({
      routa: [
        { say: plan({ id: 'a' }), calls: [create('sub', 'ROUTA')] },
        [subscribe(['agent:*', 'task:delegated'])],
        [['unsubscribe_from_events', { subscriptionId: 'subscription-9' }]],
        [['unsubscribe_from_events', { subscriptionId: 'subscription-1' }]],
        [['unsubscribe_from_events', { subscriptionId: 'subscription-1' }]],
      ],
    });
    const [made] = answers(team, 'routa', 'subscribe_to_events');
    assert.deepEqual(made, { subscriptionId: 'subscription-1', eventTypes: ['agent:*', 'task:delegated'] });
    assert.ok(validateSubscribeToEventsResult(made));
    const [unknown, ended, again] = answers(team, 'routa', 'unsubscribe_from_events');
    assert.match(unknown?.error ?? '', /no subscription subscription-9/);
    assert.deepEqual(ended, { subscriptionId: 'subscription-1', unsubscribed: true });
    assert.ok(validateUnsubscribeFromEventsResult(ended));
    assert.match(again?.error ?? '', /no subscription subscription-1/);
  });
  it('leave nothing of a call that was cancelled to be written with the next one', async () => {
    const team = new MemoryTeam();
    const open = await team.start(
      { routa: [[delegate('me', 'note')], []] },
      { tasks: [task('note')], outside: { role: 'CRAFTER', name: 'me' } },
    );
    await open.work();
    const me = [...open.workspace.agents.values()].find(agent => agent.external)?.id ?? '';
    const write = (path: string, signal: AbortSignal) =>
      open.team.call(me, 'write_file', { path, content: 'x' }, signal);
    await assert.rejects(write('CANCELLED.md', AbortSignal.abort()), { name: 'Cancelled' });
    const { result, notes } = await write('NOTE.md', new AbortController().signal);
    assert.deepEqual([result.status, notes], ['ok', []]);
    assert.deepEqual(
      team.files.applied.flatMap(changes => changes.files.map(file => file.path)),
      ['NOTE.md'],
    );
  });
  it('find what the user said when the others were resumed without the client, once, and the user is told', async () => {
    const team = new MemoryTeam();
    const open = await team.start({}, { tasks: [task('note')], outside: { role: 'ROUTA', name: 'me' } });
    await open.work();
    assert.equal((await team.resume({}, { message: 'Leave the old name.' })).kind, 'BLOCKED');
    assert.deepEqual(
      team.ofType('warning').map(e => e.sentence),
      [
        'me coordinates and is played by an MCP client, which is not here: what you said waits for its next call, after workorder mcp --resume run-1 --agent me',
      ],
    );
    // The client comes back in a process of its own.
    await team.resume({});
    const call = () =>
      team.open?.team.call('me', 'list_agents', { workspaceId: WORKSPACE }, new AbortController().signal);
    assert.match((await call())?.arrived ?? '', /"The user says: Leave the old name\."/);
    assert.equal((await call())?.arrived, undefined);
    assert.equal(team.ofType('warning').length, 1);
  });
  it('refuse another agent’s subscription [003-047]', async () => {
    const team = new MemoryTeam();
    const open = await team.start({ routa: [[subscribe(['*'])], []] });
    await open.work();
    await open.board.recorder.record({
      type: 'agent_created',
      agentId: 'sub',
      name: 'sub',
      role: 'ROUTA',
      tier: 'SMART',
      parentId: 'routa',
      by: 'routa',
      external: true,
    });
    const { result } = await open.team.call(
      'sub',
      'unsubscribe_from_events',
      {
        subscriptionId: 'subscription-1',
      },
      new AbortController().signal,
    );
    assert.match((result.response as Response).error ?? '', /belongs to routa; only it can end it/);
    assert.equal(team.workspace.feed.subscriptions.size, 1);
  });
  it('refuse an unknown type and list the valid ones [003-034]', async () => {
    const team = new MemoryTeam();
    await team.run({ routa: [[subscribe(['task:done'])]] });
    const { error = '' } = answers(team, 'routa')[0] ?? {};
    for (const type of [
      'agent:*',
      'agent:created',
      'agent:completed',
      'agent:status_changed',
      'agent:message',
      'task:*',
      'task:status_changed',
      'task:delegated',
      '"*"',
    ])
      assert.ok(error.includes(type), type);
  });
});

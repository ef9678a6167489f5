import assert from 'node:assert/strict';
import { ROLES, ROUTA_TOOLS, type Role, type RoutaTool } from '../../../src/core/routa/roles.ts';
import type { Call } from '../taskagent/memory-agent.ts';
import { create, delegate, fix, MemoryTeam, message, report, task, wake, write } from './memory-team.ts';

/** The table of specification 3, word for word: one row per tool, its place in the document, who may call it. */
const TABLE: Readonly<Record<RoutaTool, readonly [row: string, ...roles: Role[]]>> = {
  list_agents: ['003-054', 'ROUTA', 'CRAFTER', 'GATE'],
  read_agent_conversation: ['003-055', 'ROUTA', 'CRAFTER', 'GATE'],
  create_agent: ['003-056', 'ROUTA'],
  delegate_task: ['003-057', 'ROUTA'],
  send_message_to_agent: ['003-058', 'ROUTA', 'CRAFTER', 'GATE'],
  report_to_parent: ['003-059', 'CRAFTER', 'GATE'],
  wake_or_create_task_agent: ['003-060', 'ROUTA'],
  send_message_to_task_agent: ['003-061', 'ROUTA', 'GATE'],
  get_agent_status: ['003-062', 'ROUTA'],
  get_agent_summary: ['003-063', 'ROUTA'],
  subscribe_to_events: ['003-064', 'ROUTA'],
  unsubscribe_from_events: ['003-065', 'ROUTA'],
  read_file: ['003-066', 'ROUTA', 'CRAFTER', 'GATE'],
  list_files: ['003-067', 'ROUTA', 'CRAFTER', 'GATE'],
  write_file: ['003-068', 'CRAFTER'],
};

const AGENT: Readonly<Record<Role, string>> = { ROUTA: 'routa', CRAFTER: 'crafter', GATE: 'gate' };

/** A call of every tool that could be right; reports come last, because they end the work. */
function callOf(tool: RoutaTool, self: string): Call {
  const calls: Readonly<Record<RoutaTool, Call>> = {
    list_agents: ['list_agents', { workspaceId: 'shop' }],
    read_agent_conversation: ['read_agent_conversation', { agentId: 'routa' }],
    create_agent: create('another'),
    delegate_task: delegate('another', 'other', self),
    send_message_to_agent: message(self, 'friend'),
    report_to_parent: report(self, 'work'),
    wake_or_create_task_agent: wake('other', 'Go on.', { callerAgentId: self }),
    send_message_to_task_agent: fix(self, 'other'),
    get_agent_status: ['get_agent_status', { agentId: 'routa' }],
    get_agent_summary: ['get_agent_summary', { agentId: 'routa' }],
    subscribe_to_events: ['subscribe_to_events', { agentId: self, agentName: self, eventTypes: ['*'] }],
    unsubscribe_from_events: ['unsubscribe_from_events', { subscriptionId: 'subscription-1' }],
    read_file: ['read_file', { path: 'a.py' }],
    list_files: ['list_files'],
    write_file: write('a.py', 'changed\n'),
  };
  return calls[tool];
}

/** What each call of an agent of this role came to in the running workspace. */
async function callEverything(role: Role) {
  const team = new MemoryTeam({ 'a.py': 'a\n' });
  const self = AGENT[role];
  const inOrder = [...ROUTA_TOOLS.filter(t => t !== 'report_to_parent'), 'report_to_parent' as const];
  const everything = inOrder.map(tool => [callOf(tool, self)]);
  const prepare = [create('friend'), create('crafter'), create('gate', 'GATE')];
  await team.run(
    role === 'ROUTA'
      ? { routa: [prepare, ...everything] }
      : { routa: [prepare, [delegate(self, 'work')]], [self]: everything },
    { tasks: [task('work'), task('other')] },
  );
  const called = team.ofType('called').filter(e => e.agentId === self);
  return { team, called };
}

describe('the role table', () => {
  for (const role of ROLES) {
    describe(`for ${role}`, () => {
      let ran: Awaited<ReturnType<typeof callEverything>>;
      before(async () => {
        ran = await callEverything(role);
      });
      for (const [tool, [row, ...roles]] of Object.entries(TABLE)) {
        const may = roles.includes(role);
        it(`${may ? 'lets' : 'does not let'} it call ${tool} [${row}]`, () => {
          const { status, response } = ran.called.findLast(e => e.tool === tool) ?? {};
          const error = (response as { error?: string } | undefined)?.error ?? '';
          if (may) assert.ok(status === 'ok' || status === 'error', `${tool}: ${status} ${error}`);
          else {
            assert.equal(status, 'refused');
            assert.match(error, new RegExp(`^role_not_allowed: ${AGENT[role]} may not call ${tool}`));
          }
        });
      }
      if (role !== 'CRAFTER')
        it('leaves every byte as it was, because it may not write [003-053] [003-073] [003-082]', () =>
          assert.deepEqual(ran.team.files.snapshot(), { 'a.py': 'a\n' }));
    });
  }

  it('has 15 tools: 6 for coordination, 4 for lifecycles, 2 for events, 3 for files [003-001]', () => {
    assert.equal(ROUTA_TOOLS.length, 15);
    assert.deepEqual(Object.keys(TABLE), [...ROUTA_TOOLS]);
    assert.equal(Object.keys(TABLE).length * ROLES.length, 45);
  });

  it('lets a CRAFTER write through the change gate [003-053] [003-068]', async () => {
    const { team } = await callEverything('CRAFTER');
    assert.deepEqual(team.files.snapshot(), { 'a.py': 'changed\n' });
    assert.equal(team.ofType('applied').length, 1);
  });
});

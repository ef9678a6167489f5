import assert from 'node:assert/strict';
import type { Journal } from '../../../src/core/ports/journal.ts';
import type { ModelMessage } from '../../../src/core/ports/model.ts';
import type { RoutaEvent } from '../../../src/core/routa/events.ts';
import { createRouta } from '../../../src/core/routa/routa.ts';
import type { AgentEvent } from '../../../src/core/taskagent/events.ts';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { createTickets } from '../../../src/core/tickets/tickets.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import {
  create,
  delegate,
  MemoryTeam,
  plan,
  report as routaReport,
  task,
  write as teamWrite,
} from '../routa/memory-team.ts';
import { type Call, finish, MemoryAgent, type Reply, read, write } from '../taskagent/memory-agent.ts';
import { assign, MemoryTicket } from '../tickets/memory-ticket.ts';

/** Journals of a process that dies instead of writing a line. */
class StoppedJournals<E extends { readonly type: string }> extends MemoryJournals<E> {
  /** Whether the process dies at this line. */
  isLast: (event: E) => boolean | Promise<boolean> = () => false;

  override async create(title: string): Promise<Journal<E>> {
    return this.#stopped(await super.create(title));
  }
  override async reopen(runId: string): Promise<Journal<E>> {
    return this.#stopped(await super.reopen(runId));
  }
  #stopped({ runId, append }: Journal<E>): Journal<E> {
    return {
      runId,
      append: async event => {
        if (await this.isLast(event)) throw new Error('the process died');
        await append(event);
      },
    };
  }
}

const isApplied = (event: { readonly type: string }) => event.type === 'applied';

describe('a run whose process died between a change and its line', () => {
  it('of the task agent is taken back', async () => {
    const agent = new MemoryAgent();
    const journals = new StoppedJournals<AgentEvent>();
    agent.journals = journals;
    journals.isLast = isApplied;
    await assert.rejects(agent.run([[write('a.py')], [finish()]]), /the process died/);
    journals.isLast = () => false;
    assert.notEqual(agent.files.text('a.py'), undefined);
    const taskAgent = createTaskAgent(async () => agent.ports);
    assert.deepEqual(await taskAgent.revert({ runId: 'run-1', by: 'Ann' }), { ok: true, value: ['a.py'] });
    assert.equal(agent.files.text('a.py'), undefined);
  });

  it('of a ticket is taken back, and its file says so', async () => {
    const ticket = new MemoryTicket();
    ticket.journals.stopAt = isApplied;
    await assert.rejects(ticket.run([[assign()]], [[write('a.txt')]]), /the machine stopped/);
    ticket.journals.stopAt = () => false;
    assert.notEqual(ticket.files.text('a.txt'), undefined);
    assert.deepEqual(await createTickets(async () => ticket.ports).revert({ runId: 'run-1', by: 'Ann' }), {
      ok: true,
      value: ['a.txt'],
    });
    assert.equal(ticket.files.text('a.txt'), undefined);
    assert.match(ticket.fileTicket().activity?.at(-1)?.notes ?? '', /took back a\.txt/);
  });

  it('of ROUTA is taken back, each agent’s change', async () => {
    const team = new MemoryTeam();
    const journals = new StoppedJournals<RoutaEvent>();
    team.journals = journals;
    const isThere = (path: string) => team.files.text(path) !== undefined;
    journals.isLast = async event => {
      if (!isApplied(event)) return false;
      while (!isThere('a.py') || !isThere('b.py')) await new Promise(resolve => setImmediate(resolve));
      return true;
    };
    const both: readonly Call[] = [create('a'), create('b'), delegate('a', 'a'), delegate('b', 'b')];
    const scripts = { routa: [both], a: [[teamWrite('a.py')]], b: [[teamWrite('b.py')]] };
    const tasks = [task('a', { scope: ['a.py'] }), task('b', { scope: ['b.py'] })];
    await assert.rejects(team.run(scripts, { tasks }), /the process died/);
    journals.isLast = () => false;
    const there = Object.keys(team.files.snapshot());
    assert.deepEqual(there, ['a.py', 'b.py'], 'both were at it');
    assert.deepEqual(await createRouta(async () => team.ports).revert({ runId: 'run-1', by: 'Ann' }), {
      ok: true,
      value: there,
    });
    assert.deepEqual(team.files.snapshot(), {});
  });

  it('is taken back once, also when the process died between taking it back and its line', async () => {
    const agent = new MemoryAgent({ 'a.py': 'A = 0\n' });
    const journals = new StoppedJournals<AgentEvent>();
    agent.journals = journals;
    await agent.run([[read('a.py'), write('a.py')], [finish()]]);
    const taskAgent = createTaskAgent(async () => agent.ports);
    journals.isLast = event => event.type === 'reverted';
    await assert.rejects(taskAgent.revert({ runId: 'run-1', by: 'Ann' }), /the process died/);
    journals.isLast = () => false;
    assert.equal(agent.files.text('a.py'), 'A = 0\n');
    assert.deepEqual(await taskAgent.revert({ runId: 'run-1', by: 'Ann' }), { ok: true, value: ['a.py'] });
    assert.equal((await taskAgent.revert({ runId: 'run-1', by: 'Ann' })).ok, false);
    assert.equal(agent.files.text('a.py'), 'A = 0\n');
  });

  it('that was never let through is not taken for applied', async () => {
    const agent = new MemoryAgent({ 'a.py': 'x\n' });
    const journals = new StoppedJournals<AgentEvent>();
    agent.journals = journals;
    // The person writes exactly what the agent proposed, and says no.
    agent.reviewer.decide = () => {
      agent.files.set('a.py', 'y\n');
      return { reject: 'I did it myself' };
    };
    await agent.run([[read('a.py'), write('a.py', 'y\n')], [finish()]]);
    const taskAgent = createTaskAgent(async () => agent.ports);
    assert.equal((await taskAgent.revert({ runId: 'run-1', by: 'Ann' })).ok, false);
    assert.equal(agent.files.text('a.py'), 'y\n');
  });
});

describe('a conversation whose process died between a change and the results of its calls', () => {
  const calls = [write('a.py'), read('a.py'), write('b.py'), ['run_tests', {}] as const, write('c.py')];
  const NATIVE = {
    native: calls.map(([name, args = {}], i) => ({
      id: `id-${i}`,
      name,
      argumentsJson: JSON.stringify(args),
    })),
  };

  /** The process dies before this line; the value is what the agent is told when the run goes on. */
  async function toldAfter(
    reply: Reply,
    isLast: (event: AgentEvent) => boolean,
    between: (agent: MemoryAgent) => Promise<unknown> = async () => undefined,
    agent = new MemoryAgent(),
  ) {
    const journals = new StoppedJournals<AgentEvent>();
    agent.journals = journals;
    journals.isLast = isLast;
    await assert.rejects(agent.run([reply], { profile: 'calls/1' }), /the process died/);
    journals.isLast = () => false;
    await between(agent);
    const { assignment: _a, mode: _m, profile: _p, ...request } = agent.request([[finish()]]);
    const resumed = await createTaskAgent(async () => agent.ports).resume({ ...request, runId: 'run-1' });
    assert.ok(resumed.ok, resumed.ok ? '' : resumed.error);
    return agent.model.asked[0] ?? [];
  }
  const statuses = (told: readonly ModelMessage[]) =>
    told.flatMap(m =>
      m.role === 'tool' ? [(JSON.parse(m.text) as { readonly status: string }).status] : [],
    );
  const firstResult = (event: AgentEvent) => event.type === 'called';
  const WRITTEN = /the change to a\.py, b\.py is on the disk, although the run stopped before the results/;

  for (const [where, isLast] of [
    ['after the line of the change', firstResult],
    ['before it', isApplied],
  ] as const) {
    it(`is told that it is on the disk, native calls one by one: ${where}`, async () => {
      const told = await toldAfter(NATIVE, isLast);
      assert.deepEqual(statuses(told), ['ok', 'not_run', 'ok', 'not_run', 'not_run']);
      assert.match(told.map(m => m.text).join('\n'), WRITTEN);
    });
    it(`is told that it is on the disk, with calls in a text: ${where}`, async () => {
      const told = await toldAfter(calls, isLast);
      assert.match(told.map(m => m.text).join('\n'), WRITTEN);
    });
  }

  it('is told what the checks after the apply found in it', async () => {
    const policy = JSON.stringify({ checks: { tests: 'required' } });
    const agent = new MemoryAgent({ '.workorder/policy.json': policy });
    agent.tests.result = { ...agent.tests.result, ok: false, exit_code: 1, passed: 1, total: 2 };
    const told = await toldAfter(NATIVE, firstResult, undefined, agent);
    const text = told.map(m => m.text).join('\n');
    assert.match(text, WRITTEN);
    assert.match(text, /the change is written, but .* the tests failed: 1 of 2 tests passed/);
  });

  it('is not told so of a change that was taken back meanwhile', async () => {
    const told = await toldAfter(NATIVE, firstResult, async agent =>
      createTaskAgent(async () => agent.ports).revert({ runId: 'run-1', by: 'Ann' }),
    );
    assert.deepEqual(statuses(told), ['not_run', 'not_run', 'not_run', 'not_run', 'not_run']);
    assert.doesNotMatch(told.map(m => m.text).join('\n'), WRITTEN);
  });
});

describe('a ROUTA plan that was approved before a crash', () => {
  it('has its tasks when the workspace goes on, and the person is not asked again [003-046]', async () => {
    const team = new MemoryTeam();
    const journals = new StoppedJournals<RoutaEvent>();
    team.journals = journals;
    journals.isLast = event => event.type === 'tasks_created';
    const written = { say: plan({ id: 'a', scope: ['a.py'] }), calls: [] };
    await assert.rejects(team.run({ routa: [written] }), /the process died/);
    journals.isLast = () => false;
    const outcome = await team.resume({
      routa: [
        told => {
          assert.match(told.last, /approved by the user, that are not done: a \(PENDING\)/);
          return [create('c'), create('g', 'GATE'), delegate('c', 'a')];
        },
        [],
        [delegate('g', 'a')],
        [],
      ],
      c: [[teamWrite('a.py'), routaReport('c', 'a')]],
      g: [[routaReport('g', 'a')]],
    });
    assert.deepEqual(outcome, { kind: 'DONE' });
    assert.equal(team.reviewer.plans.length, 1);
  });
});

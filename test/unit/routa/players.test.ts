import assert from 'node:assert/strict';
import { fail } from '../../../src/core/kernel/result.ts';
import type { AgentOnCopy } from '../../../src/core/ports/agent-on-copy.ts';
import type { Player, Players } from '../../../src/core/routa/player.ts';
import { readSpoken } from '../../../src/core/routa/spoken-report.ts';
import { AgentInMemory, type PlayedTurn } from '../../support/acp/agent-in-memory.ts';
import { create, delegate, MemoryTeam, report, task, wake } from './memory-team.ts';

const says = (text: string): PlayedTurn => ({ updates: [{ kind: 'said', text }] });
const does = (files: Readonly<Record<string, string>>, text: string): PlayedTurn => ({
  ...says(text),
  files,
});
const DONE = 'It is written.\nREPORT a: DONE';

/** Each process of the player, in order: the turns that it plays. */
function player(
  team: MemoryTeam,
  processes: readonly (readonly PlayedTurn[] | AgentOnCopy)[],
  { role = 'CRAFTER', name = 'acp:one', sandbox = 'a test' as string | null } = {},
): { readonly player: Player; readonly agents: AgentInMemory[] } {
  const agents: AgentInMemory[] = [];
  let next = 0;
  return {
    agents,
    player: {
      role: role as Player['role'],
      name,
      on: () => {
        const turns = processes[next++] ?? [];
        if ('open' in turns) return turns;
        const agent = new AgentInMemory(team.files, turns, sandbox);
        agents.push(agent);
        return agent;
      },
    },
  };
}

const playing = (...all: readonly Player[]): { readonly players: Players } => ({
  players: { all, asksAlways: false, permit: async () => undefined },
});

const A = task('a', { scope: ['a.py'] });
const ROUTA = [[create('c'), create('g', 'GATE'), delegate('c', 'a')], [delegate('g', 'a')], []];
const reads = ['read_file', { path: 'a.py' }] as const;

describe('an agent of another maker plays a CRAFTER', () => {
  it('its change is one change, written when it reports it as done; a GATE of a model accepts it', async () => {
    const team = new MemoryTeam();
    const { player: one, agents } = player(team, [[does({ 'a.py': 'A = 1\n' }, DONE)]]);
    team.settings = playing(one);
    const outcome = await team.run({ routa: ROUTA, g: [[reads, report('g', 'a')]] }, { tasks: [A] });
    assert.deepEqual(outcome, { kind: 'DONE' });
    assert.equal(team.files.text('a.py'), 'A = 1\n');
    assert.match(agents[0]?.told[0] ?? '', /You are a CRAFTER[\s\S]*REPORT a: DONE[\s\S]*Task a/);
    const [applied] = team.ofType('applied');
    assert.deepEqual([applied?.agentId, team.ofType('applied').length], ['c', 1]);
    assert.deepEqual(
      team.ofType('joined').map(({ client, player: by, sandbox }) => [client, by, sandbox]),
      [['played 1.0', 'acp:one', 'a test']],
    );
    const [said] = team.ofType('reported');
    assert.deepEqual(
      [said?.summary, said?.success, said?.observed, said?.differences],
      ['It is written.', true, ['a.py'], []],
    );
    assert.ok(agents.every(({ isClosed }) => isClosed));
  });

  it('nothing is written before it reports, and nothing of a turn that reports a failure', async () => {
    const team = new MemoryTeam();
    const { player: one } = player(team, [
      [does({ 'a.py': 'half\n' }, 'Shall I go on?'), says('I cannot.\nREPORT a: FAILED')],
    ]);
    team.settings = playing(one);
    const outcome = await team.run({ routa: [...ROUTA.slice(0, 1), []] }, { tasks: [A] });
    assert.equal(outcome.kind, 'BLOCKED');
    assert.equal(team.files.text('a.py'), undefined);
    assert.equal(team.ofType('proposed').length, 0);
    assert.deepEqual(
      team.ofType('reported').map(({ success }) => success),
      [false],
    );
    assert.match(
      team
        .ofType('warning')
        .map(({ sentence }) => sentence)
        .join(),
      /not taken \(a\.py\)/,
    );
  });

  it('without a report it is reminded once; then it ends as an ERROR, and its task is open for another', async () => {
    const team = new MemoryTeam();
    const { player: one, agents } = player(team, [
      [does({ 'a.py': 'A = 1\n' }, 'All is done!'), says('REPORT a: DONE, as I said')],
      [does({ 'a.py': 'A = 2\n' }, DONE)],
    ]);
    team.settings = playing(one);
    const outcome = await team.run(
      {
        routa: [
          [create('c'), delegate('c', 'a')],
          [wake('a')],
          [create('g', 'GATE'), delegate('g', 'a')],
          [],
        ],
        g: [[reads, report('g', 'a')]],
      },
      { tasks: [A] },
    );
    assert.deepEqual(outcome, { kind: 'DONE' });
    assert.match(agents[0]?.told[1] ?? '', /You have not reported on a/);
    assert.equal(team.agent('c').status, 'ERROR');
    assert.equal(team.agent('c').cause, 'it did not report on a');
    assert.equal(team.files.text('a.py'), 'A = 2\n');
  });

  it('a crash is an ERROR with what it said, and nothing of its work is written', async () => {
    const team = new MemoryTeam();
    const crashing: AgentOnCopy = {
      open: async (client, signal) => {
        const opened = await new AgentInMemory(team.files, []).open(client, signal);
        return opened.ok
          ? {
              ok: true,
              value: {
                ...opened.value,
                prompt: async () => fail('the agent ended with exit code 7: out of memory'),
              },
            }
          : opened;
      },
    };
    const { player: one } = player(team, [crashing, [does({ 'a.py': 'A = 1\n' }, DONE)]]);
    team.settings = playing(one);
    await team.run({ routa: [[create('c'), delegate('c', 'a')], [wake('a')], []] }, { tasks: [A] });
    assert.deepEqual(
      [team.agent('c').status, team.agent('c').cause],
      ['ERROR', 'the agent ended with exit code 7: out of memory'],
    );
    assert.equal(team.task('a').status, 'IN_REVIEW');
    assert.equal(team.files.text('a.py'), 'A = 1\n');
  });

  it('a change outside of its scope is refused, and told to it; it may mend it, but not report it again', async () => {
    for (const mends of [true, false]) {
      const team = new MemoryTeam({ 'b.py': 'B = 1\n' });
      const wrong = does({ 'a.py': 'A = 1\n', 'b.py': 'B = 2\n' }, DONE);
      const { player: one, agents } = player(team, [
        [wrong, mends ? does({ 'b.py': 'B = 1\n' }, DONE) : says(DONE)],
      ]);
      team.settings = { ...playing(one), outsideScope: 'refuse' };
      await team.run({ routa: [[create('c'), delegate('c', 'a')], []] }, { tasks: [A] });
      assert.match(
        agents[0]?.told[1] ?? '',
        /Your change was not taken: b\.py is outside the scope of a \(a\.py\)/,
      );
      assert.equal(team.files.text('b.py'), 'B = 1\n');
      assert.equal(team.files.text('a.py'), mends ? 'A = 1\n' : undefined);
      assert.equal(team.task('a').status, mends ? 'IN_REVIEW' : 'FAILED');
      if (!mends)
        assert.match(team.agent('c').cause, /reported a change again that was refused: b\.py is outside/);
    }
  });

  it('a person reviews the change, and the reason of a no is told to it', async () => {
    const team = new MemoryTeam();
    const { player: one, agents } = player(team, [
      [does({ 'a.py': 'A = 1\n' }, DONE), does({ 'a.py': 'A = 2\n' }, DONE)],
    ]);
    team.settings = { ...playing(one), review: 'turn' };
    let asked = 0;
    team.reviewer.decide = ({ approvalSha256 }) =>
      asked++ === 0
        ? { kind: 'reject', by: 'Ann', reason: 'two, please' }
        : { kind: 'apply', by: 'Ann', approvalSha256, controlPlaneApproved: [] };
    await team.run({ routa: [[create('c'), delegate('c', 'a')], []] }, { tasks: [A] });
    assert.match(agents[0]?.told[1] ?? '', /not taken: rejected by Ann: two, please/);
    assert.equal(team.files.text('a.py'), 'A = 2\n');
  });

  it('“tests pass” is held against what is recorded; a claim that nothing shows is named', async () => {
    const team = new MemoryTeam();
    const words = 'It is done and all tests pass.\nREPORT a: DONE';
    const { player: one } = player(team, [[does({ 'a.py': 'A = 1\n' }, words)]]);
    team.settings = playing(one);
    await team.run({ routa: [[create('c'), delegate('c', 'a')], []] }, { tasks: [A] });
    assert.deepEqual(team.ofType('reported')[0]?.differences, [
      'reported that tests pass, but no test ran that is recorded',
    ]);
  });

  it('a fix is worked on in a new process, which is told of its work so far', async () => {
    const team = new MemoryTeam();
    const { player: one, agents } = player(team, [
      [does({ 'a.py': 'A = 1\n' }, DONE)],
      [does({ 'a.py': 'A = 2\n' }, 'Now two.\nREPORT a: DONE')],
    ]);
    team.settings = playing(one);
    const outcome = await team.run(
      {
        routa: [...ROUTA.slice(0, 2), [wake('a', 'Make it two.')], [delegate('g', 'a')], []],
        g: [
          [reads, report('g', 'a', { success: false })],
          [reads, report('g', 'a')],
        ],
      },
      { tasks: [A] },
    );
    assert.deepEqual(outcome, { kind: 'DONE' });
    const again = agents[1]?.told[0] ?? '';
    assert.match(
      again,
      /Your work so far[\s\S]*Files you wrote: a\.py[\s\S]*It is written\.[\s\S]*Make it two\./,
    );
    assert.equal(team.files.text('a.py'), 'A = 2\n');
  });

  it('one that is stopped ends at once, nothing of its turn is written, and its task is open for another', async () => {
    const team = new MemoryTeam();
    let asked = 0;
    const agent: AgentOnCopy = {
      open: async (client, signal) => {
        const opened = await new AgentInMemory(team.files, [does({ 'a.py': 'A = 1\n' }, DONE)]).open(
          client,
          signal,
        );
        if (!opened.ok) return opened;
        const prompt: typeof opened.value.prompt = async (text, until) => {
          if (asked++ > 0) return opened.value.prompt(text, until);
          const stopped = new Promise<void>(resolve =>
            until.addEventListener('abort', () => resolve(), { once: true }),
          );
          void team.open?.team.stop('c');
          await stopped;
          return opened.value.prompt(text, until);
        };
        return { ok: true, value: { ...opened.value, prompt } };
      },
    };
    const { player: one } = player(team, [agent, [does({ 'a.py': 'A = 2\n' }, DONE), says(DONE)]]);
    team.settings = playing(one);
    await team.run({ routa: [[create('c'), delegate('c', 'a')], [wake('a')], []] }, { tasks: [A] });
    assert.deepEqual([team.agent('c').status, team.agent('c').cause], ['CANCELLED', 'stopped by the user']);
    assert.equal(team.files.text('a.py'), 'A = 2\n');
    assert.equal(team.task('a').status, 'IN_REVIEW');
  });

  it('the limit of turns for a task ends it, and the task needs a person', async () => {
    const team = new MemoryTeam();
    const again = (n: number) => does({ 'a.py': `A = ${n}\n`, 'b.py': 'B\n' }, DONE);
    const { player: one, agents } = player(team, [[again(1), again(2), again(3), again(4)]]);
    team.settings = { ...playing(one), outsideScope: 'refuse', turnsPerAssignment: 2 };
    await team.run({ routa: [[create('c'), delegate('c', 'a')], []] }, { tasks: [A] });
    assert.equal(agents[0]?.told.length, 2);
    assert.deepEqual(
      [team.agent('c').cause, team.task('a').status],
      ['the limit of 2 turns is reached', 'BLOCKED'],
    );
    assert.equal(team.files.text('a.py'), undefined);
  });

  it('several play: each new CRAFTER goes to the one with the fewest; what began with one goes on with it', async () => {
    const team = new MemoryTeam();
    const b = task('b', { scope: ['b.py'] });
    const one = player(team, [[does({ 'a.py': 'A = 1\n' }, DONE)]]);
    const two = player(team, [[does({ 'b.py': 'B = 1\n' }, 'REPORT b: DONE')]], { name: 'acp:two' });
    team.settings = playing(one.player, two.player);
    await team.run(
      { routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], []] },
      { tasks: [A, b] },
    );
    assert.deepEqual([team.agent('c').player, team.agent('d').player], ['acp:one', 'acp:two']);
    assert.deepEqual([team.files.text('a.py'), team.files.text('b.py')], ['A = 1\n', 'B = 1\n']);
    team.settings = playing(one.player);
    await assert.rejects(team.resume({}), /d is played by acp:two; resume it with --crafter acp:two/);
  });
});

describe('an agent of another maker plays a GATE', () => {
  const MADE = {
    routa: ROUTA,
    c: [[['write_file', { path: 'a.py', content: 'A = 1\n' }] as const, report('c', 'a')]],
  };

  it('its verdict completes the task', async () => {
    const team = new MemoryTeam();
    const looked = { id: '1', title: 'read a.py', does: 'read', paths: ['a.py'] } as const;
    const { player: gate } = player(
      team,
      [
        [
          {
            updates: [
              { kind: 'acted', call: looked, status: 'completed' },
              { kind: 'said', text: 'A is 1.\n**VERDICT: ACCEPTED**' },
            ],
          },
        ],
      ],
      { role: 'GATE' },
    );
    team.settings = playing(gate);
    assert.deepEqual(await team.run(MADE, { tasks: [A] }), { kind: 'DONE' });
    assert.deepEqual(team.ofType('reported').at(-1)?.differences, []);
  });

  it('a verdict about files that it changed does not count: it looks again on a fresh copy, and the second time ends', async () => {
    for (const again of [false, true]) {
      const team = new MemoryTeam();
      const cheats = does({ 'a.py': 'A = 2\n' }, 'VERDICT a: ACCEPTED');
      const { player: gate, agents } = player(team, [[cheats], [again ? cheats : says('VERDICT a: FIX')]], {
        role: 'GATE',
      });
      team.settings = playing(gate);
      await team.run(MADE, { tasks: [A] });
      assert.match(
        agents[1]?.told[0] ?? '',
        /Your verdict does not count, because you changed files of the repository: a\.py/,
      );
      assert.equal(team.files.text('a.py'), 'A = 1\n');
      assert.equal(team.task('a').status, again ? 'IN_REVIEW' : 'NEEDS_FIX');
    }
  });
});

describe('the last lines of an agent without our tools', () => {
  const due = [{ taskId: 'a', as: 'worker', by: 'routa', group: '', turnsBefore: 0 }] as const;
  for (const [words, expected] of [
    ['Did it.\nREPORT a: DONE', [['a', true]]],
    ['Did it.\n\n**REPORT a: DONE**\n\n', [['a', true]]],
    ['REPORT: FAILED', [['a', false]]],
    ['`REPORT a: FAILED`', [['a', false]]],
    ['REPORT b: DONE', []],
    ['I will end with\nREPORT a: DONE\nwhen it is done.', []],
    ['REPORT a: DONE or REPORT a: FAILED', []],
    ['REPORT a: done', []],
    ['', []],
    ['\n\n', []],
  ] as const)
    it(JSON.stringify(words), () =>
      assert.deepEqual(
        readSpoken(words, due).reports.map(({ taskId, success }) => [taskId, success]),
        expected,
      ),
    );

  it('of several tasks each has its line; one without a name is about none', () => {
    const two = [...due, { ...due[0], taskId: 'b' }];
    assert.deepEqual(readSpoken('Both.\nVERDICT a: ACCEPTED\nVERDICT b: FIX', two), {
      reports: [
        { taskId: 'a', success: true },
        { taskId: 'b', success: false },
      ],
      summary: 'Both.',
    });
    assert.deepEqual(readSpoken('VERDICT: ACCEPTED', two).reports, []);
  });
});

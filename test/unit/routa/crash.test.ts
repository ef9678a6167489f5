import assert from 'node:assert/strict';
import { JournalFault } from '../../../src/core/ports/journal-fault.ts';
import type { RoutaEvent } from '../../../src/core/routa/events.ts';
import { createRouta } from '../../../src/core/routa/routa.ts';
import { RoutaWorkspace } from '../../../src/core/routa/workspace.ts';
import { DyingJournals } from '../../support/dying-journals.ts';
import { takenHold } from '../../support/memory-hold.ts';
import { scripts, TASKS } from './capable-team.ts';
import { create, delegate, MemoryTeam, report, task, wake } from './memory-team.ts';

function newTeam(lines: number): { team: MemoryTeam; journals: DyingJournals<RoutaEvent> } {
  const team = new MemoryTeam();
  const journals = new DyingJournals<RoutaEvent>();
  journals.linesLeft = lines;
  team.journals = journals;
  return { team, journals };
}

describe('a ROUTA workspace whose process dies', () => {
  it('is the same workspace when its journal is read again', async () => {
    const { team, journals } = newTeam(Number.POSITIVE_INFINITY);
    await team.run(scripts(team), { tasks: TASKS });
    const events = (await journals.read('run-1')) ?? [];
    const again = events.reduce((w, e) => w.apply(e), new RoutaWorkspace('run-1'));
    assert.deepEqual(again, team.workspace);
  });

  it('counts waves of fixes on after a reload [003-080]', async () => {
    const team = new MemoryTeam();
    const rejected = [report('g', 'a', { success: false })];
    const again = [report('c', 'a')];
    await team.run(
      {
        routa: [
          [create('c'), create('g', 'GATE')],
          [delegate('c', 'a')],
          [],
          [delegate('g', 'a')],
          [],
          { fault: 'away' },
        ],
        c: [again],
        g: [rejected],
      },
      { tasks: [task('a')] },
    );
    assert.deepEqual([team.task('a').status, team.task('a').waves], ['NEEDS_FIX', 1]);
    await team.resume({
      routa: [
        [wake('a')],
        [],
        [delegate('g', 'a')],
        [],
        [wake('a')],
        [],
        [delegate('g', 'a')],
        [],
        [wake('a')],
        [],
        [delegate('g', 'a')],
        [],
        [],
      ],
      c: [again, again, again],
      g: [rejected, rejected, rejected],
    });
    assert.deepEqual([team.task('a').status, team.task('a').waves], ['BLOCKED', 3]);
    // A person lets it go on, and it counts anew.
    const outcome = await team.resume(
      { routa: [[wake('a')], [], [delegate('g', 'a')], []], c: [again], g: [[report('g', 'a')]] },
      { unblock: ['a'] },
    );
    assert.deepEqual(outcome, { kind: 'DONE', nothingChanged: true });
    assert.equal(team.task('a').waves, 0);
  });

  it('can be given up instead, and then waits for nobody until it is resumed', async () => {
    const { team, journals } = newTeam(8);
    await assert.rejects(team.run(scripts(team), { tasks: TASKS }));
    journals.linesLeft = Number.POSITIVE_INFINITY;
    const { id } = team.workspace;
    const held = team.held;
    const routa = createRouta(async () => team.ports);
    const given = await routa.giveUp(id);
    assert.ok(given.ok);
    const read = await routa.state(id);
    assert.deepEqual(
      [given.value.outcome, read?.outcome, team.held],
      [
        { kind: 'CANCELLED', reason: 'stopped by you' },
        { kind: 'CANCELLED', reason: 'stopped by you' },
        held,
      ],
    );
    assert.deepEqual(await team.resume(scripts(team)), { kind: 'DONE' });
    assert.deepEqual(await routa.giveUp(id), { ok: false, error: `ROUTA workspace ${id} is done` });
    const busy = { ...team.ports, hold: takenHold('another host has it') };
    assert.deepEqual(await createRouta(async () => busy).giveUp(id), {
      ok: false,
      error: 'another host has it',
    });
  });

  it('cannot be resumed when it is done, unknown, or the task named is not blocked', async () => {
    const { team } = newTeam(Number.POSITIVE_INFINITY);
    await team.run(scripts(team), { tasks: TASKS });
    await assert.rejects(team.resume({}), /is done; give a message/);
    await assert.rejects(team.resume({}, { runId: 'run-9' }), /no ROUTA workspace run-9/);
    await assert.rejects(team.resume({}, { message: 'On.', unblock: ['a'] }), /a is not BLOCKED/);
  });
});

describe('a workspace that cannot begin', () => {
  it('is free for the next attempt when a start fails', async () => {
    const team = new MemoryTeam();
    const journals = new DyingJournals<RoutaEvent>();
    journals.linesLeft = 1;
    team.journals = journals;
    await assert.rejects(team.start({}), /the process died/);
    assert.equal(team.held, 0);
  });
  it('is free for the next attempt when its journal cannot be opened, or written, again', async () => {
    const team = new MemoryTeam();
    const journals = new DyingJournals<RoutaEvent>();
    team.journals = journals;
    await team.run({ routa: [[]] }, { tasks: [task('a')] });
    assert.equal(team.held, 0);
    journals.linesLeft = 0;
    await assert.rejects(team.resume({}), /the process died/);
    assert.equal(team.held, 0);
    journals.reopen = () => Promise.reject(new Error('is damaged'));
    await assert.rejects(team.resume({}), /is damaged/);
    assert.equal(team.held, 0);
  });
  it('ends FAILED when its journal is lost as it goes on', async () => {
    const team = new MemoryTeam();
    await team.run({ routa: [[]] }, { tasks: [task('a')] });
    const fault = new JournalFault('the disk is full');
    team.journals.reopen = async runId => ({ runId, append: () => Promise.reject(fault) });
    assert.deepEqual(await team.resume({ routa: [[]] }), { kind: 'FAILED', reasons: ['the disk is full'] });
    assert.equal(team.held, 0);
  });
});

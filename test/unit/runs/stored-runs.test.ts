import assert from 'node:assert/strict';
import { createRouta } from '../../../src/core/routa/routa.ts';
import type { RunLine } from '../../../src/core/runs/reconcile.ts';
import type { StoredRuns } from '../../../src/core/runs/stored-runs.ts';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { createTickets } from '../../../src/core/tickets/tickets.ts';
import type { MemoryFiles } from '../../support/memory-files.ts';
import {
  create,
  delegate,
  MemoryTeam,
  report as routaReport,
  task,
  write as teamWrite,
} from '../routa/memory-team.ts';
import { MemoryAgent, write } from '../taskagent/memory-agent.ts';
import { assign, MemoryTicket } from '../tickets/memory-ticket.ts';

interface Stand {
  readonly runs: StoredRuns<RunLine, unknown>;
  readonly files: MemoryFiles;
}

/** One run of each kind that wrote `a.py` and stopped before its work was done. */
const KINDS: Readonly<Record<string, () => Promise<Stand>>> = {
  'agent run': async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.py')]]);
    return { runs: createTaskAgent(async () => agent.ports), files: agent.files };
  },
  'ticket run': async () => {
    const ticket = new MemoryTicket();
    await ticket.run([[assign()]], [[write('a.py')]]);
    return { runs: createTickets(async () => ticket.ports), files: ticket.files };
  },
  'ROUTA workspace': async () => {
    const team = new MemoryTeam();
    const scripts = {
      routa: [[create('c')], [delegate('c', 'a')], []],
      c: [[teamWrite('a.py'), routaReport('c', 'a')]],
    };
    await team.run(scripts, { tasks: [task('a', { scope: ['a.py'] })] });
    return { runs: createRouta(async () => team.ports), files: team.files };
  },
};

for (const [name, open] of Object.entries(KINDS)) {
  describe(`the stored run of a kind of work: ${name}`, () => {
    it('shows what it changed and how it ended, and is verified against the disk', async () => {
      const { runs, files } = await open();
      assert.deepEqual(
        (await runs.changes('run-1')).map(file => file.path),
        ['a.py'],
      );
      assert.deepEqual(await runs.changes('run-1', { number: 7 }), []);
      assert.ok(((await runs.headline('run-1')) ?? '').length > 0);
      assert.match((await runs.transcript('run-1')) ?? '', /^# .*a\.py/s);
      const verdict = async () => {
        const verified = await runs.verify('run-1');
        return verified.ok ? verified.value.files.map(file => file.verdict) : verified.error;
      };
      assert.deepEqual(await verdict(), ['as applied']);
      files.set('a.py', 'other\n');
      assert.deepEqual(await verdict(), ['overwritten']);
    });

    it('is taken back once, and still shows what it had changed', async () => {
      const { runs, files } = await open();
      assert.deepEqual(await runs.revert({ runId: 'run-1', by: 'Ann' }), { ok: true, value: ['a.py'] });
      assert.equal(files.text('a.py'), undefined);
      assert.deepEqual(await runs.revert({ runId: 'run-1', by: 'Ann' }), {
        ok: false,
        error: `${name} run-1 has no applied change to revert`,
      });
      assert.equal((await runs.changes('run-1')).length, 1);
      const verified = await runs.verify('run-1');
      assert.deepEqual(verified.ok && verified.value.files, [{ path: 'a.py', verdict: 'reverted' }]);
    });

    it('is given up, and what it applied stays', async () => {
      const { runs, files } = await open();
      assert.equal((await runs.giveUp('run-1')).ok, true);
      assert.match((await runs.headline('run-1')) ?? '', /Stopped by you/);
      assert.notEqual(files.text('a.py'), undefined);
      assert.deepEqual(await runs.giveUp('run-9'), { ok: false, error: `there is no ${name} run-9` });
    });
  });
}

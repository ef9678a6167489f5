import assert from 'node:assert/strict';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import { createRouta } from '../../src/core/routa/routa.ts';
import type { RunLine } from '../../src/core/runs/reconcile.ts';
import type { StoredRuns } from '../../src/core/runs/stored-runs.ts';
import type { AgentEvent } from '../../src/core/taskagent/events.ts';
import { createTaskAgent } from '../../src/core/taskagent/task-agent.ts';
import { createTickets } from '../../src/core/tickets/tickets.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { modelThatSays } from '../support/ask-designer.ts';
import { DyingJournals } from '../support/dying-journals.ts';
import { MemoryFiles } from '../support/memory-files.ts';
import { appInMemory, runInMemory } from '../support/run-in-memory.ts';
import {
  create,
  delegate,
  MemoryTeam,
  report as routaReport,
  task,
  write as teamWrite,
} from '../unit/routa/memory-team.ts';
import { finish, MemoryAgent, read, write } from '../unit/taskagent/memory-agent.ts';
import {
  assign,
  completeTicket,
  MemoryTicket,
  report,
  twoSubtasks,
  update,
} from '../unit/tickets/memory-ticket.ts';

const BEFORE = 'def greet(): ...\n';
const AFTER = 'def welcome(): ...\n';
const FILE = 'greet.py';

/** A folder with `greet.py`, and a run that changes it. */
interface Stand {
  readonly files: MemoryFiles;
  readonly runs: StoredRuns<RunLine, unknown>;
  /** The process dies instead of writing one more line than these. */
  dieAfter(lines: number): void;
  run(): Promise<unknown>;
}

const order: WorkOrder = {
  step_id: 'greet',
  step_text: 'Rename greet to welcome.',
  scope_allowlist: [FILE],
  invariants: [],
  acceptance: { lint: { path: FILE, check_all: false } },
};
const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: FILE, replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'A better name.',
  },
];
const verification = { tool: 'lint_backend', args: { path: FILE, check_all: false } };

/** Every workflow whose runs change files. */
const WORKFLOWS: Readonly<Record<string, () => Stand>> = {
  'work order': () => {
    const files = new MemoryFiles({ [FILE]: BEFORE });
    const journals = new DyingJournals<RunEvent>();
    const signatures = { changed_signatures: [] };
    const design = JSON.stringify({
      touched_files: [FILE],
      ...signatures,
      commands,
      verification,
    });
    const verdict = JSON.stringify({ decision: 'APPROVED', commands, verification });
    return {
      files,
      runs: appInMemory(files, journals).workOrders,
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () =>
        runInMemory(
          files,
          { order, designer: modelThatSays(design, 'whole'), qa: modelThatSays(verdict, 'whole') },
          journals,
        ),
    };
  },
  'task agent': () => {
    const agent = new MemoryAgent({ [FILE]: BEFORE });
    const journals = new DyingJournals<AgentEvent>();
    agent.journals = journals;
    return {
      files: agent.files,
      runs: createTaskAgent(async () => agent.ports),
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () => agent.run([[read(FILE), write(FILE, AFTER)], [finish()]]),
    };
  },
  ticket: () => {
    const ticket = new MemoryTicket(
      { [FILE]: BEFORE },
      { ...twoSubtasks, subtasks: [{ id: 'one', title: 'One' }] },
    );
    return {
      files: ticket.files,
      runs: createTickets(async () => ticket.ports),
      dieAfter: lines => {
        ticket.journals.left = lines;
      },
      run: () =>
        ticket.run(
          [[assign()], [update('complete'), completeTicket()]],
          [[read(FILE), write(FILE, AFTER), report()]],
        ),
    };
  },
  ROUTA: () => {
    const team = new MemoryTeam({ [FILE]: BEFORE });
    const journals = new DyingJournals<RoutaEvent>();
    team.journals = journals;
    const crafter = [[read(FILE), teamWrite(FILE, AFTER), routaReport('c', 'a')]];
    return {
      files: team.files,
      runs: createRouta(async () => team.ports),
      dieAfter: lines => {
        journals.linesLeft = lines;
      },
      run: () =>
        team.run(
          { routa: [[create('c')], [delegate('c', 'a')], []], c: crafter },
          { tasks: [task('a', { scope: [FILE] })] },
        ),
    };
  },
};

const revert = (runs: Stand['runs']) => runs.revert({ runId: 'run-1', by: 'Ann' });

for (const [name, open] of Object.entries(WORKFLOWS)) {
  describe(`the contract of stored runs: ${name}`, function () {
    this.timeout(60_000);

    async function linesOfAWholeRun(): Promise<number> {
      const stand = open();
      await stand.run();
      assert.equal(stand.files.text(FILE), AFTER);
      return (await stand.runs.events('run-1'))?.length ?? 0;
    }

    it('is taken back exactly once, whichever line of its journal the process died at', async () => {
      const lines = await linesOfAWholeRun();
      let [applied, not] = [0, 0];
      for (let n = 1; n < lines; n++) {
        const stand = open();
        stand.dieAfter(n);
        await stand.run().catch(() => undefined);
        stand.dieAfter(Number.POSITIVE_INFINITY);
        const at = `after ${n} of ${lines} lines`;
        const isThere = stand.files.text(FILE) === AFTER;
        const first = await revert(stand.runs);
        assert.deepEqual([at, first.ok], [at, isThere], first.ok ? '' : first.error);
        assert.deepEqual([at, stand.files.text(FILE)], [at, BEFORE]);
        assert.equal((await revert(stand.runs)).ok, false, `a second time ${at}`);
        const reverted = (await stand.runs.events('run-1'))?.filter(
          event => event.type === 'reverted',
        ).length;
        assert.equal(reverted, isThere ? 1 : 0, at);
        if (isThere) applied++;
        else not++;
      }
      assert.ok(applied > 0 && not > 0, 'there were both');
    });

    it('is taken back once when the process died between taking it back and its line', async () => {
      const stand = open();
      await stand.run();
      stand.dieAfter(0);
      await assert.rejects(revert(stand.runs));
      stand.dieAfter(Number.POSITIVE_INFINITY);
      assert.equal(stand.files.text(FILE), BEFORE);
      assert.equal((await revert(stand.runs)).ok, true);
      assert.equal((await revert(stand.runs)).ok, false);
      assert.equal(stand.files.text(FILE), BEFORE);
    });

    it('keeps what a person edited elsewhere in the file, also when the line of the change is missing', async () => {
      const lines = await linesOfAWholeRun();
      const own = '# mine, far away\n';
      for (let n = 1; n < lines; n++) {
        const stand = open();
        stand.dieAfter(n);
        await stand.run().catch(() => undefined);
        stand.dieAfter(Number.POSITIVE_INFINITY);
        if (stand.files.text(FILE) !== AFTER) continue;
        stand.files.set(FILE, `${AFTER}\n\n\n${own}`);
        const at = `after ${n} of ${lines} lines`;
        const reverted = await revert(stand.runs);
        assert.ok(reverted.ok, `${at}: ${reverted.ok ? '' : reverted.error}`);
        assert.equal(stand.files.text(FILE), `${BEFORE}\n\n\n${own}`, at);
      }
    });

    it('tells how it ended, or that it was interrupted, in the same words', async () => {
      const stand = open();
      stand.dieAfter(2);
      await stand.run().catch(() => undefined);
      assert.equal(await stand.runs.headline('run-1'), 'interrupted');
      assert.equal(await stand.runs.headline('run-9'), undefined);
      stand.dieAfter(Number.POSITIVE_INFINITY);
      assert.equal((await stand.runs.giveUp('run-1')).ok, true);
      assert.match((await stand.runs.headline('run-1')) ?? '', /Stopped by you/);
    });
  });
}

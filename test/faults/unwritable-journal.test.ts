import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Journal, Journals } from '../../src/core/ports/journal.ts';
import { JournalFault } from '../../src/core/ports/journal-fault.ts';
import type { SimulatedLinter } from '../../src/core/ports/linter.ts';
import type { RoutaEvent } from '../../src/core/routa/events.ts';
import type { AgentEvent } from '../../src/core/taskagent/events.ts';
import type { TicketEvent } from '../../src/core/tickets/events.ts';
import { runTicket } from '../../src/core/tickets/run-ticket.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { Command, WorkOrder } from '../../src/generated/contracts.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { createJournals } from '../../src/node/journal/journals.ts';
import { modelThatSays } from '../support/ask-designer.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { CLEAN, runInMemory } from '../support/run-in-memory.ts';
import { create, delegate, MemoryTeam, report as reportTask, task } from '../unit/routa/memory-team.ts';
import { finish, MemoryAgent, read, submit, write } from '../unit/taskagent/memory-agent.ts';
import { assign, MemoryTicket, report, TICKET_FILE } from '../unit/tickets/memory-ticket.ts';
import { chosen, printTable, seedOf, tally } from './support/counts.ts';

const FAULT =
  'the run cannot be recorded in /state: the disk is full (ENOSPC); free some space and run it again';

/** Journals of which the n-th write fails (from 1), and then all, or none but that one. */
class FailingJournals<E> extends MemoryJournals<E> {
  writes = 0;
  readonly #fails: (write: number) => boolean;

  constructor(fails: (write: number) => boolean) {
    super();
    this.#fails = fails;
  }

  override async create(title: string): Promise<Journal<E>> {
    this.#write();
    const journal = await super.create(title);
    return {
      runId: journal.runId,
      append: async event => {
        this.#write();
        await journal.append(event);
      },
    };
  }

  override async saveChangeSet(...args: Parameters<Journals<E>['saveChangeSet']>): Promise<void> {
    this.#write();
    await super.saveChangeSet(...args);
  }

  #write(): void {
    if (this.#fails(++this.writes)) throw new JournalFault(FAULT);
  }
}

const verification = { tool: 'lint_backend' as const, args: { path: 'pkg', check_all: false } };
const order: WorkOrder = {
  step_id: 'step',
  step_text: 'Change it.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const commands: readonly Command[] = ['pkg/a.py', 'pkg/b.py'].map(file_path => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string: 'one', new_string: 'two' }] },
  reason: 'Change it.',
}));
const designer = modelThatSays(
  JSON.stringify({
    touched_files: ['pkg/a.py', 'pkg/b.py'],
    commands,
    changed_signatures: [],
    verification,
  }),
  'whole',
);
const qa = modelThatSays(JSON.stringify({ decision: 'APPROVED', commands, verification }), 'whole');

const seed = seedOf(20261123);
/** The writes of a run, by number: each in the proofs, in a usual run one in three. */
const someOf = (writes: number): readonly number[] =>
  chosen(
    Array.from({ length: writes }, (_, i) => i + 1),
    3,
    seed,
  );

describe('a run whose journal cannot be written', () => {
  let folder: string;
  let root: string;
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'unwritable-'));
    root = path.join(folder, 'ws');
    fs.mkdirSync(path.join(root, 'pkg'), { recursive: true });
    for (const name of ['a', 'b']) fs.writeFileSync(path.join(root, `pkg/${name}.py`), 'one = 1\n');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));
  after(() => printTable(seed));

  const contents = () => ['a', 'b'].map(name => fs.readFileSync(path.join(root, `pkg/${name}.py`), 'utf8'));
  const run = (journals: Journals<RunEvent>, lintPreview = false): Promise<RunState> => {
    const files = createDiskFiles({ root, stateDir: path.join(folder, 'transactions') });
    const simulatedLinter: SimulatedLinter = {
      lintSimulated: async () => ({ kind: 'report', report: CLEAN, tools: [], notes: [] }),
    };
    return runInMemory(files, { order, designer, qa, lintPreview }, journals, { simulatedLinter });
  };

  const FAILURES: Readonly<Record<string, (at: number) => (write: number) => boolean>> = {
    'and all behind it': at => write => write >= at,
    alone: at => write => write === at,
  };
  const HOW = [
    ['', false],
    [', also while the linters look at what is simulated', true],
  ] as const;
  for (const [which, failsAt, how, lintPreview] of Object.entries(FAILURES).flatMap(([name, failsAt]) =>
    HOW.map(([how, lintPreview]) => [name, failsAt, how, lintPreview] as const),
  )) {
    it(`ends FAILED at any write ${which}, and every file is as before${how}`, async () => {
      const all = new FailingJournals<RunEvent>(() => false);
      assert.equal((await run(all, lintPreview)).outcome?.kind, 'APPLIED');
      const events = (await all.read('run-1')) ?? [];
      assert.equal(
        events.some(event => event.type === 'lint_previewed'),
        lintPreview,
      );
      for (const name of ['a', 'b']) fs.writeFileSync(path.join(root, `pkg/${name}.py`), 'one = 1\n');
      const lost: string[] = [];
      for (const at of someOf(all.writes)) {
        const state = await run(new FailingJournals(failsAt(at)), lintPreview);
        const { outcome } = state;
        const isRight =
          outcome?.kind === 'FAILED' &&
          outcome.step === 'journal' &&
          outcome.reasons[0] === FAULT &&
          !outcome.changeKept &&
          contents().every(text => text === 'one = 1\n');
        if (!isRight) lost.push(`write ${at}: ${JSON.stringify(outcome)} ${contents().join('|')}`);
      }
      tally(
        `journal write fails ${which}${how}`,
        someOf(all.writes).length,
        lost.length,
        'FAILED, every file as before',
      );
      assert.ok(all.writes > 15);
      assert.deepEqual(lost, []);
    });
  }

  it('says so with the folder and the next step when there can be no journal at all', async () => {
    // A file where the folder should be: not even root can make a folder there.
    const stateDir = path.join(folder, 'state');
    fs.writeFileSync(stateDir, '');
    const { outcome } = await run(createJournals<RunEvent>(stateDir, { now: () => 0 }));
    assert.ok(outcome?.kind === 'FAILED' && outcome.step === 'journal', JSON.stringify(outcome));
    const [reason = ''] = outcome.reasons;
    assert.ok(reason.startsWith(`the run cannot be recorded in ${stateDir}: `), reason);
    assert.match(
      reason,
      /make that folder writable, or set WORKORDER_STATE_DIR to another one, and run it again$/,
    );
    assert.deepEqual(contents(), ['one = 1\n', 'one = 1\n']);
  });

  it('takes the change back when the journal is lost while the linters run', async () => {
    const journals = createJournals<RunEvent>(path.join(folder, 'state'), { now: () => 0 });
    const files = createDiskFiles({ root, stateDir: path.join(folder, 'transactions') });
    const state = await runInMemory(
      files,
      {
        order,
        designer,
        qa,
        onEvent: event => {
          if (event.type !== 'applied') return;
          assert.deepEqual(contents(), ['two = 1\n', 'two = 1\n']);
          fs.rmSync(path.join(folder, 'state'), { recursive: true });
        },
      },
      journals,
    );
    assert.ok(state.outcome?.kind === 'FAILED' && state.outcome.step === 'journal');
    assert.equal(state.reverted, true);
    assert.deepEqual(contents(), ['one = 1\n', 'one = 1\n']);
  });

  it('an agent ends FAILED at any write, and no change stays that has no line', async () => {
    const play = async (journals: FailingJournals<AgentEvent>) => {
      const agent = new MemoryAgent({ 'a.txt': 'A\n' });
      agent.journals = journals;
      const state = await agent.run([[read('a.txt')], [write('a.txt', 'B\n')], [submit(), finish()]]);
      return { agent, state, events: (await journals.read('run-1')) ?? [] };
    };
    const all = new FailingJournals<AgentEvent>(() => false);
    assert.equal((await play(all)).state.outcome?.kind, 'DONE');
    const lost: string[] = [];
    for (const at of someOf(all.writes)) {
      const { agent, state, events } = await play(new FailingJournals(write => write >= at));
      const isRecorded = events.some(event => event.type === 'applied');
      const isRight =
        state.outcome?.kind === 'FAILED' && agent.files.text('a.txt') === (isRecorded ? 'B\n' : 'A\n');
      if (!isRight) lost.push(`write ${at}: ${JSON.stringify(state.outcome)} ${agent.files.text('a.txt')}`);
    }
    tally(
      'journal write of an agent fails',
      someOf(all.writes).length,
      lost.length,
      'FAILED, no change without a line',
    );
    assert.deepEqual(lost, []);
  });

  for (const [which, failsAt] of Object.entries(FAILURES))
    it(`a ROUTA workspace ends FAILED at any write ${which}, and no change stays that has no line`, async () => {
      const play = async (journals: FailingJournals<RoutaEvent>) => {
        const team = new MemoryTeam({ 'x/a.txt': 'A\n', 'y/b.txt': 'A\n' });
        team.journals = journals;
        const crafter = (id: string, taskId: string, file: string) => [
          [read(file)],
          [write(file, 'B\n')],
          [reportTask(id, taskId)],
        ];
        const outcome = await team.run(
          {
            routa: [[create('c'), create('d'), delegate('c', 'a'), delegate('d', 'b')], []],
            c: crafter('c', 'a', 'x/a.txt'),
            d: crafter('d', 'b', 'y/b.txt'),
          },
          { tasks: [task('a', { scope: ['x/'] }), task('b', { scope: ['y/'] })] },
        );
        const events = (await journals.read('run-1')) ?? [];
        const applied = events.flatMap(e => (e.type === 'applied' ? e.files.map(f => f.path) : []));
        const wrong = ['x/a.txt', 'y/b.txt'].filter(
          file => team.files.text(file) !== (applied.includes(file) ? 'B\n' : 'A\n'),
        );
        return { team, outcome, wrong, applied };
      };
      const all = new FailingJournals<RoutaEvent>(() => false);
      const whole = await play(all);
      assert.equal(whole.applied.length, 2);
      const lost: string[] = [];
      for (const at of someOf(all.writes)) {
        const { team, outcome, wrong } = await play(new FailingJournals(failsAt(at)));
        const isRight =
          outcome.kind === 'FAILED' &&
          outcome.reasons[0] === FAULT &&
          team.workspace.outcome === outcome &&
          team.held === 0 &&
          wrong.length === 0;
        if (!isRight) lost.push(`write ${at}: ${JSON.stringify(outcome)} ${wrong} held ${team.held}`);
      }
      tally(
        `journal write of ROUTA fails ${which}`,
        someOf(all.writes).length,
        lost.length,
        'FAILED, no change without a line',
      );
      assert.deepEqual(lost, []);
    });

  it('a ticket ends FAILED at any write, and no change stays that has no line', async () => {
    const play = async (journals: FailingJournals<TicketEvent>) => {
      const ticket = new MemoryTicket({ 'a.txt': 'A\n' });
      const state = await runTicket(
        { ...ticket.ports, journals },
        {
          ...ticket.settings(
            [[assign()]],
            [[read('a.txt')], [write('a.txt', 'B\n'), report({ filesChanged: ['a.txt'] })]],
          ),
          ticket: ticket.fileTicket(),
          path: TICKET_FILE,
        },
      );
      return { ticket, state, events: (await journals.read('run-1')) ?? [] };
    };
    const all = new FailingJournals<TicketEvent>(() => false);
    const whole = await play(all);
    assert.equal(whole.ticket.files.text('a.txt'), 'B\n');
    const lost: string[] = [];
    for (const at of someOf(all.writes)) {
      const { ticket, state, events } = await play(new FailingJournals(n => n >= at));
      const isRecorded = events.some(event => event.type === 'applied');
      const text = ticket.files.text('a.txt');
      const isRight = state.outcome?.kind === 'FAILED' && text === (isRecorded ? 'B\n' : 'A\n');
      if (!isRight) lost.push(`write ${at}: ${JSON.stringify(state.outcome)} ${text}`);
    }
    tally(
      'journal write of a ticket fails',
      someOf(all.writes).length,
      lost.length,
      'FAILED, no change without a line',
    );
    assert.deepEqual(lost, []);
  });
});

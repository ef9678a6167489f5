import assert from 'node:assert/strict';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandReceipt } from '../../../src/core/changes/change-set.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { AtomicReplaceResult } from '../../../src/generated/contracts.ts';
import { limitsFromEnvironment } from '../../../src/node/journal/history-limits.ts';
import { createHold } from '../../../src/node/journal/hold-run.ts';
import { createJournals, type DiskJournals } from '../../../src/node/journal/journals.ts';
import { journalOptions } from '../../../src/node/open-agent-ports.ts';
import { recoverWorkspace } from '../../../src/node/recover-workspace.ts';
import { changeSet } from '../../contract/changes.ts';
import { interruptRun } from '../../support/interrupt-run.ts';

interface Event {
  readonly type: string;
  readonly [name: string]: unknown;
}

describe('journals on the disk', () => {
  let stateDir: string;
  let now: number;
  let journals: DiskJournals<Event>;
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'work-order-journals-'));
    now = Date.UTC(2026, 10, 21, 22, 19, 34, 500);
    journals = createJournals<Event>(stateDir, { now: () => now });
  });
  afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

  const fileOf = (runId: string, file = 'journal.jsonl') => join(stateDir, 'runs', runId, file);
  const linesOf = (runId: string) => readFileSync(fileOf(runId), 'utf8').split('\n').slice(0, -1);

  /** A run with the events, closed again. */
  async function run(...events: readonly Event[]): Promise<string> {
    const journal = await journals.create('a title');
    for (const event of events) await journal.append(event);
    return journal.runId;
  }
  const started: Event = { type: 'started', text: 'ünïcode  "quoted"\n' };
  const applied: Event = { type: 'finished', outcome: { kind: 'APPLIED' } };

  describe('events', () => {
    it('gives back what was appended, in order', async () => {
      const runId = await run(started, applied);
      assert.deepEqual(await journals.read(runId), [started, applied]);
    });

    it('keeps the order of calls that do not wait for each other', async () => {
      const journal = await journals.create('t');
      const events = Array.from({ length: 50 }, (_, i) => ({ type: 'n', i }));
      await Promise.all(events.map(event => journal.append(event)));
      await journal.flush();
      assert.deepEqual(await journals.read(journal.runId), events);
    });

    it('goes on with an earlier run', async () => {
      const runId = await run(started);
      await (await journals.reopen(runId)).append(applied);
      assert.deepEqual(await journals.read(runId), [started, applied]);
    });

    it('lets two processes append to one run', async () => {
      const first = await journals.create('t');
      const second = await journals.reopen(first.runId);
      await first.append({ type: 'one' });
      await second.append({ type: 'two' });
      await first.append({ type: 'three' });
      assert.deepEqual(await journals.read(first.runId), [
        { type: 'one' },
        { type: 'two' },
        { type: 'three' },
      ]);
    });

    it('is undefined for a run that is not there, whatever the name', async () => {
      for (const runId of ['20260101T000000-abcd', '../..', '', '/etc', 'runs']) {
        assert.equal(await journals.read(runId), undefined);
        assert.equal(await journals.loadChangeSet(runId), undefined);
        await assert.rejects(journals.reopen(runId), /There is no run/);
      }
    });

    it('names runs so that they sort by time', async () => {
      const first = await run();
      now += 1000;
      const second = await run();
      assert.match(first, /^20261121T221934-[0-9a-f]{4}$/);
      assert.ok(first < second);
    });

    it('can be read by this user only', async () => {
      const runId = await run(started);
      assert.equal(statSync(join(stateDir, 'runs')).mode & 0o077, 0);
      assert.equal(statSync(fileOf(runId)).mode & 0o077, 0);
    });
  });

  describe('damage', () => {
    it('leaves out a last line that a crash cut off, at every byte', async () => {
      const runId = await run(started, applied);
      const whole = readFileSync(fileOf(runId));
      const lastLine = linesOf(runId).at(-1) ?? '';
      for (let cut = 1; cut <= Buffer.byteLength(lastLine) + 1; cut += 7) {
        truncateSync(fileOf(runId), whole.length - cut);
        assert.deepEqual(await journals.read(runId), [started], `${cut} bytes cut off`);
        writeFileSync(fileOf(runId), whole);
      }
    });

    it('goes on after a line that was cut off', async () => {
      const runId = await run(started, applied);
      truncateSync(fileOf(runId), statSync(fileOf(runId)).size - 5);
      await (await journals.reopen(runId)).append({ type: 'again' });
      assert.deepEqual(await journals.read(runId), [started, { type: 'again' }]);
    });

    it('goes on after zeros that a power cut left', async () => {
      const runId = await run(started);
      appendFileSync(fileOf(runId), Buffer.alloc(300));
      await (await journals.reopen(runId)).append(applied);
      assert.deepEqual(await journals.read(runId), [started, applied]);
    });

    const tamper: Readonly<Record<string, (lines: string[]) => string[]>> = {
      'a changed event': ([head = '', first = '', ...rest]) => [
        head,
        first.replace('started', 'Started'),
        ...rest,
      ],
      'a removed line': ([head = '', , ...rest]) => [head, ...rest],
      'a repeated line': ([head = '', first = '', ...rest]) => [head, first, first, ...rest],
      'lines in another order': ([head = '', first = '', second = '', ...rest]) => [
        head,
        second,
        first,
        ...rest,
      ],
      'a line of something else': ([head = '', ...rest]) => [head, '{"type":"applied"}', ...rest],
      'a changed title': ([head = '', ...rest]) => [head.replace('a title', 'b title'), ...rest],
      'a removed first line': ([, ...rest]) => rest,
    };
    for (const [what, change] of Object.entries(tamper)) {
      it(`throws for ${what}, naming the file`, async () => {
        const runId = await run(started, { type: 'second' }, applied);
        writeFileSync(fileOf(runId), `${change(linesOf(runId)).join('\n')}\n`);
        await assert.rejects(journals.read(runId), /journal\.jsonl is damaged: line \d/);
        await assert.rejects(journals.reopen(runId), /is damaged/);
      });
    }

    it('is shown in the list instead of hiding the other runs', async () => {
      const broken = await run(started, applied);
      writeFileSync(fileOf(broken), `${linesOf(broken).slice(1).join('\n')}\n`);
      now += 1000;
      const whole = await run(started, applied);
      assert.deepEqual(
        (await journals.list()).map(({ runId, outcome }) => [runId, outcome]),
        [
          [whole, 'APPLIED'],
          [broken, 'DAMAGED'],
        ],
      );
    });
  });

  describe('list', () => {
    it('is empty before the first run', async () => assert.deepEqual(await journals.list(), []));

    it('gives a title of several lines as one: a second line would look like another run', async () => {
      await journals.create('Rename\n20261123T999999-abcd  DONE\r\n');
      assert.deepEqual(
        (await journals.list()).map(({ title }) => title),
        ['Rename 20261123T999999-abcd DONE'],
      );
    });

    it('gives title, start and outcome, newest first', async () => {
      const older = await run(started, applied);
      now += 5000;
      const newer = await run(started);
      assert.deepEqual(await journals.list(), [
        { runId: newer, startedAt: now, title: 'a title', outcome: '' },
        { runId: older, startedAt: now - 5000, title: 'a title', outcome: 'APPLIED' },
      ]);
    });

    it('follows a run that goes on after it was listed', async () => {
      const runId = await run(started, applied);
      assert.equal((await journals.list())[0]?.outcome, 'APPLIED');
      await (await journals.reopen(runId)).append({ type: 'reverted', by: 'you' });
      assert.equal((await journals.list())[0]?.outcome, 'APPLIED, REVERTED');
    });

    it('tells an interrupted run that was taken back, all of it or a part, until it goes on', async () => {
      const change = (number: number): Event => ({ type: 'applied', number });
      const partly = await run(started, change(1), change(2));
      const runId = await run(started, change(1));
      const outcomes = async () =>
        Object.fromEntries((await journals.list()).map(listed => [listed.runId, listed.outcome]));
      assert.deepEqual(await outcomes(), { [runId]: '', [partly]: '' });
      for (const id of [partly, runId])
        await (await journals.reopen(id)).append({ type: 'reverted', by: 'you', numbers: [1] });
      const told = { [runId]: 'interrupted, REVERTED', [partly]: 'interrupted, partly reverted' };
      assert.deepEqual(await outcomes(), told);
      assert.deepEqual(await outcomes(), told, 'also from what is kept for lists');
      const held = await createHold({ root: stateDir, stateDir, runsDir: stateDir, what: 'run' }).run(runId);
      assert.ok(held.ok);
      const atWork = (await journals.list()).find(listed => listed.runId === runId);
      held.value();
      assert.deepEqual([atWork?.outcome, atWork?.underWay], ['', 'at work']);
    });

    it('tells a failed run that was taken back from one that was kept', async () => {
      const outcome = (changeKept: boolean) => ({
        type: 'finished',
        outcome: { kind: 'FAILED', changeKept },
      });
      await run(outcome(true));
      now += 1000;
      await run({ type: 'reverted' }, outcome(false));
      now += 1000;
      await run(outcome(false));
      assert.deepEqual(
        (await journals.list()).map(({ outcome }) => outcome),
        ['FAILED, nothing changed', 'FAILED, REVERTED', 'FAILED'],
      );
    });
  });

  describe('prune', () => {
    const MEGABYTE = 1_000_000;
    const many = { runs: 1000, megabytes: 1000 };
    /** Ended runs, oldest first. */
    async function ended(count: number, bytes = 0): Promise<string[]> {
      const ids: string[] = [];
      for (let i = 0; i < count; i++) {
        const runId = await run(started, applied);
        if (bytes > 0) writeFileSync(fileOf(runId, 'changes.bin'), Buffer.alloc(bytes));
        ids.push(runId);
        now += 1000;
      }
      return ids;
    }
    const kept = async () => (await journals.list()).map(({ runId }) => runId).reverse();

    it('keeps the newest runs', async () => {
      const ids = await ended(5);
      assert.deepEqual(await journals.prune({ ...many, runs: 2 }), ids.slice(0, 3).reverse());
      assert.deepEqual(await kept(), ids.slice(3));
    });

    it('keeps what all runs take together below the limit', async () => {
      const ids = await ended(5, MEGABYTE);
      await journals.prune({ ...many, megabytes: 3 });
      assert.deepEqual(await kept(), ids.slice(3), 'the journals take a little, too');
      await journals.prune({ ...many, megabytes: 1 });
      assert.deepEqual(await kept(), [], 'also the last one');
    });

    it('happens when a run is created beyond a limit', async () => {
      const limits = { runs: 3, megabytes: 1000 };
      journals = createJournals<Event>(stateDir, { now: () => now }, { limits: () => limits });
      const ids = await ended(6);
      assert.deepEqual(await kept(), ids.slice(3));
    });

    it('never takes a run that has not ended', async () => {
      const open = await run(started);
      now += 1000;
      const ids = await ended(3);
      await journals.prune({ runs: 1, megabytes: 1 });
      assert.deepEqual(await kept(), [open, ids[2]]);
    });

    it('never takes a run that was resumed and has not ended again', async () => {
      const blocked: Event = { type: 'finished', outcome: { kind: 'BLOCKED' } };
      const resumed = await run(started, blocked, { type: 'resumed' });
      now += 1000;
      const plan = await run({ type: 'plan_finished', result: 'STOPPED' }, { type: 'plan_started' });
      now += 1000;
      const again = await run(started, blocked, { type: 'resumed' }, applied);
      assert.deepEqual(
        (await journals.list()).map(({ runId, outcome }) => [runId, outcome]),
        [
          [again, 'APPLIED'],
          [plan, ''],
          [resumed, ''],
        ],
      );
      assert.deepEqual(await journals.prune({ runs: 0, megabytes: 1 }), [again]);
    });

    it('takes no run of an agent that waits for a person', async () => {
      const options = journalOptions({ stateDir });
      journals = createJournals<Event>(stateDir, { now: () => now }, options);
      const ids: string[] = [];
      for (const kind of ['WAITING', 'BLOCKED', 'DONE', 'FAILED']) {
        ids.push(await run(started, { type: 'finished', outcome: { kind } }));
        now += 1000;
      }
      ids.push(await run(started, { type: 'finished', outcome: { kind: 'BLOCKED' } }, { type: 'reverted' }));
      await journals.prune({ runs: 0, megabytes: 1 });
      assert.deepEqual(await kept(), ids.slice(0, 2));
    });

    it('takes nothing while a change is under way or waits for recovery', async () => {
      const ids = await ended(3);
      const root = mkdtempSync(join(tmpdir(), 'work-order-root-'));
      writeFileSync(join(root, 'a.py'), 'a');
      const [runId = ''] = ids;
      await interruptRun({ root, stateDir }, changeSet({ 'a.py': ['a', 'A'] }), runId);
      assert.deepEqual(await journals.prune({ runs: 1, megabytes: 1 }), []);
      const recovery = await recoverWorkspace({
        root,
        stateDir,
        journals: createJournals<RunEvent>(stateDir, { now: () => now }),
      });
      assert.equal(recovery.done.length, 1);
      assert.equal((await journals.prune({ runs: 1, megabytes: 1 })).length, 2);
      rmSync(root, { recursive: true });
    });

    it('takes a plan that ended, too', async () => {
      await run({ type: 'plan_finished', result: 'STOPPED' });
      assert.equal((await journals.prune({ runs: 0, megabytes: 1 })).length, 1);
    });
  });

  describe('limits from the environment', () => {
    it('are 200 runs and 500 MB unless it says something else', () => {
      assert.deepEqual(limitsFromEnvironment({}), { ok: true, value: { runs: 200, megabytes: 500 } });
      const environment = { WORKORDER_HISTORY_RUNS: '20', WORKORDER_HISTORY_MB: '50' };
      assert.deepEqual(limitsFromEnvironment(environment), { ok: true, value: { runs: 20, megabytes: 50 } });
    });

    it('are refused by name when they are no numbers', () => {
      for (const bad of ['0', '-1', '1.5', 'all'])
        assert.deepEqual(limitsFromEnvironment({ WORKORDER_HISTORY_MB: bad }), {
          ok: false,
          error: `WORKORDER_HISTORY_MB must be a whole number of at least 1, not "${bad}"`,
        });
    });
  });

  describe('change sets', () => {
    const changes = changeSet({
      'a.py': ['one\ntwo\nthree\n', 'one\nTWO\nthree\n'],
      'b.py': [undefined, Uint8Array.of(0, 255, 10)],
      'c.py': ['gone', undefined],
      'empty.py': ['', 'x'],
    });

    it('gives back every byte, hash, span and receipt', async () => {
      const runId = await run(started);
      const response = {
        path: 'a.py',
        changed: true,
        replacements_applied: 1,
        details: [{ old_string_preview: 'two', status: 'applied' }],
      } as const satisfies AtomicReplaceResult;
      const tool = 'atomic_replace';
      const receipts: readonly CommandReceipt[] = [
        { index: 0, tool, paths: ['a.py'], reason: 'Why.', response },
      ];
      await journals.saveChangeSet(runId, { ...changes, receipts });
      const loaded = await journals.loadChangeSet(runId);
      const plain = (set: typeof changes | undefined) =>
        set?.files.map(file => ({
          ...file,
          before: file.before && [...file.before],
          after: file.after && [...file.after],
        }));
      assert.deepEqual(plain(loaded), plain(changes));
      assert.deepEqual(loaded?.receipts, receipts);
    });

    it('survives a new process', async () => {
      const runId = await run(started);
      await journals.saveChangeSet(runId, changes);
      const later = createJournals<Event>(stateDir, { now: () => now });
      assert.equal((await later.loadChangeSet(runId))?.files.length, 4);
    });

    it('is undefined for a run that applied nothing', async () => {
      assert.equal(await journals.loadChangeSet(await run(started)), undefined);
    });

    it('throws when one byte of the file was changed, wherever', async () => {
      const runId = await run(started);
      await journals.saveChangeSet(runId, changes);
      const path = fileOf(runId, 'changes.bin');
      const whole = readFileSync(path);
      for (let at = 0; at < whole.length; at += 13) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        writeFileSync(path, bytes);
        await assert.rejects(journals.loadChangeSet(runId), /changes\.bin is damaged/, `byte ${at}`);
      }
    });
  });
});

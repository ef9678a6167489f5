import assert from 'node:assert/strict';
import { RESUMABLE, type ResumableRun } from './resumable-workflows.ts';
import { AFTER, BEFORE, FILE, type Stand, WORKFLOWS } from './stored-workflows.ts';

const revert = (runs: Stand['runs']) => runs.revert({ runId: 'run-1', by: 'Ann' });

for (const [name, open] of Object.entries(WORKFLOWS)) {
  const resumable = RESUMABLE[name];
  describe(`the contract of stored runs: ${name}`, () => {
    async function linesOfAWholeRun(): Promise<number> {
      const stand = open();
      await stand.run();
      assert.equal(stand.files.text(FILE), AFTER);
      return stand.lines();
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

    it('keeps what was run of its changes until they are taken back, and ends as before', async () => {
      const stand = open();
      await stand.run();
      const { runs } = stand;
      const headline = await runs.headline('run-1');
      const tests = { kind: 'not run', reason: 'pytest is not installed' } as const;
      const recorded = await runs.recordTried('run-1', { trials: [], tests });
      // A plan has no changes of its own: its steps are runs.
      if (name === 'plan') return assert.equal(recorded.ok, false);
      assert.ok(recorded.ok, recorded.ok ? '' : recorded.error);
      const verified = await runs.verify('run-1');
      assert.ok(verified.ok, verified.ok ? '' : verified.error);
      assert.deepEqual(verified.value.tried?.tests, tests);
      assert.match((await runs.transcript('run-1')) ?? '', /pytest is not installed/);
      assert.equal(await runs.headline('run-1'), headline);
      assert.equal((await revert(runs)).ok, true);
      const later = await runs.verify('run-1');
      assert.equal(later.ok && later.value.tried, undefined);
    });

    it('tells how it ended, or that it was interrupted, in the same words', async () => {
      const stand = open();
      stand.dieAfter(2);
      await stand.run().catch(() => undefined);
      assert.equal(await stand.runs.headline('run-1'), 'interrupted');
      assert.equal(await stand.runs.headline('run-9'), undefined);
      stand.dieAfter(Number.POSITIVE_INFINITY);
      assert.equal((await stand.runs.giveUp('run-1')).ok, true);
      assert.match((await stand.runs.headline('run-1')) ?? '', /stopped by you/i);
    });

    it(`killed at every line of its journal it ends the same when it is resumed: nothing lost, nothing doubled ${resumable?.ids}`, async () => {
      assert.ok(resumable, 'it is in the table');
      const whole = resumable.open(Number.POSITIVE_INFINITY);
      await whole.run();
      const end = await whole.end();
      const lines = await whole.lines();
      assert.ok(lines >= resumable.atLeast, `${lines}`);
      for (let n = 1; n < lines; n++) {
        const at = `after ${n} of ${lines} lines`;
        const run: ResumableRun = resumable.open(n);
        await run.run().then(
          () => undefined,
          (error: Error) => assert.match(error.message, /died|stopped/, at),
        );
        run.revive();
        await run.resume(at);
        assert.deepEqual([at, await run.end()], [at, end]);
        await run.check?.(at);
      }
    });
  });
}

import assert from 'node:assert/strict';
import type { RunState } from '../../src/core/workorder/state.ts';
import { initialState, reduce } from '../../src/core/workorder/state.ts';
import { sha256Of } from '../support/memory-files.ts';
import { readCases, rewriteExpected } from './golden-case.ts';
import { type CaseRun, changedFiles, runCase } from './run-case.ts';

const REWRITE = process.env['UPDATE_GOLDEN'] === '1' && process.env['CI'] === undefined;

/** Each folder beside this file is one run: `case.json` goes in, `expected.json` and `expected/` come out. */
describe('golden cases', () => {
  for (const { name, input, expected, expectedFiles } of readCases()) {
    it(`${name}: ${input.title}`, async () => {
      const run = await runCase(input);
      checkWhatIsOnDisk(run);
      checkProjection(run);
      const changed = changesOfTheRun(run);
      if (REWRITE) {
        await rewriteExpected(name, run.actual, changed);
      } else {
        assert.ok(expected, `test/golden/${name}/expected.json is missing; write it with UPDATE_GOLDEN=1`);
        assert.deepEqual(JSON.parse(JSON.stringify(run.actual)), expected);
        assert.deepEqual([...changed.keys()], [...expectedFiles.keys()].sort());
        for (const [file, bytes] of changed) checkBytes(file, bytes, expectedFiles.get(file));
      }
      await checkRevert(run);
    });
  }
});

/** What the run itself changed and left behind, sorted by path. */
function changesOfTheRun(run: CaseRun): ReadonlyMap<string, Uint8Array> {
  const changed = new Map<string, Uint8Array>();
  for (const [file, bytes] of [...changedFiles(run)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (run.foreign.has(file)) continue;
    assert.ok(bytes, `${file} is gone; no command can delete a file`);
    changed.set(file, bytes);
  }
  return changed;
}

/** The outcome tells the truth about the disk: BLOCKED changed nothing, APPLIED what it says (C14, T7). */
function checkWhatIsOnDisk(run: CaseRun): void {
  const { outcome, files } = run.state;
  assert.ok(outcome, 'the run has no outcome');
  const applied = run.actual.events.some(line => line.startsWith('applied'));
  const kept =
    outcome.kind === 'APPLIED' ||
    (outcome.kind === 'FAILED' && outcome.changeKept) ||
    (outcome.kind === 'CANCELLED' && applied);
  const changed = changesOfTheRun(run);
  assert.deepEqual(
    [...changed].map(([file, bytes]) => [file, sha256Of(bytes)]),
    kept ? files.map(file => [file.path, file.after_sha256]) : [],
  );
}

/** The state is what the journal says, and nothing else. */
function checkProjection({ journal, state }: CaseRun): void {
  assert.deepEqual(
    journal.reduce((projected: RunState, event) => reduce(projected, event), initialState(state.runId)),
    state,
  );
}

/** Whatever was applied can be taken back to the byte. */
async function checkRevert(run: CaseRun): Promise<void> {
  if (run.state.outcome?.kind !== 'APPLIED') return;
  assert.deepEqual(await run.app.revertRun(run.state.runId, 'the test'), { kind: 'applied' });
  assert.deepEqual(
    [...changedFiles(run).keys()].filter(file => !run.foreign.has(file)),
    [],
  );
}

function checkBytes(file: string, actual: Uint8Array, expected: Uint8Array | undefined): void {
  const show = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1');
  assert.equal(show(actual), show(expected), file);
}

import assert from 'node:assert/strict';
import type { RunState } from '../../src/core/workorder/state.ts';
import { initialState, reduce } from '../../src/core/workorder/state.ts';
import { sha256Of } from '../support/memory-files.ts';
import type { CaseFolder } from './golden-case.ts';
import { type CaseRun, changedFiles } from './run-case.ts';

/** What the run itself changed and left behind, sorted by path. */
export function changesOfTheRun(run: CaseRun): ReadonlyMap<string, Uint8Array> {
  const changed = new Map<string, Uint8Array>();
  for (const [file, bytes] of [...changedFiles(run)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (run.foreign.has(file)) continue;
    assert.ok(bytes, `${file} is gone; no command can delete a file`);
    changed.set(file, bytes);
  }
  return changed;
}

/** Outcome, events, lint calls and every byte are those of the case. */
export function checkExpected(run: CaseRun, { name, expected, expectedFiles }: CaseFolder): void {
  assert.ok(expected, `test/golden/${name}/expected.json is missing; write it with UPDATE_GOLDEN=1`);
  assert.deepEqual(asJson(run.actual), expected);
  const changed = changesOfTheRun(run);
  assert.deepEqual([...changed.keys()], [...expectedFiles.keys()].sort());
  for (const [file, bytes] of changed) assert.equal(show(bytes), show(expectedFiles.get(file)), file);
}

/** The outcome tells the truth about the disk: BLOCKED changed nothing, APPLIED what it says (C14, T7). */
export function checkWhatIsOnDisk(run: CaseRun): void {
  const { outcome, files } = run.state;
  assert.ok(outcome, 'the run has no outcome');
  const applied = run.actual.events.some(line => line.startsWith('applied'));
  const kept =
    outcome.kind === 'APPLIED' ||
    (outcome.kind === 'FAILED' && outcome.changeKept) ||
    (outcome.kind === 'CANCELLED' && applied);
  assert.deepEqual(
    [...changesOfTheRun(run)].map(([file, bytes]) => [file, sha256Of(bytes)]),
    kept ? files.map(file => [file.path, file.after_sha256]) : [],
  );
}

/** The state is what the journal says, and nothing else. */
export function checkProjection({ journal, state }: CaseRun): void {
  const projected = journal.reduce(
    (before: RunState, event) => reduce(before, event),
    initialState(state.runId),
  );
  assert.deepEqual(asJson(projected), asJson(state));
}

/** Whatever was applied can be taken back to the byte. */
export async function checkRevert(run: CaseRun): Promise<void> {
  if (run.state.outcome?.kind !== 'APPLIED') return;
  assert.equal((await run.app.workOrders.revert({ runId: run.state.runId, by: 'the test', approve: async () => true })).ok, true);
  assert.deepEqual(
    [...changedFiles(run).keys()].filter(file => !run.foreign.has(file)),
    [],
  );
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

// One character for each byte, so that a difference is readable and nothing is lost.
const show = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('latin1');

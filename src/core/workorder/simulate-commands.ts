import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { loadSnapshot, withPlaces } from '../gate/load-snapshot.ts';
import { findSecretMoves } from '../gate/secret-moves.ts';
import { ok } from '../kernel/result.ts';
import { findElisions } from '../verification/elision.ts';
import { blocked } from './blocked.ts';
import type { RunContext, StageResult } from './run-request.ts';

/** Some commands of a list: the files they make, and what to say of one that does not apply. */
export interface SimulatedPart {
  readonly newFiles: readonly string[];
  readonly describe: (index: number) => string;
  /** How many of the last commands are the person's. */
  readonly edits: number;
}

/**
 * The dry run: reads the files and computes the change set. A command that does not apply stops the run
 * here, before Main has begun, so it is BLOCKED with the tool's own answer.
 *
 * @param seen hashes of files the Designer was shown; a file that changed since is refused
 */
export async function simulateCommands(
  run: RunContext,
  of: 'designer' | 'qa',
  commands: readonly Command[],
  paths: readonly string[],
  seen: ReadonlyMap<string, string>,
  part?: SimulatedPart,
): Promise<StageResult<ChangeSet>> {
  const done = await dryRun(run, commands, paths, seen, part);
  if (!done.ok) return done;
  const changes = done.value;
  if (changes.files.length === 0) {
    return blocked('dry run', ['the commands change nothing: every file would keep its bytes']);
  }
  await run.recorder.record({
    type: 'simulated',
    of,
    files: fileRecords(changes),
    receipts: changes.receipts,
  });
  return done;
}

/** The same without a line in the journal; it may change nothing. */
export async function dryRun(
  run: RunContext,
  commands: readonly Command[],
  paths: readonly string[],
  seen: ReadonlyMap<string, string>,
  part?: SimulatedPart,
): Promise<StageResult<ChangeSet>> {
  const { files, analyst } = run.ports;
  const newFiles = part?.newFiles ?? run.request.order.new_files ?? [];
  const loaded = await loadSnapshot([...paths, ...newFiles], files);
  const { snapshot, hashes, problems } = loaded;
  const stale = paths.filter(path => seen.has(path) && hashes.get(path) !== seen.get(path));
  const reasons = [
    ...problems,
    ...findSecretMoves(commands, loaded, files.secretsAllowed),
    ...stale.map(p => `${p} changed since the Designer read it; run the work order again`),
  ];
  if (reasons.length > 0) return blocked('dry run', reasons);

  const result = await analyst.simulate({ commands, newFiles, snapshot }, run.request.signal);
  if (!result.ok) {
    const { index, response } = result;
    const details = 'validation_errors' in response ? (response.validation_errors ?? []) : [];
    if (part && index >= 0) return blocked('dry run', [part.describe(index)]);
    const where = index < 0 ? 'new_files' : `command ${index} (${commands[index]?.tool}) on ${response.path}`;
    return blocked(
      'dry run',
      details.length > 0 ? details.map(d => `${where}: ${d}`) : [`${where}: ${response.error}`],
    );
  }
  const { step_text, invariants } = run.request.order;
  const elisions = findElisions(commands, result.changes, [step_text, ...invariants].join('\n'));
  if (elisions.length > 0) return blocked('validator', elisions);
  const changes = withPlaces(result.changes, loaded.real);
  return ok(part ? markEdits(changes, part.edits) : changes);
}

const markEdits = (changes: ChangeSet, edits: number): ChangeSet => {
  if (edits === 0) return changes;
  const own = changes.receipts.length - edits;
  const receipts = changes.receipts.map((receipt, index) =>
    index < own ? receipt : { ...receipt, by: 'person' as const },
  );
  return { ...changes, receipts };
};

import type { ThreeVersions } from '../core/changes/three-versions.ts';
import type { Result } from '../core/kernel/result.ts';
import type { Journals } from '../core/ports/journal.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import type { Outcome } from '../core/workorder/outcome.ts';
import { recover } from './files/recover.ts';
import type { Recovered } from './files/recovery-report.ts';
import { type Decision, resolveInterrupted } from './files/resolve-interrupted.ts';

/** A run whose interrupted change waits for a person's decision. */
export interface InterruptedRun {
  readonly id: string;
  /** Left out when the record cannot be used. */
  readonly runId?: string;
  readonly sentence: string;
  /** The files in question; none when the record cannot be used. */
  readonly files: readonly ThreeVersions[];
}

export interface WorkspaceRecovery {
  /** One sentence for each thing that was finished or undone. */
  readonly done: readonly string[];
  /** What a person must look at; while there is any, nothing may be applied. */
  readonly open: readonly string[];
  /** Those of them that a person can decide. */
  readonly interrupted: readonly InterruptedRun[];
}

/** A workspace's places and the journals of its runs. */
export interface RecoveryPlaces {
  /** The workspace folder, absolute. */
  readonly root: string;
  readonly stateDir: string;
  readonly journals: Journals<RunEvent>;
}

/**
 * What every host does before it lets anything write: recovers interrupted transactions and ends the
 * journals of the runs they belonged to. Trusted workspaces only.
 */
export async function recoverWorkspace({
  root,
  stateDir,
  journals,
}: RecoveryPlaces): Promise<WorkspaceRecovery> {
  const report = await recover({ root, stateDir });
  if (report.kind === 'busy') return { done: [], open: [report.reason], interrupted: [] };
  const done: string[] = [];
  const interrupted: InterruptedRun[] = [];
  for (const recovered of report.recovered) {
    const sentence = describe(recovered);
    switch (recovered.kind) {
      case 'rolled_back':
        done.push(sentence);
        await endRun(journals, recovered.runId, ROLLED_BACK);
        break;
      case 'completed':
        done.push(sentence);
        await endRun(journals, recovered.runId, NOT_LINTED);
        break;
      case 'needs_you':
        interrupted.push({
          id: recovered.id,
          runId: recovered.runId,
          sentence,
          files: recovered.conflicts,
        });
        break;
      case 'refused':
        interrupted.push({ id: recovered.id, sentence, files: [] });
        break;
    }
  }
  return { done, open: interrupted.map(run => run.sentence), interrupted };
}

/** Ends an interrupted run as a person decided, on the disk and in its journal; the value says what was done. */
export async function decideInterrupted(
  { root, stateDir, journals }: RecoveryPlaces,
  { id, runId, files }: InterruptedRun,
  decision: Decision,
): Promise<Result<string>> {
  const resolved = await resolveInterrupted({ root, stateDir }, id, decision);
  if (!resolved.ok || runId === undefined) return resolved;
  const paths = files.map(file => file.path).join(', ');
  const what = {
    keep: `${paths} changed by another program and kept so; every other file is as before`,
    restore: 'every file is as before',
    forget: `${paths} changed by another program; the record was dropped`,
  }[decision];
  await endRun(journals, runId, failedAtApply(`interrupted: ${what}`, decision === 'forget'));
  return resolved;
}

function describe(recovered: Recovered): string {
  switch (recovered.kind) {
    case 'rolled_back':
      return `Run ${recovered.runId} was interrupted while it was applied; every file is as it was before.`;
    case 'completed':
      return `Run ${recovered.runId} was interrupted after it was applied; every file is as it left it.`;
    case 'needs_you':
      return `Run ${recovered.runId} was interrupted, and another program changed ${recovered.conflicts
        .map(c => c.path)
        .join(', ')} too. These files were not touched; compare them and decide.`;
    case 'refused':
      return recovered.reason;
  }
}

const failedAtApply = (reason: string, changeKept: boolean): Outcome => ({
  kind: 'FAILED',
  step: 'apply',
  reasons: [reason],
  changeKept,
});
const ROLLED_BACK = failedAtApply('rolled back after a crash', false);
const NOT_LINTED: Outcome = {
  kind: 'FAILED',
  step: 'lint',
  reasons: ['interrupted after the apply; not linted'],
  changeKept: true,
};

async function endRun(journals: Journals<RunEvent>, runId: string, outcome: Outcome): Promise<void> {
  const events = await journals.read(runId);
  if (!events || events.some(event => event.type === 'finished')) return;
  const journal = await journals.reopen(runId);
  await journal.append({ type: 'finished', at: Date.now(), outcome });
}

import type { Journals } from '../core/ports/journal.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import type { Outcome } from '../core/workorder/outcome.ts';
import { recover } from './files/recover.ts';
import type { Recovered, RecoveryReport } from './files/recovery-report.ts';

export interface WorkspaceRecovery {
  /** One sentence for each thing that was finished or undone. */
  readonly done: readonly string[];
  /** What a person must look at; while there is any, nothing may be applied. */
  readonly open: readonly string[];
  readonly report: RecoveryReport;
}

/**
 * What every host does before it lets anything write: recovers interrupted transactions and ends the
 * journals of the runs they belonged to (T3). Trusted workspaces only.
 */
export async function recoverWorkspace(
  root: string,
  stateDir: string,
  journals: Journals<RunEvent>,
): Promise<WorkspaceRecovery> {
  const report = await recover({ root, stateDir });
  if (report.kind === 'busy') return { done: [], open: [report.reason], report };
  const done: string[] = [];
  const open: string[] = [];
  for (const recovered of report.recovered) {
    const sentence = describe(recovered);
    if (recovered.kind === 'rolled_back' || recovered.kind === 'completed') {
      done.push(sentence);
      await endRun(journals, recovered);
    } else {
      open.push(sentence);
    }
  }
  return { done, open, report };
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
        .join(', ')} since. These files were not touched; compare them and decide.`;
    case 'refused':
      return `The record ${recovered.record} cannot be used: ${recovered.reason}`;
  }
}

async function endRun(
  journals: Journals<RunEvent>,
  recovered: Extract<Recovered, { kind: 'rolled_back' | 'completed' }>,
): Promise<void> {
  const events = await journals.read(recovered.runId);
  if (!events || events.some(event => event.type === 'finished')) return;
  const outcome: Outcome =
    recovered.kind === 'rolled_back'
      ? { kind: 'FAILED', step: 'apply', reasons: ['rolled back after a crash'], changeKept: false }
      : {
          kind: 'FAILED',
          step: 'lint',
          reasons: ['interrupted after the apply; not linted'],
          changeKept: true,
        };
  const journal = await journals.reopen(recovered.runId);
  await journal.append({ type: 'finished', at: Date.now(), outcome });
}

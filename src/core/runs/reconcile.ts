import type { FileChange } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import { isOnDisk } from './compare-files.ts';
import type { Applied } from './workflow.ts';

export interface InterruptedRun {
  readonly runId: string;
  readonly files: Files;
  readonly sha256: Sha256;
  readonly journals: Pick<Journals<never>, 'loadChangeSet'>;
  readonly record: (applied: Applied, agentId: string) => Promise<void>;
}

/** A line of any journal, as far as it matters here. */
export interface RunLine {
  readonly type: string;
  readonly agentId?: string;
}

/** A run with one change at most does not number it. */
type Proposed = RunLine & Partial<Pick<Extract<GateEvent, { type: 'proposed' }>, 'number' | 'turn'>>;

/**
 * Between a change on the disk and its line in the journal a crash may have come. Where a change was let through, has
 * no such line, and what it put into each file is there, the line is written now.
 */
export async function reconcile(
  { runId, files, sha256, journals, record }: InterruptedRun,
  events: readonly RunLine[],
): Promise<void> {
  for (const { number, turn = 0, agentId = '' } of undecided(events)) {
    // Stored just before the apply, so a change that was rejected is not there.
    const changes = await journals.loadChangeSet(runId, number);
    if (!changes || !(await isOnDisk({ files, sha256 }, changes))) continue;
    await record(
      { type: 'applied', number: number ?? 1, turn, isolated: false, files: fileRecords(changes) },
      agentId,
    );
  }
}

/** Whether each file, and no other that a link puts in its place, has this content; `undefined`: there is none. */
export async function areAll(
  changes: readonly FileChange[],
  files: Pick<Files, 'read'>,
  sha256Of: (change: FileChange) => string | undefined,
): Promise<boolean> {
  for (const change of changes) {
    const now = await files.read(change.path);
    const wanted = sha256Of(change);
    const isSo =
      now.kind === 'file'
        ? now.file.sha256 === wanted && now.file.realPath === change.realPath
        : now.kind === 'missing' && wanted === undefined;
    if (!isSo) return false;
  }
  return true;
}

/** An agent continues only when its change was decided on: after one of these nothing is open. */
const DECIDED: ReadonlySet<string> = new Set([
  'applied',
  'turn_started',
  'called',
  'told',
  'replied',
  'cycle_ended',
]);

/** The proposal of each agent that no line decides on. A checkout of its own is gone with the crash. */
export function undecided(events: readonly RunLine[]): readonly Proposed[] {
  const open = new Map<string, Proposed>();
  let isIsolated = false;
  for (const event of events) {
    const { agentId = '' } = event;
    if (event.type === 'resumed') open.clear();
    else if (isCycle(event)) isIsolated = event.isolated;
    else if (event.type === 'branch_made') isIsolated = true;
    else if (isProposed(event)) {
      if (!isIsolated) open.set(agentId, event);
    } else if (DECIDED.has(event.type) || isRejection(event)) open.delete(agentId);
  }
  return [...open.values()].sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
}

/** A quick fix is what a person asked for: no one is asked again. */
const isProposed = (event: RunLine): event is Proposed =>
  event.type === 'proposed' || event.type === 'lint_fix';
const isCycle = (event: RunLine): event is RunLine & { readonly isolated: boolean } =>
  event.type === 'cycle_started' && 'isolated' in event;
const isRejection = (event: RunLine): boolean =>
  event.type === 'reviewed' && 'decision' in event && event.decision === 'reject';

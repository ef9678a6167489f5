import type { FileChange } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import type { Applied } from './workflow.ts';

export interface InterruptedRun {
  readonly runId: string;
  readonly files: Pick<Files, 'read'>;
  readonly journals: Pick<Journals<never>, 'loadChangeSet'>;
  readonly record: (applied: Applied, agentId: string) => Promise<void>;
}

/** A line of any journal, as far as it matters here. */
export interface RunLine {
  readonly type: string;
  readonly agentId?: string;
}

type Proposed = Extract<GateEvent, { type: 'proposed' }> & RunLine;

/**
 * Between a change on the disk and its line in the journal a crash may have come. Where a change was let through, has
 * no such line, and every file is as it would have left it, the line is written now (C47).
 */
export async function reconcile(
  { runId, files, journals, record }: InterruptedRun,
  events: readonly RunLine[],
): Promise<void> {
  for (const { number, turn, agentId = '' } of undecided(events)) {
    // Stored just before the apply, so a change that was rejected is not there.
    const changes = await journals.loadChangeSet(runId, number);
    if (!changes || !(await areAll(changes.files, files, file => file.afterSha256))) continue;
    await record({ type: 'applied', number, turn, isolated: false, files: fileRecords(changes) }, agentId);
  }
}

/** Whether each file has this content; `undefined`: there is none. */
export async function areAll(
  changes: readonly FileChange[],
  files: Pick<Files, 'read'>,
  sha256Of: (change: FileChange) => string | undefined,
): Promise<boolean> {
  for (const change of changes) {
    const now = await files.read(change.path);
    const wanted = sha256Of(change);
    const isSo =
      now.kind === 'file' ? now.file.sha256 === wanted : now.kind === 'missing' && wanted === undefined;
    if (!isSo) return false;
  }
  return true;
}

/** An agent goes on only when its change was decided on: after one of these nothing is open. */
const GOES_ON: ReadonlySet<string> = new Set([
  'applied',
  'turn_started',
  'called',
  'told',
  'replied',
  'cycle_ended',
]);

/** The proposal of each agent that no line decides on. A checkout of its own is gone with the crash. */
function undecided(events: readonly RunLine[]): readonly Proposed[] {
  const open = new Map<string, Proposed>();
  let isIsolated = false;
  for (const event of events) {
    const { agentId = '' } = event;
    if (event.type === 'resumed') open.clear();
    else if (isCycle(event)) isIsolated = event.isolated;
    else if (isProposed(event)) {
      if (!isIsolated) open.set(agentId, event);
    } else if (GOES_ON.has(event.type) || isRejection(event)) open.delete(agentId);
  }
  return [...open.values()].sort((a, b) => a.number - b.number);
}

const isProposed = (event: RunLine): event is Proposed => event.type === 'proposed';
const isCycle = (event: RunLine): event is RunLine & { readonly isolated: boolean } =>
  event.type === 'cycle_started' && 'isolated' in event;
const isRejection = (event: RunLine): boolean =>
  event.type === 'reviewed' && 'decision' in event && event.decision === 'reject';

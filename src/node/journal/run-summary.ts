import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine } from '../../core/kernel/one-line.ts';
import type { ClaimTally, RunSummary } from '../../core/ports/journal.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import { isRevertable } from '../../core/runs/revertable.ts';
import { type Fields, readFields } from '../files/fields.ts';
import { memberOf, readChain } from './chain.ts';
import { tallyClaims } from './claim-tally.ts';
import { outcomeWord } from './outcome-word.ts';
import { appliedSteps, changedFiles, runKind } from './run-kind.ts';

export const JOURNAL_FILE = 'journal.jsonl';
const SUMMARY_FILE = 'summary.json';

/** Outcome of a run whose journal cannot be read. */
export const DAMAGED = 'DAMAGED';

/** What is kept of a run for lists. */
export interface KeptSummary extends RunSummary {
  /** Which of its changes were taken back: for one without an outcome, whose words in lists a hold decides. */
  readonly takenBack: string;
}

/**
 * What a list of runs shows of one. The journal is the only truth; beside it lies a copy of this answer that counts
 * only for a journal of the very same size, so that a long history is listed without reading it all.
 * `undefined` when the folder holds no run.
 */
export async function summariseRun(folder: string, runId: string): Promise<KeptSummary | undefined> {
  const journal = join(folder, JOURNAL_FILE);
  const size = await stat(journal).then(
    found => found.size,
    () => undefined,
  );
  if (size === undefined) return undefined;
  const kept = await readKept(folder, runId, size);
  if (kept) return kept;
  const bytes = await readFile(journal);
  // Created a moment ago, or cut off by a crash before it said anything.
  if (!bytes.includes(0x0a)) return undefined;
  try {
    const { head, events } = readChain(bytes);
    const claims = tallyClaims(events);
    const files = changedFiles(events);
    const steps = appliedSteps(events);
    const revertable = isRevertable(events.filter(isLine));
    const { ended, takenBack } = outcomeWord(events, revertable);
    const summary = {
      runId,
      startedAt: head.startedAt,
      title: oneLine(head.title),
      outcome: ended === '' || takenBack === '' ? ended : `${ended}, ${takenBack}`,
      takenBack,
      ...kindOf(events),
      ...(revertable ? { revertable } : {}),
      ...(steps === undefined ? {} : { steps }),
      ...(files.length > 0 ? { files } : {}),
      ...(claims.length > 0 ? { claims } : {}),
    };
    await keep(folder, { ...summary, revertable, files, size, steps: steps ?? null });
    return summary;
  } catch {
    return {
      runId,
      startedAt: startOf(runId),
      title: 'The journal of this run is damaged',
      outcome: DAMAGED,
      takenBack: '',
    };
  }
}

const isLine = (event: unknown): event is RunLine => typeof memberOf(event, 'type') === 'string';

const kindOf = (events: readonly unknown[]) => {
  const kind = runKind(events);
  return kind === undefined ? {} : { kind };
};

async function readKept(folder: string, runId: string, size: number): Promise<KeptSummary | undefined> {
  try {
    const kept: unknown = JSON.parse(await readFile(join(folder, SUMMARY_FILE), 'utf8'));
    const fields = readFields(kept, 'the summary');
    if (fields.integer('size', 0, Number.MAX_SAFE_INTEGER) !== size) return undefined;
    const startedAt = fields.integer('startedAt', 0, Number.MAX_SAFE_INTEGER);
    const claims = memberOf(kept, 'claims') === undefined ? [] : fields.list('claims', 2).map(readTally);
    const [title, outcome] = [fields.text('title', /^/), fields.text('outcome', /^/)];
    // A summary that an earlier version kept does not say all: the journal is read once more.
    const [files, revertable] = [memberOf(kept, 'files'), memberOf(kept, 'revertable')];
    if (!Array.isArray(files) || typeof revertable !== 'boolean') return undefined;
    const takenBack = memberOf(kept, 'takenBack');
    if (typeof takenBack !== 'string') return undefined;
    const kind = memberOf(kept, 'kind');
    const steps = readSteps(memberOf(kept, 'steps'));
    if (steps === undefined) return undefined;
    return {
      runId,
      startedAt,
      title,
      outcome,
      takenBack,
      ...(typeof kind === 'string' ? { kind } : {}),
      ...(revertable ? { revertable } : {}),
      ...(steps === null ? {} : { steps }),
      ...(files.length > 0 ? { files: files.map(String) } : {}),
      ...(claims.length > 0 ? { claims } : {}),
    };
  } catch {
    return undefined;
  }
}

function readSteps(kept: unknown): NonNullable<RunSummary['steps']> | null | undefined {
  if (kept === undefined || kept === null) return kept;
  const applied = memberOf(kept, 'applied');
  if (!Array.isArray(applied)) return undefined;
  return { applied: applied.map(String), resumed: memberOf(kept, 'resumed') === true };
}

function readTally(fields: Fields): ClaimTally {
  const count = (name: string) => fields.integer(name, 0, Number.MAX_SAFE_INTEGER);
  return {
    model: fields.text('model', /^/),
    confirmed: count('confirmed'),
    refuted: count('refuted'),
    notCheckable: count('notCheckable'),
  };
}

async function keep(
  folder: string,
  summary: Omit<KeptSummary, 'revertable' | 'steps'> & {
    readonly revertable: boolean;
    readonly steps: RunSummary['steps'] | null;
    readonly size: number;
  },
): Promise<void> {
  const path = join(folder, SUMMARY_FILE);
  try {
    await writeFile(`${path}.${process.pid}`, JSON.stringify(summary), { mode: 0o600 });
    await rename(`${path}.${process.pid}`, path);
  } catch {
    // Only the next listing takes longer.
  }
}

/** Milliseconds since 1970 of the time in a run id. */
const startOf = (runId: string): number =>
  Date.parse(runId.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z')) || 0;

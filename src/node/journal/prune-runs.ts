import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeFs } from '../files/fs-port.ts';
import { storedRecords } from '../files/record-store.ts';
import type { HistoryLimits } from './history-limits.ts';
import { summariseRun } from './run-summary.ts';

export interface PruneRequest {
  /** The folder with one folder for each run. */
  readonly folder: string;
  /** Newest first. */
  readonly runIds: readonly string[];
  readonly limits: HistoryLimits;
  /** Where changes under way have their records. */
  readonly transactions: string;
  /** Outcomes of runs that a person can let continue. */
  readonly keptOutcomes?: readonly string[];
}

/**
 * Deletes the oldest runs beyond the limits and gives their ids. A run that has not ended stays, or that
 * waits for a person, and so does every run while a change is under way or waits for recovery: its record may belong
 * to any of them.
 */
export async function pruneRuns(request: PruneRequest): Promise<readonly string[]> {
  const { folder, runIds, limits, transactions, keptOutcomes = [] } = request;
  if (storedRecords(nodeFs, transactions).length > 0) return [];
  const pruned: string[] = [];
  let bytes = 0;
  for (const [i, runId] of runIds.entries()) {
    const path = join(folder, runId);
    bytes += await sizeOf(path);
    if (i < limits.runs && bytes <= limits.megabytes * 1_000_000) continue;
    if (!(await hasEnded(path, runId, keptOutcomes))) continue;
    await rm(path, { recursive: true, force: true });
    pruned.push(runId);
  }
  return pruned;
}

/** A folder without a journal is what a crash left of a run that never began. */
async function hasEnded(path: string, runId: string, kept: readonly string[]): Promise<boolean> {
  const summary = await summariseRun(path, runId);
  return summary === undefined ? isOld(path) : !['', ...kept].includes(summary.outcome);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Not one that another process is creating right now. */
async function isOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return Date.now() - mtimeMs > DAY_MS;
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const sizes = names.map(name =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

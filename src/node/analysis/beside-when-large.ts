import type { ChangeSet } from '../../core/changes/change-set.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import type { Analyst } from '../../core/ports/analyst.ts';
import type { Analysis } from './analysis-client.ts';

/** Bytes of a change of which no piece of the work between two pauses takes longer than Ctrl+C may wait. */
const LARGE_BYTES = 128 * 1024;

/**
 * Looks at small changes here, at once, and at large ones in a thread: while that computes, Ctrl+C and a time limit are
 * heard, and end it.
 */
export function besideWhenLarge(here: Analyst, start: () => Analysis): Analyst {
  let started: Analysis | undefined;

  async function run<T>(
    bytes: number,
    signal: AbortSignal,
    ask: (analyst: Analyst) => Promise<T>,
  ): Promise<T> {
    if (bytes <= LARGE_BYTES) return ask(here);
    started ??= start();
    try {
      return await ask(started.analyst);
    } catch (error) {
      // No one waits for the answer any more, and the process could not end before it.
      if (error instanceof Cancelled || signal.aborted) {
        started?.dispose();
        started = undefined;
      }
      throw error;
    }
  }

  return {
    simulate: (input, signal) =>
      run(sum([...input.snapshot.values()]), signal, analyst => analyst.simulate(input, signal)),
    examine: (change, signal) =>
      run(bytesIn(change.changes), signal, analyst => analyst.examine(change, signal)),
    look: () => here.look(),
  };
}

const sum = (files: readonly (Uint8Array | undefined)[]): number =>
  files.reduce((bytes, file) => bytes + (file?.length ?? 0), 0);

const bytesIn = ({ files }: ChangeSet): number => sum(files.flatMap(({ before, after }) => [before, after]));

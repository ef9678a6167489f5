import { fail, ok, type Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Hold } from '../ports/hold.ts';
import type { Journal, Journals } from '../ports/journal.ts';
import type { Steering } from '../ports/steering.ts';
import { type RunLine, reconcile } from './reconcile.ts';
import { Recorder } from './recorder.ts';
import type { Workflow } from './workflow.ts';

/** Writes each event of a new run to its journal first, then shows the state it leads to. */
export const startRecorder = <E extends { readonly at: number }, S, O>(
  journal: Journal<E>,
  clock: Clock,
  { initial, reduce }: Workflow<E, S, O>,
  onEvent: ((event: E, state: S) => void) | undefined,
): Recorder<E, S> => new Recorder({ journal, clock, initial: initial(journal.runId), reduce, onEvent });

/** Where stored runs are kept, and the folder they changed. */
export interface StoredRunPorts<E> {
  readonly files: Files;
  readonly journals: Journals<E>;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly hold: Hold;
  /** Left out: no words can come. */
  readonly steering?: Steering | undefined;
}

/** The same for ports that know the folder as the agent's workspace. */
export const inFolder = <P extends { readonly workspace: { readonly files: Files } }>(ports: P) => ({
  ...ports,
  files: ports.workspace.files,
});

export interface StoredRun<E extends { readonly at: number }, S> {
  readonly events: readonly E[];
  readonly recorder: Recorder<E, S>;
}

/**
 * An earlier run, to continue with it or to end it: its journal says everything that is on the disk. Held by the
 * caller. Reads first; the error says that there is no such run.
 */
export async function openStored<E extends RunLine & { readonly at: number }, S, O>(
  ports: Omit<StoredRunPorts<E>, 'hold'>,
  { name, initial, reduce, appliedLine }: Workflow<E, S, O>,
  runId: string,
  onEvent?: (event: E, state: S) => void,
): Promise<Result<StoredRun<E, S>>> {
  const { journals, clock, files, sha256 } = ports;
  const earlier = await journals.read(runId);
  if (!earlier) return fail(`there is no ${name} ${runId}`);
  const added: E[] = [];
  const recorder = new Recorder<E, S>({
    journal: await journals.reopen(runId),
    clock,
    initial: initial(runId),
    reduce,
    earlier: [...earlier],
    onEvent: (event, state) => {
      added.push(event);
      onEvent?.(event, state);
    },
  });
  const record = (...args: Parameters<typeof appliedLine>) => recorder.record(appliedLine(...args));
  const known = [...earlier];
  await reconcile({ runId, files, sha256, journals, record }, known);
  return ok({ events: [...known, ...added], recorder });
}

import { fail, ok, type Result } from '../kernel/result.ts';
import { createHeldJournal, whileWorking } from '../ports/hold.ts';
import { conclude } from './conclude.ts';
import { openStored, type StoredRun, type StoredRunPorts, startRecorder } from './open-stored.ts';
import type { RunLine } from './reconcile.ts';
import type { Recorder } from './recorder.ts';
import type { Workflow } from './workflow.ts';

interface NewRun<E extends { readonly at: number }, S, O> {
  readonly title: string;
  readonly onEvent: ((event: E, state: S) => void) | undefined;
  /** Records first how the run began. */
  readonly work: (recorder: Recorder<E, S>) => Promise<O>;
}

/** A new run, the only one at work in the checkout; however its work ends, that is its last line. */
export async function beginRun<E extends { readonly at: number }, S, O>(
  ports: StoredRunPorts<E>,
  workflow: Workflow<E, S, O>,
  { title, onEvent, work }: NewRun<E, S, O>,
): Promise<S> {
  const { journal, release } = await createHeldJournal(ports, title);
  const recorder = startRecorder(journal, ports.clock, workflow, onEvent);
  return conclude(ports, workflow, recorder, () => work(recorder)).finally(release);
}

/** The line that says how a run began. */
type Started<E> = Extract<E, { readonly type: 'run_started' }>;

export interface BegunRun<E extends { readonly at: number }, S> extends StoredRun<E, S> {
  readonly started: Started<E>;
}

interface EarlierRun<E extends { readonly at: number }, S, O> {
  readonly runId: string;
  readonly onEvent?: ((event: E, state: S) => void) | undefined;
  /** Records that the run continues, and gives its work; the error says why it cannot continue. */
  readonly resume: (stored: BegunRun<E, S>) => Promise<Result<() => Promise<O>>>;
}

/** An earlier run that continues; the error says why it cannot, and nothing was recorded. */
export const resumeRun = <E extends RunLine & { readonly at: number }, S, O>(
  ports: StoredRunPorts<E>,
  workflow: Workflow<E, S, O>,
  { runId, onEvent, resume }: EarlierRun<E, S, O>,
): Promise<Result<S>> =>
  whileWorking(ports.hold, runId, async () => {
    const stored = await openBegun(ports, workflow, runId, onEvent);
    if (!stored.ok) return stored;
    const work = await resume(stored.value);
    return work.ok ? ok(await conclude(ports, workflow, stored.value.recorder, work.value)) : work;
  });

/** An earlier run that says how it began; held by the caller. */
export async function openBegun<E extends RunLine & { readonly at: number }, S, O>(
  ports: Omit<StoredRunPorts<E>, 'hold'>,
  workflow: Workflow<E, S, O>,
  runId: string,
  onEvent: ((event: E, state: S) => void) | undefined,
): Promise<Result<BegunRun<E, S>>> {
  const stored = await openStored(ports, workflow, runId, onEvent);
  if (!stored.ok) return stored;
  const started = stored.value.events.find(isStart);
  return started === undefined
    ? fail(`${workflow.name} ${runId} stopped before anything was recorded; start a new one`)
    : ok({ ...stored.value, started });
}

const isStart = <E extends RunLine>(event: E): event is Started<E> => event.type === 'run_started';

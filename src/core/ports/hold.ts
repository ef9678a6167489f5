import { fail, ok, type Result } from '../kernel/result.ts';
import type { Journal, Journals, RunSummary } from './journal.ts';
import { createJournal, JournalFault, UNRECORDED } from './journal-fault.ts';

/** Being the only one, until the value is called; the error says who is in the way, and what to do. */
type Held = Promise<Result<() => void>>;

/** What two processes must not do at once. Holds that a dead process left count for nothing. */
export interface Hold {
  /** An earlier run, to take it back or to give it up. */
  run(runId: string): Held;
  /** Whether some process, also this one, has an earlier run now; nothing is taken. */
  isTaken(runId: string): RunSummary['underWay'];
  /**
   * The checkout, for a run that begins or continues: one task agent, ticket or ROUTA workspace at a time.
   * @param words what it is, for whoever is refused meanwhile
   */
  checkout(words: string): Held;
}

/** Where one process is all there is. */
export const NOT_HELD: Hold = {
  run: async () => ok(() => undefined),
  isTaken: () => undefined,
  checkout: async () => ok(() => undefined),
};

/** Acts as the only one who has an earlier run; the error says who else does, or is that of `act`. */
export const whileHeld = <T>(hold: Hold, runId: string, act: () => Promise<Result<T>>): Promise<Result<T>> =>
  within(() => hold.run(runId), act);

/** Resumes an earlier run as the only one at work in the checkout. */
export const whileWorking = <T>(
  hold: Hold,
  runId: string,
  act: () => Promise<Result<T>>,
): Promise<Result<T>> => within(() => holdForWork(hold, runId), act);

async function within<T>(take: () => Held, act: () => Promise<Result<T>>): Promise<Result<T>> {
  const held = await take();
  if (!held.ok) return held;
  try {
    return await act();
  } finally {
    held.value();
  }
}

/** The checkout and an earlier run in it. */
export async function holdForWork(hold: Hold, runId: string): Held {
  // The run first: one that is not there is reported as that, and leaves no trace.
  const run = await hold.run(runId);
  if (!run.ok) return run;
  const checkout = await hold.checkout(`run ${runId}`).catch((error: unknown) => {
    run.value();
    throw error;
  });
  if (!checkout.ok) {
    run.value();
    return checkout;
  }
  return ok(both(checkout.value, run.value));
}

/**
 * The journal of a new run, held with its checkout; `release` comes after its last line. Where another run is at work
 * nothing is recorded, and the run fails at its first line.
 */
export async function createHeldJournal<E>(
  { journals, hold }: { readonly journals: Journals<E>; readonly hold: Hold },
  title: string,
): Promise<{ readonly journal: Journal<E>; readonly release: () => void }> {
  const checkout = await hold.checkout(title).catch((error: unknown) => {
    if (error instanceof JournalFault) return fail(error.message);
    throw error;
  });
  if (!checkout.ok) return { journal: refusing(UNRECORDED, checkout.error), release: () => undefined };
  return holdJournal({ journals, hold }, title, checkout.value);
}

/** The journal of a new run, and the run; `release` lets go of them, and of what is held already. */
export async function holdJournal<E>(
  { journals, hold }: { readonly journals: Journals<E>; readonly hold: Hold },
  title: string,
  release: () => void = () => undefined,
): Promise<{ readonly journal: Journal<E>; readonly release: () => void }> {
  try {
    const journal = await createJournal(journals, title);
    const { runId } = journal;
    if (runId === UNRECORDED) return { journal, release };
    const held = await hold.run(runId);
    return held.ok
      ? { journal, release: both(release, held.value) }
      : { journal: refusing(runId, held.error), release };
  } catch (error) {
    release();
    throw error;
  }
}

const refusing = <E>(runId: string, reason: string): Journal<E> => ({
  runId,
  append: () => Promise.reject(new JournalFault(reason)),
});

const both = (first: () => void, second: () => void) => () => {
  try {
    first();
  } finally {
    second();
  }
};

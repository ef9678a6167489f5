import { fail, type Result } from '../kernel/result.ts';
import type { Journal, Journals } from './journal.ts';
import { createJournal, JournalFault, UNRECORDED } from './journal-fault.ts';

/** Being the only one who works with a run, until the value is called; the error says who does. */
export type Hold = (runId: string) => Promise<Result<() => void>>;

/** Acts as the only one who works with an earlier run; the error says who else does, or is that of `act`. */
export async function whileHeld<T>(
  hold: Hold,
  runId: string,
  act: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const held = await hold(runId);
  if (!held.ok) return fail(held.error);
  try {
    return await act();
  } finally {
    held.value();
  }
}

/** The journal of a new run, held; `letGo` comes after its last line. One that cannot be held fails at its first. */
export async function createHeldJournal<E>(
  { journals, hold }: { readonly journals: Journals<E>; readonly hold: Hold },
  title: string,
): Promise<{ readonly journal: Journal<E>; readonly letGo: () => void }> {
  const journal = await createJournal(journals, title);
  const nothing = () => undefined;
  if (journal.runId === UNRECORDED) return { journal, letGo: nothing };
  const held = await hold(journal.runId);
  if (held.ok) return { journal, letGo: held.value };
  const { runId } = journal;
  return { journal: { runId, append: () => Promise.reject(new JournalFault(held.error)) }, letGo: nothing };
}

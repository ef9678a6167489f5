import type { Io } from '../io.ts';

/** The same terminal, where each question begins with what it is about: several runs and agents ask on one terminal. */
export function namingQuestions(io: Io, about: string | undefined): Io {
  if (about === undefined || about === '') return io;
  return {
    ...io,
    ask(question, signal) {
      // What is shown first, such as the lines of a hunk, stays above.
      const last = question.lastIndexOf('\n', question.length - 2) + 1;
      return io.ask(`${question.slice(0, last)}${about}: ${question.slice(last)}`, signal);
    },
  };
}

/** `run ID, CRAFTER-1, task-2`: whatever is known of who asks. */
export const askerWords = (runId: string, ...who: readonly (string | undefined)[]): string =>
  [`Run ${runId}`, ...who].filter(Boolean).join(', ');

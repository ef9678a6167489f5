import type { CommandLine } from '../options.ts';

/** Events that a person must know of before the end, also with `--quiet`. */
const NEEDED: ReadonlySet<string> = new Set([
  'warning',
  'waiting',
  'qa_output',
  'protocol_fault',
  'plan_reviewed',
]);

/** Prints the line of an event while a run is at work; with `--quiet` only what a person must know. */
export const progressOf =
  ({ quiet }: Pick<CommandLine, 'quiet'>, write: (text: string) => void) =>
  ({ type }: { readonly type: string }, text: string | undefined): void => {
    if (text !== undefined && (!quiet || NEEDED.has(type))) write(`${text}\n`);
  };

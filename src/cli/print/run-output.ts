import type { Io } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { type Colours, colours } from './colours.ts';
import { progressOf } from './progress.ts';

/** Where the events and the end of a run go: lines for a person, or JSON with those lines on standard error. */
export interface RunOutput<E> {
  readonly c: Colours;
  readonly write: (text: string) => void;
  readonly onEvent: (event: E) => void;
  /** The last lines, and the last line of JSON. */
  readonly end: (text: string, json: () => string) => void;
}

/** @param lineOf what a person reads of an event; `undefined` when it is not of interest */
export function openRunOutput<E extends { readonly type: string }>(
  line: CommandLine,
  io: Io,
  lineOf: (event: E, c: Colours) => string | undefined,
): RunOutput<E> {
  const c = colours(io);
  const write = line.json ? io.stderr : io.stdout;
  const progress = progressOf(line, write);
  return {
    c,
    write,
    onEvent: event => {
      if (line.json) io.stdout(`${JSON.stringify(event)}\n`);
      progress(event, lineOf(event, c));
    },
    end: (text, json) => {
      write(text);
      if (line.json) io.stdout(`${json()}\n`);
    },
  };
}

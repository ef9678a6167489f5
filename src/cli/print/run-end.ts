import { UNRECORDED } from '../../core/ports/journal-fault.ts';
import { exitCodeOf } from '../exit-code.ts';
import { EXIT } from '../io.ts';
import type { CommandLine } from '../options.ts';
import type { Colours } from './colours.ts';
import { kindAndSentence } from './kind-and-sentence.ts';
import { sameRoot } from './next-command.ts';

interface RunEnd {
  readonly runId: string;
  readonly outcome: { readonly kind: string; readonly failed?: readonly string[] };
  readonly headline: string;
  /** What can be done next, a line each. */
  readonly next: readonly string[];
  readonly canBeReverted: boolean;
}

/** The last lines a person reads of a run of agents. A run without a record cannot be continued or taken back. */
export function runEndText(
  { runId, outcome, headline, next, canBeReverted }: RunEnd,
  line: CommandLine,
  c: Colours,
): string {
  const paint = exitCodeOf(outcome) === EXIT.ok ? c.green : c.red;
  const revert = canBeReverted ? [`  take it back with: workorder revert ${runId}${sameRoot(line)}`] : [];
  const more = runId === UNRECORDED ? [] : [...next, ...revert];
  return `${[`\n${kindAndSentence(outcome.kind, headline, kind => paint(c.bold(kind)))}`, ...more].join('\n')}\n`;
}

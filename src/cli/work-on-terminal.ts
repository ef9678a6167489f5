import type { Spending } from '../core/conversation/budget.ts';
import type { Model } from '../core/ports/model.ts';
import type { Patience } from '../core/ports/patience.ts';
import { readApprovals, readPatience, readQa } from './agent-settings.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Io } from './io.ts';
import { openModelFor, type RoleModels } from './models/load-models.ts';
import { readSpending } from './models/spending.ts';
import type { CommandLine } from './options.ts';
import { preflightOnTerminal } from './preflight.ts';
import { reportBlocked } from './print/blocked.ts';
import type { Colours } from './print/colours.ts';
import { openRunOutput } from './print/run-output.ts';
import type { AgentReviewOptions } from './review/agent-reviewer.ts';

/** What a run of agents needs of the command line it is at work on. */
export interface WorkTerminal<E> {
  readonly modelFor: RoleModels['modelFor'];
  readonly c: Colours;
  /** For the reviewer. */
  readonly approvals: AgentReviewOptions;
  /** For every kind of run alike. */
  readonly common: {
    readonly qa?: Model;
    readonly spending: Spending;
    readonly patience: Patience;
    readonly signal: AbortSignal;
    readonly onEvent: (event: E) => void;
  };
}

/** How a run ended: what a person reads last, and the last line of JSON. */
interface Ended {
  readonly outcome: Parameters<typeof exitCodeOf>[0];
  readonly text: string;
  readonly json: () => string;
}

/**
 * Runs agents to their end, the same for `agent`, `ticket` and `routa`: opens the models, prints each event as it
 * comes, then the outcome; the exit code says what it was.
 * @param lineOf what a person reads of an event; `undefined` when it is not of interest
 */
export async function workOnTerminal<E extends { readonly type: string }>(
  line: CommandLine,
  io: Io,
  lineOf: (event: E, c: Colours) => string | undefined,
  work: (terminal: WorkTerminal<E>) => Promise<Ended>,
): Promise<number> {
  const patience = readPatience(line);
  const { modelFor, paid, look, save } = await openModelFor(line, io);
  const { c, write, onEvent, end } = openRunOutput(line, io, lineOf);
  const spending = await readSpending(line, io);
  // Who says how long to wait for a model wants to wait for it.
  const waits = line.given['patience'] !== undefined;
  const reasons = await preflightOnTerminal(line, io, {
    paid: { models: paid, spending, look: async signal => (waits ? [] : look(paid, signal)) },
    orders: [],
  });
  if (reasons.length > 0) return reportBlocked(reasons, 'preflight', line, io);
  const common = { ...readQa(line, modelFor), spending, patience, signal: line.signal, onEvent };
  try {
    const { outcome, text, json } = await work({
      modelFor,
      c,
      approvals: { ...readApprovals(line), write },
      common,
    });
    end(text, json);
    return exitCodeOf(outcome);
  } finally {
    await save();
  }
}

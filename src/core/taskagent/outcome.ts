import { type CommonOutcome, commonHeadline, stoppedSentence } from '../runs/common-outcome.ts';

/** Who or what ended a run before its work was done; what was applied until then stays and is listed. */
export type AgentBlockedBy =
  | 'model'
  | 'outage'
  | 'protocol'
  | 'limit'
  | 'repetition'
  | 'stalled'
  | 'workspace';

/** How a run of the task agent ended. */
export type AgentOutcome =
  /** The agent called `finish` and the definition of done holds. */
  | {
      readonly kind: 'DONE';
      readonly outcome: 'cycle_complete' | 'no_tasks';
      readonly reason?: string;
      /** The agent took back all it had written. */
      readonly nothingChanged?: true;
    }
  /** Single mode: the one plan was executed; `failed` names the calls that did not succeed. */
  | { readonly kind: 'EXECUTED'; readonly failed: readonly string[] }
  /** `ask_question`: one item waits for the user. */
  | { readonly kind: 'WAITING'; readonly question: string }
  | { readonly kind: 'BLOCKED'; readonly by: AgentBlockedBy; readonly reasons: readonly string[] }
  | CommonOutcome;

/** One sentence for a closing notification or the last line of a report. */
export function agentHeadline(outcome: AgentOutcome): string {
  switch (outcome.kind) {
    case 'DONE': {
      const what = outcome.nothingChanged
        ? 'The agent finished, and nothing was changed: it undid what it had written'
        : outcome.outcome === 'no_tasks'
          ? 'No eligible task is left'
          : 'The agent finished its work';
      return outcome.reason ? `${what}: ${outcome.reason}` : what;
    }
    case 'EXECUTED':
      return outcome.failed.length === 0
        ? 'The plan was executed'
        : `The plan was executed, but not all of it succeeded: ${outcome.failed.join('; ')}`;
    case 'WAITING':
      return `The agent asks: ${outcome.question}`;
    case 'BLOCKED':
      return stoppedSentence('Stopped', outcome);
    default:
      return commonHeadline(outcome);
  }
}

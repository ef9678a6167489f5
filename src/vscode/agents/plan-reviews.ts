import { Cancelled } from '../../core/kernel/cancel.ts';
import type { PlanDecision, PlanProposal } from '../../core/routa/run-request.ts';

interface WaitingPlan {
  readonly proposal: PlanProposal;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly decide: (decision: PlanDecision) => void;
}

/** Plans that wait for the person, one at most for each workspace. */
export class PlanReviews {
  readonly #waiting = new Map<string, WaitingPlan>();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  of(runId: string): WaitingPlan | undefined {
    return this.#waiting.get(runId);
  }

  async review(proposal: PlanProposal, signal: AbortSignal): Promise<PlanDecision> {
    const giveUp = new AbortController();
    try {
      return await new Promise<PlanDecision>((resolve, reject) => {
        if (signal.aborted) throw new Cancelled();
        signal.addEventListener('abort', () => reject(new Cancelled()), { signal: giveUp.signal });
        this.#waiting.set(proposal.runId, { proposal, since: Date.now(), decide: resolve });
        this.#onChange();
      });
    } finally {
      giveUp.abort();
      this.#waiting.delete(proposal.runId);
      this.#onChange();
    }
  }
}

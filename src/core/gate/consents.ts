import type { AgentReviewer, ConsentRequest } from '../ports/agent-reviewer.ts';
import type { RecordGateEvent } from './gate-events.ts';

/** Asks once per run for each kind of thing that a change's approval does not cover. */
export class Consents {
  readonly #reviewer: AgentReviewer;
  readonly #record: RecordGateEvent;
  /** The run continues from its journal, which alone says that a person has read what it changed. */
  readonly isResumed: boolean;
  readonly #given = new Map<string, boolean>();

  constructor(reviewer: AgentReviewer, record: RecordGateEvent, isResumed: boolean) {
    this.#reviewer = reviewer;
    this.#record = record;
    this.isResumed = isResumed;
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
    const what =
      request.kind === 'run tests'
        ? `run tests: ${request.command}`
        : `${request.kind}: ${request.remote} at ${request.address}`;
    const known = this.#given.get(what);
    if (known !== undefined) return known;
    const { granted, by } = await this.#reviewer.consent(request, signal);
    this.#given.set(what, granted);
    await this.#record({ type: 'consented', what, granted, by });
    return granted;
  }
}

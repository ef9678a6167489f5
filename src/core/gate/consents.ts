import type { AgentReviewer, ConsentRequest } from '../ports/agent-reviewer.ts';
import { consentKey } from './describe-consent.ts';
import type { GateEvent } from './gate-events.ts';

type Consented = Extract<GateEvent, { type: 'consented' }>;

const NOBODY = { granted: false, by: 'nobody' } as const;

/** Asks once per run for each kind of thing that a change's approval does not cover. */
export class Consents {
  readonly #reviewer: Partial<Pick<AgentReviewer, 'consent'>>;
  readonly #record: (event: Consented) => Promise<void>;
  /** The run continues from its journal, which alone says that a person has read what it changed. */
  readonly isResumed: boolean;
  readonly #runId: string | undefined;
  readonly #given = new Map<string, Promise<boolean>>();

  constructor(
    reviewer: Partial<Pick<AgentReviewer, 'consent'>>,
    record: (event: Consented) => Promise<void>,
    isResumed: boolean,
    /** Left out where there is no run yet. */
    runId?: string,
  ) {
    this.#runId = runId;
    this.#reviewer = reviewer;
    this.#record = record;
    this.isResumed = isResumed;
  }

  /** Several that ask at once get the answer to one question. */
  ask(request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
    const what = consentKey(request);
    const known = this.#given.get(what);
    if (known !== undefined) return known;
    const asked = this.#ask(what, request, signal);
    this.#given.set(what, asked);
    // A question that was cancelled is no answer.
    asked.catch(() => this.#given.delete(what));
    return asked;
  }

  async #ask(what: string, request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
    const { granted, by } = (await this.#reviewer.consent?.(request, signal, this.#runId)) ?? NOBODY;
    await this.#record({ type: 'consented', what, granted, by });
    return granted;
  }
}

import type { AgentReviewer, ConsentRequest } from '../ports/agent-reviewer.ts';
import type { AgentRecorder } from './recorder.ts';

/** Asks once per run for each kind of thing that a change's approval does not cover (C19, C20). */
export class Consents {
  readonly #reviewer: AgentReviewer;
  readonly #recorder: AgentRecorder;
  readonly #given = new Map<string, boolean>();

  constructor(reviewer: AgentReviewer, recorder: AgentRecorder) {
    this.#reviewer = reviewer;
    this.#recorder = recorder;
  }

  async ask(request: ConsentRequest, signal: AbortSignal): Promise<boolean> {
    const what =
      request.kind === 'run tests' ? `run tests: ${request.command}` : `${request.kind}: ${request.remote}`;
    const known = this.#given.get(what);
    if (known !== undefined) return known;
    const { granted, by } = await this.#reviewer.consent(request, signal);
    this.#given.set(what, granted);
    await this.#recorder.record({ type: 'consented', what, granted, by });
    return granted;
  }
}

import { showInformationMessage } from '../inert-window.ts';
import type { AgentDocuments } from './agent-documents.ts';
import { waitForPerson } from './wait-for-person.ts';

/** How a proposal is put before the person. */
export interface ProposalWords {
  /** Of the document, unique in the window. */
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly sentence: string;
  readonly accept: string;
  readonly reject: string;
}

interface Waiting<P, D> {
  readonly proposal: P;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly decide: (decision: D) => void;
}

/** Proposals that are read as a document before a person accepts or rejects them, one at most for each run. */
export class DocumentApproval<P extends { readonly runId: string }, D> {
  readonly #documents: AgentDocuments;
  readonly #onChange: () => void;
  readonly #wordsOf: (proposal: P) => ProposalWords;
  readonly #decisionOf: (accepted: boolean, reason: string) => D;
  readonly #waiting = new Map<string, Waiting<P, D>>();
  /** The run whose proposal was opened last. */
  #shown: string | undefined;

  constructor(
    documents: AgentDocuments,
    onChange: () => void,
    wordsOf: (proposal: P) => ProposalWords,
    decisionOf: (accepted: boolean, reason: string) => D,
  ) {
    this.#documents = documents;
    this.#onChange = onChange;
    this.#wordsOf = wordsOf;
    this.#decisionOf = decisionOf;
  }

  of(runId: string): { readonly proposal: P; readonly since: number } | undefined {
    return this.#waiting.get(runId);
  }

  /** The run whose proposal the person was shown last and has not decided on. */
  get shown(): string | undefined {
    return this.#shown;
  }

  /** Shows the proposal and waits, in the inbox too, until it is decided on or cancelled. */
  async ask(proposal: P, signal: AbortSignal): Promise<D> {
    const { runId } = proposal;
    try {
      return await waitForPerson<D>(signal, decide => {
        this.#waiting.set(runId, { proposal, since: Date.now(), decide });
        this.#onChange();
        void this.show(runId);
      });
    } finally {
      this.#waiting.delete(runId);
      if (this.#shown === runId) this.#shown = undefined;
      this.#onChange();
    }
  }

  /** Opens the proposal beside its question; answers whether one waits. */
  async show(runId: string): Promise<boolean> {
    const waiting = this.#waiting.get(runId);
    if (waiting === undefined) return false;
    const { id, title, markdown, sentence, accept, reject } = this.#wordsOf(waiting.proposal);
    await this.#documents.show(id, title, markdown);
    if (this.#waiting.get(runId) !== waiting) return true;
    this.#shown = runId;
    void showInformationMessage(sentence, accept, reject)
      // Closed without an answer, it still waits in the inbox.
      .then(answer => {
        if (answer !== undefined && this.#waiting.get(runId) === waiting)
          waiting.decide(this.#decisionOf(answer === accept, ''));
      });
    return true;
  }

  /** Answers whether something waited. */
  decide(runId: string, accepted: boolean, reason: string): boolean {
    const waiting = this.#waiting.get(runId);
    waiting?.decide(this.#decisionOf(accepted, reason));
    return waiting !== undefined;
  }
}

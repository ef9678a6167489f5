import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { breakdownDocument } from '../../core/panel/ticket-rows.ts';
import type { BreakdownDecision, BreakdownProposal } from '../../core/ports/ticket-reviewer.ts';
import { PERSON } from '../person.ts';
import type { AgentDocuments } from './agent-documents.ts';

interface Waiting {
  readonly proposal: BreakdownProposal;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly decide: (decision: BreakdownDecision) => void;
}

/** The manager's proposals of subtasks that wait for a decision, by run. */
export class BreakdownApproval {
  readonly #documents: AgentDocuments;
  readonly #onChange: () => void;
  readonly #waiting = new Map<string, Waiting>();

  constructor(documents: AgentDocuments, onChange: () => void) {
    this.#documents = documents;
    this.#onChange = onChange;
  }

  of(runId: string): { readonly proposal: BreakdownProposal; readonly since: number } | undefined {
    return this.#waiting.get(runId);
  }

  /** Shows the proposal and waits, in the inbox too, until it is decided on or cancelled. */
  async ask(proposal: BreakdownProposal, signal: AbortSignal): Promise<BreakdownDecision> {
    const { runId } = proposal;
    const giveUp = new AbortController();
    try {
      return await new Promise<BreakdownDecision>((resolve, reject) => {
        if (signal.aborted) throw new Cancelled();
        signal.addEventListener('abort', () => reject(new Cancelled()), { signal: giveUp.signal });
        this.#waiting.set(runId, { proposal, since: Date.now(), decide: resolve });
        this.#onChange();
        void this.show(runId);
      });
    } finally {
      giveUp.abort();
      this.#waiting.delete(runId);
      this.#onChange();
    }
  }

  /** Opens the proposal beside its question; answers whether one waits. */
  async show(runId: string): Promise<boolean> {
    const waiting = this.#waiting.get(runId);
    if (waiting === undefined) return false;
    const { ticket, subtasks } = waiting.proposal;
    await this.#documents.show(
      `breakdown-${runId}`,
      `Subtasks of ${ticket.title}`,
      breakdownDocument(waiting.proposal),
    );
    const [accept, reject] = ['Work on Them', 'Reject'];
    const n = subtasks.length;
    void vscode.window
      .showInformationMessage(
        `The manager proposes ${n} ${n === 1 ? 'subtask' : 'subtasks'} for “${ticket.title}”.`,
        accept,
        reject,
      )
      // Closed without an answer, it still waits in the inbox.
      .then(answer => answer !== undefined && this.decide(runId, answer === accept));
    return true;
  }

  /** Answers whether something waited. */
  decide(runId: string, accepted: boolean): boolean {
    const waiting = this.#waiting.get(runId);
    waiting?.decide(accepted ? { kind: 'accept', by: PERSON } : { kind: 'reject', by: PERSON, reason: '' });
    return waiting !== undefined;
  }
}

import * as vscode from 'vscode';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import type { Consent, ConsentRequest } from '../../core/ports/agent-reviewer.ts';
import type { Proposal, ReviewComment, ReviewDecision, Reviewer } from '../../core/ports/reviewer.ts';
import { setContextKey } from '../context-keys.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { ReviewNotes } from '../diff/review-notes.ts';
import type { SpotCheckComments } from '../diff/spot-check-comments.ts';
import { showInformationMessage, showInputBox, showWarningMessage, withCancel } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { askBeforeApply, type ReviewQuestions } from './ask-before-apply.ts';
import { type TryOutAnswer, toTryOut } from './ask-to-try-out.ts';

interface Pending {
  readonly proposal: Proposal;
  readonly decide: (decision: ReviewDecision) => void;
  /** Ends what is run before and after the change. */
  trying?: AbortController;
}

/** Shows a proposal and waits for Apply or Reject, from wherever the person presses it. */
export class Review implements Reviewer {
  readonly #diff: DiffEditor;
  readonly #comments: SpotCheckComments;
  readonly #notes: ReviewNotes;
  #pending: Pending | undefined;

  constructor(diff: DiffEditor, comments: SpotCheckComments, notes: ReviewNotes) {
    this.#diff = diff;
    this.#comments = comments;
    this.#notes = notes;
  }

  get proposal(): Proposal | undefined {
    return this.#pending?.proposal;
  }

  async review(proposal: Proposal, signal: AbortSignal): Promise<ReviewDecision> {
    const decision = new Promise<ReviewDecision>((decide, giveUp) => {
      this.#pending = { proposal, decide };
      if (signal.aborted) giveUp(new Cancelled());
      signal.addEventListener('abort', () => giveUp(new Cancelled()), { once: true });
    });
    // Cancelling may win before anyone awaits the decision.
    decision.catch(() => undefined);
    setContextKey('reviewing', true);
    try {
      this.#diff.load(proposal.runId, proposal.order.step_id, proposal.changes.files, Date.now());
      this.#comments.load(proposal);
      this.#notes.open(proposal);
      await vscode.commands.executeCommand('workorder.review.focus');
      if (!signal.aborted) await this.#diff.openAll();
      return await decision;
    } finally {
      this.#pending?.trying?.abort();
      this.#pending = undefined;
      setContextKey('reviewing', false);
      this.#comments.clear();
      this.#notes.close();
      await this.#diff.closeAll();
    }
  }

  /** A second question after the apply: running the linters now runs what the change configured. */
  async approveLint(paths: readonly string[], signal: AbortSignal): Promise<boolean | 'unanswered'> {
    const run = 'Run the Linters';
    const refuse = 'Do Not Run Them';
    const asked = showWarningMessage(
      `Run the linters with the changed ${paths.join(', ')}?`,
      {
        modal: true,
        detail:
          'These files decide what the linters run, or can be run by a plugin of theirs. Without your approval the change stays applied and is not linted. A no is remembered until the files of a plugin change.',
      },
      run,
      refuse,
    );
    const answer = await orCancelled(Promise.resolve(asked), signal);
    return answer === undefined ? 'unanswered' : answer === run;
  }

  /** Asked before tests of the workspace run, which a policy may ask for. */
  async consent(request: ConsentRequest, signal: AbortSignal): Promise<Consent> {
    const [allow, deny] = ['Allow for This Run', 'Do Not Allow'];
    const asked = showInformationMessage(describeConsent(request), allow, deny);
    return { granted: (await orCancelled(Promise.resolve(asked), signal)) === allow, by: PERSON };
  }

  /** Applies what is shown; asks first where the diff alone does not tell the danger. Answers whether it did. */
  async apply(answers: ReviewQuestions = {}): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const { proposal } = pending;
    const controlPlaneApproved = await askBeforeApply(proposal, answers);
    if (controlPlaneApproved === undefined) return false;
    const { approvalSha256 } = proposal;
    this.#decide(pending, { kind: 'apply', by: PERSON, approvalSha256, controlPlaneApproved });
    return true;
  }

  /** From now on nothing waits: what is pressed next, while this one still closes, is about no proposal. */
  #decide(pending: Pending, decision: ReviewDecision): void {
    pending.trying?.abort();
    if (this.#pending === pending) this.#pending = undefined;
    pending.decide(decision);
  }

  /** Runs what a person agreed to beside the open review; deciding or Cancel ends it. Answers whether it was run. */
  async tryOut(answer: TryOutAnswer): Promise<boolean> {
    const pending = this.#pending;
    if (pending?.proposal.tryOut === undefined || pending.trying) return false;
    const { tryOut: run } = pending.proposal;
    const stop = new AbortController();
    pending.trying = stop;
    const title = 'Work Order: running the change before and after';
    try {
      await withCancel(title, cancelled => {
        cancelled.addEventListener('abort', () => stop.abort(), { once: true });
        return run.run(toTryOut(answer), stop.signal);
      });
      return true;
    } catch (error) {
      if (error instanceof Cancelled) return false;
      throw error;
    } finally {
      delete pending.trying;
    }
  }

  /**
   * Asks the models for another answer, with these comments on lines and a sentence about all of it. `sentence`
   * undefined: the person is asked for one; closing the question keeps the proposal open.
   */
  async askForChanges(notes: readonly ReviewComment[], sentence?: string): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const text = sentence ?? (await askWhat(notes.length));
    if (text === undefined) return false;
    const comments = text.trim() === '' ? notes : [...notes, { text: text.trim() }];
    if (comments.length === 0) return false;
    this.#decide(pending, { kind: 'reject', by: PERSON, reason: '', comments });
    return true;
  }

  /** `reason` undefined: the person is asked; closing the question keeps the proposal open. */
  async reject(reason?: string): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const why = reason ?? (await askWhy());
    if (why === undefined) return false;
    this.#decide(pending, { kind: 'reject', by: PERSON, reason: why.trim() });
    return true;
  }
}

function askWhat(notes: number): Thenable<string | undefined> {
  const here = notes === 1 ? '1 comment' : `${notes} comments`;
  return showInputBox({
    title: 'Ask for changes',
    prompt:
      notes === 0 ? 'What should change in the proposal?' : `${here} on lines will be sent. Anything else?`,
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

function askWhy(): Thenable<string | undefined> {
  return showInputBox({
    title: 'Reject the proposal',
    prompt: 'Why? The reason is kept with the run. Enter rejects, Escape goes back to the review.',
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

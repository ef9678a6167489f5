import * as vscode from 'vscode';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import type { Consent, ConsentRequest } from '../../core/ports/agent-reviewer.ts';
import type { Decision } from '../../core/ports/decision.ts';
import type { Proposal, Reviewer } from '../../core/ports/reviewer.ts';
import { setContextKey } from '../context-keys.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { SpotCheckComments } from '../diff/spot-check-comments.ts';
import { showInformationMessage, showInputBox, showWarningMessage, withCancel } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { askBeforeApply, type ReviewQuestions } from './ask-before-apply.ts';
import { type TryOutAnswer, toTryOut } from './ask-to-try-out.ts';

interface Pending {
  readonly proposal: Proposal;
  readonly decide: (decision: Decision) => void;
  /** Ends what is run before and after the change. */
  trying?: AbortController;
}

/** Shows a proposal and waits for Apply or Reject, from wherever the person presses it. */
export class Review implements Reviewer {
  readonly #diff: DiffEditor;
  readonly #comments: SpotCheckComments;
  #pending: Pending | undefined;

  constructor(diff: DiffEditor, comments: SpotCheckComments) {
    this.#diff = diff;
    this.#comments = comments;
  }

  get proposal(): Proposal | undefined {
    return this.#pending?.proposal;
  }

  async review(proposal: Proposal, signal: AbortSignal): Promise<Decision> {
    const decision = new Promise<Decision>((decide, giveUp) => {
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
      await vscode.commands.executeCommand('workorder.review.focus');
      if (!signal.aborted) await this.#diff.openAll();
      return await decision;
    } finally {
      this.#pending?.trying?.abort();
      this.#pending = undefined;
      setContextKey('reviewing', false);
      this.#comments.clear();
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
    pending.decide({
      kind: 'apply',
      by: PERSON,
      approvalSha256: proposal.approvalSha256,
      controlPlaneApproved,
    });
    return true;
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

  /** `reason` undefined: the person is asked; closing the question keeps the proposal open. */
  async reject(reason?: string): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const why = reason ?? (await askWhy());
    if (why === undefined) return false;
    pending.decide({ kind: 'reject', by: PERSON, reason: why.trim() });
    return true;
  }
}

function askWhy(): Thenable<string | undefined> {
  return showInputBox({
    title: 'Reject the proposal',
    prompt: 'Why? The reason is kept with the run. Enter rejects, Escape goes back to the review.',
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

import * as vscode from 'vscode';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import { count } from '../../core/panel/amounts.ts';
import type { Proposal, ReviewDecision, Reviewer } from '../../core/ports/reviewer.ts';
import { setContextKey } from '../context-keys.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { SpotCheckComments } from '../diff/spot-check-comments.ts';

/** Who decides, as the journal names it. */
const BY = 'the person at this window';

/** How the review asks what cannot be seen in the diff; a test answers in the person's place. */
export interface ReviewQuestions {
  /** The warnings were read and the change is still wanted. */
  readonly acceptWarnings?: boolean;
  /** Control-plane paths approved by name. */
  readonly approvePaths?: readonly string[];
}

/** Shows a proposal and waits for Apply or Reject, from wherever the person presses it. */
export class Review implements Reviewer {
  readonly #diff: DiffEditor;
  readonly #comments: SpotCheckComments;
  #pending: { readonly proposal: Proposal; readonly decide: (decision: ReviewDecision) => void } | undefined;

  constructor(diff: DiffEditor, comments: SpotCheckComments) {
    this.#diff = diff;
    this.#comments = comments;
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
      await vscode.commands.executeCommand('workorder.review.focus');
      if (!signal.aborted) await this.#diff.openAll();
      return await decision;
    } finally {
      this.#pending = undefined;
      setContextKey('reviewing', false);
      this.#comments.clear();
      await this.#diff.closeAll();
    }
  }

  /** A second question after the apply: running the linters now runs what the change configured. */
  async approveLint(paths: readonly string[], signal: AbortSignal): Promise<boolean> {
    const run = 'Run the Linters';
    const asked = vscode.window.showWarningMessage(
      `Run the linters with the changed ${paths.join(', ')}?`,
      {
        modal: true,
        detail:
          'These files decide what the linters run, plugins included. Without your approval the change stays applied and is not linted.',
      },
      run,
    );
    return (await orCancelled(Promise.resolve(asked), signal)) === run;
  }

  /** Applies what is shown; asks first where the diff alone does not tell the danger. Answers whether it did. */
  async apply(answers: ReviewQuestions = {}): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const { proposal } = pending;
    const controlPlaneApproved = answers.approvePaths ?? (await askForPaths(proposal));
    if (controlPlaneApproved === undefined) return false;
    if (answers.acceptWarnings !== true && !(await askAboutWarnings(proposal))) return false;
    pending.decide({
      kind: 'apply',
      by: BY,
      approvalSha256: proposal.approvalSha256,
      controlPlaneApproved,
    });
    return true;
  }

  /** `reason` undefined: the person is asked; closing the question keeps the proposal open. */
  async reject(reason?: string): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const why = reason ?? (await askWhy());
    if (why === undefined) return false;
    pending.decide({ kind: 'reject', by: BY, reason: why.trim() });
    return true;
  }
}

/** Each path that steers tools or runs code is approved by name; `undefined` when one is left out. */
async function askForPaths(proposal: Proposal): Promise<readonly string[] | undefined> {
  if (proposal.controlPlane.length === 0) return [];
  const picked = await vscode.window.showQuickPick(
    proposal.controlPlane.map(path => ({ label: path, description: 'steers tools or runs code' })),
    {
      canPickMany: true,
      ignoreFocusOut: true,
      title: 'Approve each of these files by name',
      placeHolder: 'Tick every file to apply the change; Escape applies nothing',
    },
  );
  if (picked === undefined) return undefined;
  const paths = picked.map(item => item.label);
  const left = proposal.controlPlane.filter(path => !paths.includes(path));
  if (left.length === 0) return paths;
  void vscode.window.showInformationMessage(
    `Nothing was applied: ${left.join(', ')} ${left.length === 1 ? 'is' : 'are'} not approved. Tick every file, or reject the change.`,
  );
  return undefined;
}

async function askAboutWarnings(proposal: Proposal): Promise<boolean> {
  if (proposal.warnings.length === 0) return true;
  const apply = 'Apply';
  const files = count(proposal.changes.files.length, 'file');
  const answer = await vscode.window.showWarningMessage(
    `Apply the change to ${files}?`,
    { modal: true, detail: proposal.warnings.map(warning => `• ${warning}`).join('\n') },
    apply,
  );
  return answer === apply;
}

function askWhy(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Reject the proposal',
    prompt: 'Why? The reason is kept with the run. Enter rejects, Escape goes back to the review.',
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

import * as vscode from 'vscode';
import { describeConsent } from '../../core/gate/describe-consent.ts';
import { count } from '../../core/kernel/amounts.ts';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import type { Box } from '../../core/panel/view-node.ts';
import type { Consent, ConsentRequest } from '../../core/ports/agent-reviewer.ts';
import type {
  Proposal,
  ProposedPart,
  ReviewComment,
  ReviewDecision,
  Reviewer,
} from '../../core/ports/reviewer.ts';
import { setContextKey } from '../context-keys.ts';
import type { CommandReasons } from '../diff/command-reasons.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { ReviewNotes } from '../diff/review-notes.ts';
import type { SpotCheckComments } from '../diff/spot-check-comments.ts';
import type { Typing } from '../editor/typing.ts';
import { showInformationMessage, showWarningMessage, withCancel } from '../inert-window.ts';
import { PERSON } from '../person.ts';
import { askBeforeApply, type ReviewQuestions } from './ask-before-apply.ts';
import { type TryOutAnswer, toTryOut } from './ask-to-try-out.ts';
import { type Ticks, Wishes } from './wishes.ts';

interface Pending {
  readonly proposal: Proposal;
  readonly decide: (decision: ReviewDecision) => void;
  /** Ends what is run before and after the change. */
  trying?: AbortController;
}

/** Loaded when something is asked or said. */
const questions = () => import('./review-questions.ts');

/** The path of a proposed file in its workspace. */
const pathIn = (uri: vscode.Uri): string => uri.path.slice(1);

/** Ticks come in bursts, and each set of them is verified anew. */
const TICK_MS = 600;

/** Shows a proposal and waits for Apply or Reject, from wherever the person presses it. */
export class Review implements Reviewer {
  readonly #diff: DiffEditor;
  readonly #comments: SpotCheckComments;
  readonly #notes: ReviewNotes;
  readonly #reasons: CommandReasons;
  readonly #typing: Typing;
  readonly #changed = new vscode.EventEmitter<void>();
  /** What can be ticked, or what is ticked, changed. */
  readonly onDidChange = this.#changed.event;
  #pending: Pending | undefined;
  /** The run whose proposal is in the editors, also while some of its commands are verified. */
  #shown: string | undefined;
  /** What can be ticked: of the last proposal, also while another choice of it is verified. */
  #part: ProposedPart | undefined;
  readonly #wishes = new Wishes();
  readonly #watch: vscode.Disposable;
  #isInTree = false;
  #isClosing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    diff: DiffEditor,
    comments: SpotCheckComments,
    notes: ReviewNotes,
    reasons: CommandReasons,
    typing: Typing,
  ) {
    this.#diff = diff;
    this.#comments = comments;
    this.#notes = notes;
    this.#reasons = reasons;
    this.#typing = typing;
    this.#watch = diff.onDidEdit(({ path, text }) => this.#type(path, text));
  }

  get proposal(): Proposal | undefined {
    return this.#pending?.proposal;
  }

  /** The ticked commands and the hunks that are not; `undefined` where there is nothing to choose. */
  get ticked(): Ticks | undefined {
    return this.#wishes.ticked(this.#part);
  }

  /** Whether something was ticked or typed that no proposal has yet. */
  get isChoosing(): boolean {
    return this.#wishes.isOpen;
  }

  /** Ticks or unticks commands and hunks; a moment later what is ticked then is verified and proposed. */
  tick(box: Pick<Box, 'commands' | 'hunks'>, ticked: boolean, where: 'tree' | 'keys'): void {
    const unsaved = this.#diff.unsaved;
    if (unsaved.length > 0 || this.#wishes.isEdited) {
      this.#changed.fire();
      void questions().then(({ sayEdited }) => sayEdited(unsaved.map(pathIn), this.#wishes.problems));
      return;
    }
    if (!this.#wishes.tick(this.#part, box, ticked)) return;
    this.#isInTree = where === 'tree';
    this.#proposeSoon();
  }

  /** A person saved what they typed into the proposal. */
  #type(path: string, text: Uint8Array | undefined): void {
    if (this.#shown === undefined || this.#isClosing) return;
    this.#wishes.type(path, text);
    setContextKey('edited', true);
    this.#proposeSoon();
  }

  /** Takes back what a person typed into these files, or into all; answers whether there was something. */
  async revertEdits(named?: string): Promise<boolean> {
    const edited = [
      ...(this.#part?.edits ?? []).map(({ args }) => args.file_path),
      ...this.#wishes.typedFiles,
      ...this.#diff.unsaved.map(pathIn),
    ];
    const paths = [...new Set(edited)].filter(path => named === undefined || path === named);
    if (paths.length === 0) return false;
    await this.#diff.saveUnsaved(paths);
    for (const path of paths) this.#type(path, undefined);
    return true;
  }

  #proposeSoon(): void {
    this.#changed.fire();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#proposeWished(), TICK_MS);
  }

  #proposeWished(): void {
    const pending = this.#pending;
    // While others are verified these wait for their proposal.
    if (!pending) return;
    const wish = this.#wishes.next(pending.proposal.part);
    if (wish) this.#decide(pending, wish);
    else this.#changed.fire();
  }

  async review(proposal: Proposal, signal: AbortSignal): Promise<ReviewDecision> {
    const decision = new Promise<ReviewDecision>((decide, giveUp) => {
      this.#pending = { proposal, decide };
      if (signal.aborted) giveUp(new Cancelled());
      signal.addEventListener('abort', () => giveUp(new Cancelled()), { once: true });
    });
    // Cancelling may win before anyone awaits the decision.
    decision.catch(() => undefined);
    const { refused = [], edits = [] } = proposal.part ?? {};
    this.#part = proposal.part;
    this.#wishes.follow(proposal.part);
    setContextKey('edited', edits.length > 0 || this.#wishes.isEdited);
    setContextKey('reviewing', true);
    let decided: ReviewDecision | undefined;
    try {
      await this.#show(proposal, signal);
      this.#changed.fire();
      if (refused.length > 0) void this.#sayRefused(refused);
      this.#proposeWished();
      decided = await decision;
      return decided;
    } finally {
      this.#pending?.trying?.abort();
      this.#pending = undefined;
      if (decided?.kind !== 'select' && decided?.kind !== 'edit') await this.close(proposal.runId);
    }
  }

  /** Opens a proposal; with other commands of the same run the editors follow where they are. */
  async #show(proposal: Proposal, signal: AbortSignal): Promise<void> {
    const { runId, changes, order } = proposal;
    this.#comments.load(proposal);
    this.#reasons.load(proposal);
    if (this.#shown === runId) {
      this.#notes.follow(proposal);
      const isOpened = await this.#diff.update(changes.files, Date.now(), this.#wishes.typedFiles);
      // Where the boxes are ticked in the tree, the next one is as well.
      if (isOpened && this.#isInTree) await vscode.commands.executeCommand('workorder.review.focus');
      return;
    }
    this.#shown = runId;
    this.#diff.load(runId, order.step_id, changes.files, Date.now());
    this.#diff.letEdit(proposal.part !== undefined);
    this.#notes.open(proposal);
    if (this.#typing.isNow) void this.#offerToShow(proposal);
    else await this.#open(signal);
  }

  async #open(signal?: AbortSignal): Promise<void> {
    await vscode.commands.executeCommand('workorder.review.focus');
    if (signal?.aborted !== true) await this.#diff.openAll();
  }

  /** The keys a person presses now are for what they type. */
  async #offerToShow({ runId, order, changes }: Proposal): Promise<void> {
    const show = 'Review';
    const files = count(changes.files.length, 'file');
    const answer = await showInformationMessage(`${order.step_id}: ${files} proposed.`, show);
    if (answer === show && this.#shown === runId) await this.#open();
  }

  /** What was proposed is history: its editors go. */
  async close(runId: string): Promise<void> {
    if (this.#shown !== runId) return;
    this.#shown = undefined;
    this.#part = undefined;
    clearTimeout(this.#timer);
    this.#wishes.clear();
    this.#changed.fire();
    setContextKey('reviewing', false);
    setContextKey('edited', false);
    this.#comments.clear();
    this.#reasons.clear();
    this.#notes.close();
    // The editor would ask whether to save what has just been decided about.
    this.#isClosing = true;
    await this.#diff.saveUnsaved();
    this.#isClosing = false;
    this.#diff.letEdit(false);
    await this.#diff.closeAll();
  }

  async #sayRefused(refused: readonly string[]): Promise<void> {
    if (!this.#wishes.isEdited) return void showWarningMessage(`Not possible: ${refused.join('; ')}.`);
    const revert = 'Revert My Edits';
    const answer = await showWarningMessage(
      `Your edit cannot be applied: ${refused.join('; ')}. It stays in the editor: edit further, or take it back.`,
      revert,
    );
    if (answer === revert) await this.revertEdits();
  }

  approveLint(paths: readonly string[], signal: AbortSignal): Promise<boolean | 'unanswered'> {
    return questions().then(({ askToLint }) => askToLint(paths, signal));
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
    const unsaved = this.#diff.unsaved;
    if (unsaved.length > 0) return this.#saveFirst(unsaved);
    if (this.isChoosing) return (await questions()).sayUnverified(this.#wishes);
    const controlPlaneApproved = await askBeforeApply(proposal, answers);
    // While the person was asked, they may have decided elsewhere or ticked other commands.
    if (controlPlaneApproved === undefined || this.#pending !== pending || this.isChoosing) return false;
    const { approvalSha256 } = proposal;
    this.#decide(pending, { kind: 'apply', by: PERSON, approvalSha256, controlPlaneApproved });
    return true;
  }

  /** What is applied is what was verified, and that is what was saved. */
  async #saveFirst(unsaved: readonly vscode.Uri[]): Promise<false> {
    const save = 'Save and Verify';
    const names = unsaved.map(pathIn).join(', ');
    const answer = await showInformationMessage(
      `Your edit of ${names} is not saved. Saved, it is verified with the rest; then apply.`,
      save,
    );
    if (answer === save) await this.#diff.saveUnsaved();
    return false;
  }

  /** From now on nothing waits: what is pressed next, while this one still closes, is about no proposal. */
  #decide(pending: Pending, decision: ReviewDecision): void {
    pending.trying?.abort();
    if (this.#pending === pending) this.#pending = undefined;
    if (decision.kind !== 'select' && decision.kind !== 'edit') this.#part = undefined;
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
    const text = sentence ?? (await (await questions()).askWhat(notes.length));
    if (text === undefined) return false;
    const comments = text.trim() === '' ? notes : [...notes, { text: text.trim() }];
    if (comments.length === 0) return false;
    this.#decide(pending, { kind: 'reject', by: PERSON, reason: '', comments });
    return true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watch.dispose();
    this.#changed.dispose();
  }

  /** `reason` undefined: the person is asked; closing the question keeps the proposal open. */
  async reject(reason?: string): Promise<boolean> {
    const pending = this.#pending;
    if (pending === undefined) return false;
    const why = reason ?? (await (await questions()).askWhy());
    if (why === undefined) return false;
    this.#decide(pending, { kind: 'reject', by: PERSON, reason: why.trim() });
    return true;
  }
}

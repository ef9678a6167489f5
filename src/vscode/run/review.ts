import * as vscode from 'vscode';
import { type HunkPlace, hunkKey } from '../../core/changes/hunk-place.ts';
import { describeConsent } from '../../core/gate/describe-consent.ts';
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

/** Ticks come in bursts, and each set of them is verified anew. */
const TICK_MS = 600;

/** Shows a proposal and waits for Apply or Reject, from wherever the person presses it. */
export class Review implements Reviewer {
  readonly #diff: DiffEditor;
  readonly #comments: SpotCheckComments;
  readonly #notes: ReviewNotes;
  readonly #reasons: CommandReasons;
  readonly #changed = new vscode.EventEmitter<void>();
  /** What can be ticked, or what is ticked, changed. */
  readonly onDidChange = this.#changed.event;
  #pending: Pending | undefined;
  /** The run whose proposal is in the editors, also while some of its commands are verified. */
  #shown: string | undefined;
  /** What is ticked, as far as it is not what is proposed. */
  #wanted: Ticks | undefined;
  #isInTree = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(diff: DiffEditor, comments: SpotCheckComments, notes: ReviewNotes, reasons: CommandReasons) {
    this.#diff = diff;
    this.#comments = comments;
    this.#notes = notes;
    this.#reasons = reasons;
  }

  get proposal(): Proposal | undefined {
    return this.#pending?.proposal;
  }

  /** The ticked commands and the hunks that are not; `undefined` where there is nothing to choose. */
  get ticked(): Ticks | undefined {
    const part = this.#pending?.proposal.part;
    return this.#wanted ?? (part && hasChoice(part) ? part : undefined);
  }

  /** Whether commands were ticked that no proposal has yet. */
  get isChoosing(): boolean {
    return this.#wanted !== undefined;
  }

  /** Ticks or unticks commands and hunks; a moment later what is ticked then is verified and proposed. */
  tick({ commands, hunks }: Pick<Box, 'commands' | 'hunks'>, ticked: boolean, where: 'tree' | 'keys'): void {
    const before = this.ticked;
    if (before === undefined) return;
    this.#isInTree = where === 'tree';
    const kept = new Set(before.kept);
    const out = new Map(before.hunksLeftOut.map(place => [hunkKey(place), place]));
    for (const index of commands) {
      ticked ? kept.add(index) : kept.delete(index);
      for (const [key, place] of out) if (place.command === index) out.delete(key);
    }
    for (const place of hunks) {
      if (ticked) out.delete(hunkKey(place));
      else out.set(hunkKey(place), place);
      if (ticked) kept.add(place.command);
    }
    this.#want({ kept: [...kept].sort((a, b) => a - b), hunksLeftOut: inOrder([...out.values()]) });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#proposeTicked(), TICK_MS);
  }

  #proposeTicked(): void {
    const pending = this.#pending;
    const wanted = this.#wanted;
    // While others are verified these wait for their proposal.
    if (!pending || !wanted || wanted.kept.length === 0) return;
    if (isSame(wanted, pending.proposal.part)) this.#want(undefined);
    else this.#decide(pending, { kind: 'select', ...wanted });
  }

  #want(wanted: Ticks | undefined): void {
    this.#wanted = wanted;
    this.#changed.fire();
  }

  async review(proposal: Proposal, signal: AbortSignal): Promise<ReviewDecision> {
    const decision = new Promise<ReviewDecision>((decide, giveUp) => {
      this.#pending = { proposal, decide };
      if (signal.aborted) giveUp(new Cancelled());
      signal.addEventListener('abort', () => giveUp(new Cancelled()), { once: true });
    });
    // Cancelling may win before anyone awaits the decision.
    decision.catch(() => undefined);
    const { refused = [] } = proposal.part ?? {};
    if (refused.length > 0 || isSame(this.#wanted, proposal.part)) this.#wanted = undefined;
    setContextKey('reviewing', true);
    let decided: ReviewDecision | undefined;
    try {
      await this.#show(proposal, signal);
      this.#changed.fire();
      if (refused.length > 0) void showWarningMessage(`Not possible: ${refused.join('; ')}.`);
      this.#proposeTicked();
      decided = await decision;
      return decided;
    } finally {
      this.#pending?.trying?.abort();
      this.#pending = undefined;
      if (decided?.kind !== 'select') await this.close(proposal.runId);
    }
  }

  /** Opens a proposal; with other commands of the same run the editors follow where they are. */
  async #show(proposal: Proposal, signal: AbortSignal): Promise<void> {
    const { runId, changes, order } = proposal;
    this.#comments.load(proposal);
    this.#reasons.load(proposal);
    if (this.#shown === runId) {
      this.#notes.follow(proposal);
      const isOpened = await this.#diff.update(changes.files, Date.now());
      // Where the boxes are ticked in the tree, the next one is as well.
      if (isOpened && this.#isInTree) await vscode.commands.executeCommand('workorder.review.focus');
      return;
    }
    this.#shown = runId;
    this.#diff.load(runId, order.step_id, changes.files, Date.now());
    this.#notes.open(proposal);
    await vscode.commands.executeCommand('workorder.review.focus');
    if (!signal.aborted) await this.#diff.openAll();
  }

  /** What was proposed is history: its editors go. */
  async close(runId: string): Promise<void> {
    if (this.#shown !== runId) return;
    this.#shown = undefined;
    clearTimeout(this.#timer);
    this.#want(undefined);
    setContextKey('reviewing', false);
    this.#comments.clear();
    this.#reasons.clear();
    this.#notes.close();
    await this.#diff.closeAll();
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
    if (this.isChoosing) return sayUnverified(this.#wanted?.kept ?? []);
    const controlPlaneApproved = await askBeforeApply(proposal, answers);
    // While the person was asked, they may have decided elsewhere or ticked other commands.
    if (controlPlaneApproved === undefined || this.#pending !== pending || this.isChoosing) return false;
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

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
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

/** What is ticked of QA's list. */
type Ticks = Pick<ProposedPart, 'kept' | 'hunksLeftOut'>;

const textOf = ({ kept, hunksLeftOut }: Ticks): string => [...kept, ...hunksLeftOut.map(hunkKey)].join();

const isSame = (some: Ticks | undefined, others: Ticks | undefined): boolean =>
  some !== undefined && others !== undefined && textOf(some) === textOf(others);

const inOrder = (places: readonly HunkPlace[]): readonly HunkPlace[] =>
  places.toSorted((a, b) => a.command - b.command || a.hunk - b.hunk);

/** One command with one hunk is applied or rejected. */
const hasChoice = ({ of, hunks }: ProposedPart): boolean => of > 1 || hunks.some(count => count > 1);

/** What is ticked is not what is proposed: an Apply would be about something else. */
function sayUnverified(wanted: readonly number[]): false {
  void showInformationMessage(
    wanted.length === 0
      ? 'No command is ticked. Tick what you want, or reject the change.'
      : 'What you ticked is being verified. Look at the diff, then apply.',
  );
  return false;
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

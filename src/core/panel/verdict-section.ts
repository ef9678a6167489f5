import type { LintReport } from '../../generated/contracts.ts';
import { tokensOf } from '../conversation/spent.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { assertNever } from '../kernel/assert-never.ts';
import { withStop } from '../kernel/sentences.ts';
import { partlyLintedWords } from '../lint/left-out-sentences.ts';
import type { LintDifference } from '../lint/lint-proposal.ts';
import { nothingChecked } from '../lint/nothing-checked.ts';
import { cancelledSentence, reasonsOf } from '../runs/common-outcome.ts';
import { choiceWords } from '../workorder/choice-words.ts';
import { type BlockedBy, notLintedWords, type Outcome } from '../workorder/outcome.ts';
import { waitsForDecision } from '../workorder/review-stage.ts';
import type { RunState } from '../workorder/state.ts';
import { arrivedWords } from './arriving-commands.ts';
import { problemWords } from './lint-section.ts';
import { STAGE_NAMES } from './stages-section.ts';
import { verdictIcon } from './verdict-icon.ts';
import { type ViewNode, viewNode } from './view-node.ts';

/** The state of the run, in one sentence that is never cut; hosts show it above the tree. */
export function verdictSentence(state: RunState, isActive = true): string {
  const outcome = state.outcome;
  if (outcome === undefined) return isActive ? progressSentence(state) : interruptedSentence(state);
  const files = count(state.files.length, 'file');
  if (state.reverted && outcome.kind !== 'FAILED') return `Reverted: ${files} as before the run.`;
  switch (outcome.kind) {
    case 'APPLIED':
      return `Applied ${appliedTo(state, files)}, ${appliedLintWords(outcome, state)}${notLintedWords(outcome.notLinted)}.`;
    case 'BLOCKED':
      // Its reason says who rejected it: somebody else may have, on a terminal or in the chat.
      if (outcome.by === 'reviewer') return `Nothing was changed: ${reasonWords(outcome.reasons)}`;
      return `${verdictLabel(outcome, false)}, nothing was changed: ${reasonWords(outcome.reasons)}`;
    case 'FAILED':
      if (outcome.step === 'journal')
        return `Could not be recorded. ${whatIsOnDisk(outcome, files)} ${reasonWords(outcome.reasons)}`.trim();
      if (outcome.step === 'apply')
        return `Apply failed. ${whatIsOnDisk(outcome, files)} ${reasonWords(outcome.reasons)}`.trim();
      return `Applied, but ${outcome.step === 'tests' ? reasonWords(outcome.reasons) : `lint ${notCleanWords(state)}`}. ${state.reverted ? `The change to ${files} was taken back.` : whatIsOnDisk(outcome, files)}`;
    case 'CANCELLED':
      return withStop(cancelledSentence(outcome.reason));
    case 'CHECKED':
      return `Checked: ${files} would change. Nothing was written.`;
    default:
      return assertNever(outcome);
  }
}

/** No one recorded an end: VS Code was closed, or the log says why. */
function interruptedSentence({ stages }: RunState): string {
  const running = stages.find(stage => stage.status === 'running');
  if (running === undefined) return 'Interrupted.';
  return `Interrupted during ${running.stage === 'review' ? 'review' : STAGE_NAMES[running.stage]}.`;
}

/** `lint clean`, or what there was before when the setting lets that pass. */
export function lintWords(lint: LintReport | undefined, difference: LintDifference | undefined): string {
  if (lint === undefined) return 'not linted';
  if (nothingChecked(lint)) return 'no Python file to lint';
  return lint.summary.clean ? 'lint clean' : problemWords(lint.summary.total_errors, difference);
}

/** The same, where a linter is not installed. */
export const appliedLintWords = (
  outcome: Extract<Outcome, { kind: 'APPLIED' }>,
  state: Pick<RunState, 'lintDifference'>,
): string => partlyLintedWords(outcome.partlyLinted) ?? lintWords(outcome.lint, state.lintDifference);

function notCleanWords({ lint, lintDifference }: RunState): string {
  if (lint?.kind !== 'report') return 'did not run';
  return `found ${problemWords(lint.report.summary.total_errors, lintDifference)}`;
}

function whatIsOnDisk(outcome: Outcome & { kind: 'FAILED' }, files: string): string {
  return outcome.changeKept ? `The change to ${files} is kept.` : 'Nothing is changed.';
}

function progressSentence(state: RunState): string {
  const running = state.stages.find(stage => stage.status === 'running');
  const files = count(state.files.length, 'file');
  if (running === undefined) return 'Starting …';
  switch (running.stage) {
    case 'review':
      return reviewSentence(state, files);
    case 'apply':
      return `Applying the change to ${files}: all of it, or nothing.`;
    case 'lint':
      return `Applied to ${files}. The linters are running.`;
    default:
      return [
        `${STAGE_NAMES[running.stage]} is running${arrivedWords(state)}.`,
        running.note,
        'Nothing is changed until you apply.',
      ]
        .filter(Boolean)
        .join(' ');
  }
}

function reviewSentence(state: RunState, files: string): string {
  const chosen = choiceWords(state);
  if (!waitsForDecision(state))
    return `Verifying ${chosen ?? 'the proposal'}. Apply is possible when it is proposed.`;
  if (chosen === undefined) return `${files} would change. Look at the diff, then Apply or Reject.`;
  const { hunksLeftOut = [], edits = [] } = state.choice ?? {};
  const seen =
    hunksLeftOut.length + edits.length === 0
      ? 'QA approved all of them; these were verified anew by code alone.'
      : 'QA has not seen it like this; it was verified anew by code alone.';
  return `Apply ${chosen}? ${files} would change. ${seen}`;
}

/** `7 of 10 commands to 3 files`, or `to 3 files`. */
function appliedTo(state: RunState, files: string): string {
  const chosen = choiceWords(state);
  return chosen === undefined ? `to ${files}` : `${chosen} to ${files}`;
}

const BLOCKED: Readonly<Record<BlockedBy, string>> = {
  'work order': 'Blocked by the work order itself',
  policy: 'Blocked by the policy of this workspace',
  prompt: 'Blocked by a prompt file',
  model: 'No usable answer from the model',
  designer: 'The Designer cannot do this step',
  validator: 'Blocked by the code validator',
  'dry run': 'Blocked by the dry run',
  qa: 'Blocked by QA',
  reviewer: 'You rejected it',
};

const NEXT_STEP: Readonly<Record<BlockedBy, string>> = {
  'work order': 'Correct the work order and run it again.',
  policy:
    'Look at what the policy requires (workorder policy, .workorder/policy.json), change the step, and run again.',
  prompt: 'Correct the prompt file, or remove it to use the built-in prompt.',
  model: 'Check the endpoint, the key and the model with “Work Order: Select Models”, then run again.',
  designer: 'Say in the step what the Designer is missing, or make it smaller, then run again.',
  validator: 'Run again. If it happens again, make the step smaller or choose another model.',
  'dry run': 'Run again, so that the Designer reads the files as they are now.',
  qa: 'Change the step or its scope as QA asks, then run again.',
  reviewer: 'Say in the step’s text what you want instead, then run again.',
};

/** Stops that another answer of a model would undo. */
const OF_ANSWERS: ReadonlySet<BlockedBy> = new Set(['model', 'designer', 'validator', 'dry run']);
const AFTER_RECORDING =
  'The recording has no other answer: choose a model with “Work Order: Select Models”, then run again.';

/** The verdict with its reasons and what would change it; nothing to say where the sentence above says it all. */
export function verdictSection(state: RunState): ViewNode | undefined {
  const outcome = state.outcome;
  const children =
    outcome === undefined ? [] : [...verdictChildren(outcome, state), ...answerOf(state, outcome)];
  if (outcome === undefined || children.length === 0) return undefined;
  return viewNode({
    id: 'verdict',
    label: verdictLabel(outcome, state.reverted),
    icon: verdictIcon(outcome, state.reverted),
    tooltip: [verdictSentence(state), ...reasonsOf(outcome)].join('\n'),
    spoken: 'verdict',
    children,
    open: true,
  });
}

function verdictLabel(outcome: Outcome, reverted: boolean): string {
  const suffix = reverted ? ', reverted' : '';
  switch (outcome.kind) {
    case 'APPLIED':
      return reverted ? 'Reverted' : 'Applied';
    case 'BLOCKED':
      return BLOCKED[outcome.by];
    case 'FAILED':
      if (outcome.step === 'journal') return 'Could not be recorded';
      return outcome.step === 'apply'
        ? 'Apply failed'
        : `${outcome.step === 'tests' ? 'Tests' : 'Lint'} failed${suffix || (outcome.changeKept ? ', change kept' : '')}`;
    case 'CANCELLED':
      return 'Cancelled';
    case 'CHECKED':
      return 'Checked';
    default:
      return assertNever(outcome);
  }
}

function verdictChildren(outcome: Outcome, state: RunState): ViewNode[] {
  const reasons = reasonsOf(outcome).map((reason, index) =>
    viewNode({
      id: `verdict:reason:${index}`,
      label: reason,
      icon: { codicon: 'info' },
      tooltip: reason,
      spoken: 'reason',
    }),
  );
  return [...reasons, ...nextSteps(outcome, state)];
}

/** An answer that could not be used can be read. */
function answerOf({ runId, spent }: RunState, outcome: Outcome): ViewNode[] {
  const isAnswer = outcome.kind === 'BLOCKED' && outcome.by === 'validator';
  if (!isAnswer || tokensOf(spent) === 0) return [];
  return [
    viewNode({
      id: 'verdict:answer',
      label: 'Read the answer',
      description: 'as the model gave it',
      icon: { codicon: 'output' },
      target: { kind: 'answer', runId },
    }),
  ];
}

function nextSteps(outcome: Outcome, { replayed }: RunState): ViewNode[] {
  if (outcome.kind !== 'BLOCKED') return [];
  const step = replayed.length > 0 && OF_ANSWERS.has(outcome.by) ? AFTER_RECORDING : NEXT_STEP[outcome.by];
  const steps = outcome.requiredChanges.length > 0 ? outcome.requiredChanges : [step];
  return steps.map((step, index) =>
    viewNode({
      id: `verdict:next:${index}`,
      label: step,
      icon: { codicon: 'arrow-right' },
      tooltip: `To unblock: ${step}`,
      spoken: 'to unblock',
    }),
  );
}

/** The view wraps this, so that the reason can be read without a tooltip; the rows below have it whole. */
const reasonWords = (reasons: readonly string[]): string => firstLine(reasons.join(' · '), 300);

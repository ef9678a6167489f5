import { ago, count } from '../kernel/amounts.ts';
import { inLine } from '../kernel/markdown.ts';
import { waitsForDecision } from '../workorder/review-stage.ts';
import type { RunState } from '../workorder/state.ts';
import { type ChatPart, places, sectionParts, sentence, text } from './chat-parts.ts';
import { closingMessage } from './closing-message.ts';
import { type ReviewInput, reviewTree } from './review-tree.ts';
import { STAGE_NAMES } from './stages-section.ts';
import { verdictSentence } from './verdict-section.ts';

/** What is about to run, before a model is asked. */
export function orderAnswer(
  { step_id, step_text, scope_allowlist, new_files = [], invariants }: NonNullable<RunState['order']>,
  models: { readonly designer: string; readonly qa: string },
): readonly ChatPart[] {
  const created = new_files.length === 0 ? '' : `; to be created: ${inLine(new_files.join(', '))}`;
  const kept = invariants.length === 0 ? '' : `Must stay true: ${inLine(invariants.join('; '))}.\n\n`;
  const who =
    models.designer === models.qa
      ? `Designer and QA: ${inLine(models.designer)}`
      : `Designer: ${inLine(models.designer)}, QA: ${inLine(models.qa)}`;
  return [
    text(`**Work order ${inLine(step_id)}**: ${inLine(step_text)}\n\nMay change: `),
    ...places(scope_allowlist),
    text(`${created}.\n\n${kept}${who}.\n\n`),
  ];
}

/** What runs now, as a line of progress; `undefined` before the first stage and behind the last. */
export function stageProgress(state: RunState): string | undefined {
  const running = state.stages.find(({ status }) => status === 'running');
  if (running === undefined) return undefined;
  if (running.stage === 'review' && !waitsForDecision(state)) return 'The proposal is being verified';
  if (running.stage === 'review') return 'Waiting for your decision in the diff';
  return `${STAGE_NAMES[running.stage]} is running${running.note === undefined ? '' : `: ${inLine(running.note)}`}`;
}

/** The proposal that waits for a person. */
export function proposalAnswer(state: RunState): readonly ChatPart[] {
  const risks = [
    ...state.findings.filter(({ severity }) => severity !== 'note').map(({ message }) => message),
  ];
  const read = [...new Set([...risks, ...state.warnings])];
  return [
    text(`**Your review**: ${count(state.files.length, 'file')} would change (`),
    ...places(state.files.map(({ path }) => path)),
    text('). Nothing is written until you apply.\n\n'),
    ...(read.length === 0 ? [] : [text('Read before applying:\n\n'), ...listOf(read), text('\n')]),
  ];
}

/** How a run ended. */
export function endAnswer(state: RunState): readonly ChatPart[] {
  const { outcome } = state;
  if (outcome === undefined) return [sentence('The run ended without an outcome.')];
  if (outcome.kind !== 'BLOCKED')
    return [sentence(closingMessage(state)?.text ?? verdictSentence(state, false))];
  const { reasons, requiredChanges } = outcome;
  return [
    // All of them, where a notification has room for the first.
    sentence(verdictSentence({ ...state, outcome: { ...outcome, reasons: reasons.slice(0, 1) } }, false)),
    ...listOf(reasons.slice(1)),
    ...(requiredChanges.length === 0
      ? []
      : [text('\nWhat would unblock it:\n\n'), ...listOf(requiredChanges)]),
    text('\n'),
  ];
}

const MOST_LINES = 12;

function listOf(lines: readonly string[]): readonly ChatPart[] {
  const left = lines.length - MOST_LINES;
  return [
    ...lines.slice(0, MOST_LINES).map(line => text(`- ${inLine(line)}\n`)),
    ...(left > 0 ? [text(`- and ${left} more\n`)] : []),
  ];
}

/** Those that an answer says in its own words, or as buttons. */
const SAID_OTHERWISE = new Set(['order', 'ways', 'verdict']);

export interface ExplainInput extends ReviewInput {
  /** Who answered, where a model did. */
  readonly models?: { readonly designer: string; readonly qa: string } | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A run and its evidence in words: what the Review view shows, none of it said by a model but where it says so. */
export function explainAnswer(input: ExplainInput): readonly ChatPart[] {
  const { state, models, startedAt, now } = input;
  const { order } = state;
  const title = order?.step_id ?? state.fix?.message ?? state.edit?.title ?? state.runId;
  const sections = reviewTree({ ...input, isActive: false }).filter(({ id }) => !SAID_OTHERWISE.has(id));
  return [
    text(`**${inLine(title)}** (${ago(now - startedAt)}, run ${inLine(state.runId)})\n\n`),
    ...endAnswer(state),
    ...(order === undefined ? [] : [text('Asked for: '), sentence(order.step_text)]),
    ...(order === undefined || models === undefined
      ? []
      : [sentence(`Designer: ${models.designer}; QA: ${models.qa}.`)]),
    // How long each stage took is in the view.
    ...sections.flatMap(one => sectionParts(one.id.startsWith('stages') ? { ...one, children: [] } : one)),
  ];
}

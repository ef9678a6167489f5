import { duration } from '../kernel/amounts.ts';
import { inertText } from '../kernel/inert-text.ts';
import { choiceWords } from '../workorder/choice-words.ts';
import { waitsForDecision } from '../workorder/review-stage.ts';
import type { RunState } from '../workorder/state.ts';
import { arrivedWords } from './arriving-commands.ts';
import { STAGE_NAMES } from './stages-section.ts';
import { verdictSentence } from './verdict-section.ts';

/** The status bar item of a run; `undefined` when there is nothing to say. */
export interface StatusLine {
  /** With `$(codicon)` marks. */
  readonly text: string;
  readonly tooltip: string;
  readonly accessibilityLabel: string;
  /** Waiting for a person: shown with the warning background. */
  readonly needsYou: boolean;
}

/** Shown only while a run is active or waits; `now` is in milliseconds since 1970. */
export function statusLine(state: RunState | undefined, now: number): StatusLine | undefined {
  if (state === undefined || state.outcome !== undefined) return undefined;
  const running = state.stages.find(stage => stage.status === 'running');
  const name = running === undefined ? 'starting' : STAGE_NAMES[running.stage];
  const tooltip = verdictSentence(state);
  const chosen = choiceWords(state);
  if (running?.stage === 'review' && !waitsForDecision(state))
    return {
      text: `$(loading~spin) Work Order: verifying ${chosen ?? 'the proposal'}`,
      tooltip,
      accessibilityLabel: `Work Order verifies ${chosen ?? 'the proposal'}. ${tooltip}`,
      needsYou: false,
    };
  if (running?.stage === 'review')
    return {
      text: `$(eye) Work Order: ${chosen === undefined ? 'review' : `apply ${chosen}?`}`,
      tooltip,
      accessibilityLabel: `Work Order waits for your review. ${tooltip}`,
      needsYou: true,
    };
  const arrived = running?.stage === 'designer' ? arrivedWords(state) : '';
  // What it waits for, such as an endpoint that is busy.
  const note = running?.note === undefined ? '' : ` · ${inertText(running.note)}`;
  const elapsed = running?.startedAt === undefined ? '' : ` ${duration(now - running.startedAt)}`;
  return {
    text: `$(loading~spin) Work Order: ${name}${elapsed}${arrived}${note}`,
    tooltip,
    accessibilityLabel: `Work Order: ${name}`,
    needsYou: false,
  };
}

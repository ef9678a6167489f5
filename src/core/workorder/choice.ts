import type { Command, QaOutput } from '../../generated/contracts.ts';
import type { HunkPlace } from '../changes/hunk-place.ts';
import { pickCommands } from '../changes/pick-commands.ts';
import type { RunEvent } from './events.ts';
import type { RunState } from './state.ts';

type Selected = Extract<RunEvent, { type: 'selected' }>;

/** Some of QA's commands, by their places in its whole list, from 0. */
export interface Choice {
  readonly kept: readonly number[];
  readonly of: number;
  readonly hunksLeftOut: readonly HunkPlace[];
  /** The person's own commands, which come last. */
  readonly edits: readonly Command[];
  /** Why the last choice was not possible. */
  readonly refused: readonly string[];
  /** The change with all of them. */
  readonly whole: Pick<RunState, 'files' | 'receipts'>;
  /** The lint of the proposal before, for when it is proposed again. */
  readonly lintBefore: Pick<RunState, 'lintPreview' | 'lintDifference'>;
}

/** What a choice of commands makes of a run. */
export const afterChoice = (
  state: RunState,
  event: Selected,
): Pick<RunState, 'qa' | 'choice' | 'lintPreview' | 'lintDifference'> => ({
  qa: selectFrom(state.wholeQa, event),
  choice: chooseFrom(state, event),
  ...lintOfChoice(state, event),
});

function selectFrom(whole: QaOutput | undefined, event: Selected): QaOutput | undefined {
  if (whole?.decision !== 'APPROVED') return whole;
  return { ...whole, commands: [...pickCommands(whole.commands, event).commands, ...(event.edits ?? [])] };
}

function chooseFrom(state: RunState, event: Selected): Choice {
  const { kept, of, hunksLeftOut = [], edits = [], refused = [] } = event;
  const { files, receipts } = state.choice?.whole ?? state;
  const { lintPreview, lintDifference } = state;
  return {
    kept,
    of,
    hunksLeftOut,
    edits,
    refused,
    whole: { files, receipts },
    lintBefore: { lintPreview, lintDifference },
  };
}

/** What was linted is no longer what is proposed, until the proposal before is proposed again. */
const lintOfChoice = (
  { choice }: RunState,
  { refused }: Selected,
): Pick<RunState, 'lintPreview' | 'lintDifference'> =>
  refused && choice ? choice.lintBefore : { lintPreview: undefined, lintDifference: undefined };

import { count } from '../kernel/amounts.ts';
/** How much of QA's list is proposed or applied, and what a person added. */
export interface ChoiceCounts {
  readonly applied: number;
  readonly of: number;
  readonly hunksLeftOut?: number;
  /** Files that a person edited by hand. */
  readonly edited?: number;
}

interface ChosenParts {
  readonly kept: readonly unknown[];
  readonly of: number;
  readonly hunksLeftOut: readonly unknown[];
  readonly edits: readonly unknown[];
}

export const countChoice = ({ kept, of, hunksLeftOut, edits }: ChosenParts): ChoiceCounts => ({
  applied: kept.length,
  of,
  ...(hunksLeftOut.length > 0 ? { hunksLeftOut: hunksLeftOut.length } : {}),
  ...(edits.length > 0 ? { edited: edits.length } : {}),
});

/** `7 of 10 commands`, `all 10 commands without 2 hunks`; nothing for QA's list as it is. */
export function wordsOfChoice({
  applied,
  of,
  hunksLeftOut = 0,
  edited = 0,
}: ChoiceCounts): string | undefined {
  if (applied === of && hunksLeftOut + edited === 0) return undefined;
  const all = of === 1 ? 'the command' : `all ${of} commands`;
  const commands = applied < of ? `${applied} of ${of} commands` : all;
  const without = hunksLeftOut === 0 ? '' : ` without ${count(hunksLeftOut, 'hunk')}`;
  const own = edited === 0 ? '' : ` and ${count(edited, 'file')} edited by hand`;
  return commands + without + own;
}

/** The same for a run; nothing for QA's list as it is. */
export const choiceWords = ({ choice }: { readonly choice: ChosenParts | undefined }): string | undefined =>
  choice && wordsOfChoice(countChoice(choice));

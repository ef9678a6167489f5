import { orCancelled } from '../../core/kernel/cancel.ts';
import { showInformationMessage, showInputBox, showWarningMessage } from '../inert-window.ts';
import type { Wishes } from './wishes.ts';

/** What a person typed comes before what they tick: it may be into the same lines. */
export function sayEdited(unsaved: readonly string[], problems: readonly string[]): void {
  const names = unsaved.join(', ');
  void showInformationMessage(
    names !== ''
      ? `Save your edit of ${names} first, or undo it.`
      : problems.length > 0
        ? `Your edit cannot be applied: ${problems.join('; ')}. Change it or revert it first.`
        : 'Your edit is being verified. Tick when it is proposed.',
  );
}

/** What is ticked or typed is not what is proposed: an Apply would be about something else. */
export function sayUnverified({ isEmpty, isEdited, problems }: Wishes): false {
  if (isEdited) {
    sayEdited([], problems);
    return false;
  }
  void showInformationMessage(
    isEmpty
      ? 'No command is ticked. Tick what you want, or reject the change.'
      : 'What you ticked is being verified. Look at the diff, then apply.',
  );
  return false;
}

export function askWhat(notes: number): Thenable<string | undefined> {
  const here = notes === 1 ? '1 comment' : `${notes} comments`;
  return showInputBox({
    title: 'Ask for changes',
    prompt:
      notes === 0 ? 'What should change in the proposal?' : `${here} on lines will be sent. Anything else?`,
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

export function askWhy(): Thenable<string | undefined> {
  return showInputBox({
    title: 'Reject the proposal',
    prompt: 'Why? The reason is kept with the run. Enter rejects, Escape goes back to the review.',
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });
}

/** A second question after the apply: running the linters now runs what the change configured. */
export async function askToLint(
  paths: readonly string[],
  signal: AbortSignal,
): Promise<boolean | 'unanswered'> {
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

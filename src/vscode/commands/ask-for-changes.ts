import type * as vscode from 'vscode';
import { revisableRun } from '../../core/workorder/revision.ts';
import type { RunState } from '../../core/workorder/state.ts';
import { showInformationMessage, showInputBox } from '../inert-window.ts';
import { runOrder } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';
import { type PickedRun, pickRun } from './pick-run.ts';

/**
 * Asks the models for another answer: to the proposal that waits, or to the order of a run that ended. Answers the last
 * state of the new run, for a proposal whether it was asked.
 */
export async function askForChanges(
  services: Services,
  argument: unknown,
): Promise<RunState | boolean | undefined> {
  const target = targetOf(argument);
  if (services.review.proposal !== undefined && target?.kind !== 'run') {
    const sentence = typeof argument === 'string' ? argument : undefined;
    return services.review.askForChanges(services.notes.comments, sentence);
  }
  if (services.run.isRunning) {
    void showInformationMessage('A work order is running in this window already.');
    return undefined;
  }
  const picked = await pickRun(services, argument, {
    title: 'Ask for changes to which run?',
    placeHolder: 'Its work order is answered again, with what was found and what you say',
    only: {
      isFit: ({ outcome }) => !/interrupted|running/i.test(outcome),
      none: 'There is no run in this folder yet.',
    },
  });
  return picked && reviseEarlier(services, picked);
}

async function reviseEarlier(
  services: Services,
  { folder, runId }: PickedRun,
): Promise<RunState | undefined> {
  const { app } = await services.folders.of(folder);
  const state = await app.workOrders.state(runId);
  if (state === undefined) return undefined;
  const run = revisableRun(state);
  const text = run.ok ? (await askWhat(run.value.hasFindings))?.trim() : '';
  if (text === undefined) return undefined;
  const revised = run.ok ? run.value.revise(text === '' ? [] : [{ text }]) : run;
  if (!revised.ok) {
    void showInformationMessage(`${revised.error}.`);
    return undefined;
  }
  const { order, revision } = revised.value;
  return runOrder(services, { folder, file: undefined, order }, 'end', { revision });
}

const askWhat = (mayBeEmpty: boolean): Thenable<string | undefined> =>
  showInputBox({
    title: 'Ask for changes',
    prompt: mayBeEmpty
      ? 'What should change? Leave it empty to have repaired what was found.'
      : 'What should change?',
    placeHolder: 'for example: keep the old name as an alias',
    ignoreFocusOut: true,
  });

/** A comment on a line of the proposal, from its gutter. */
export async function addNote(services: Services, reply: unknown): Promise<void> {
  services.notes.add(reply as vscode.CommentReply);
}

export async function removeNote(services: Services, thread: unknown): Promise<void> {
  services.notes.remove(thread as vscode.CommentThread);
}

import * as vscode from 'vscode';
import { AFTER } from '../diff/memory-files.ts';
import { showInformationMessage } from '../inert-window.ts';
import type { ReviewQuestions } from '../run/ask-before-apply.ts';
import type { Services } from '../services.ts';
import { targetOf } from './argument.ts';

/** Applies the proposal that waits; answers whether it did. Menus hand over a place, tests hand over answers. */
export async function apply(services: Services, argument: unknown): Promise<boolean> {
  if (services.review.proposal === undefined) return nothingWaits(services);
  return services.review.apply(answersIn(argument));
}

/** Rejects the proposal that waits; answers whether it did. */
export async function reject(services: Services, argument: unknown): Promise<boolean> {
  if (services.review.proposal === undefined) return nothingWaits(services);
  return services.review.reject(typeof argument === 'string' ? argument : undefined);
}

/** Takes back what was typed into a proposed file: that of the row or the diff, else all; answers whether there was some. */
export async function revertEdits({ review }: Services, argument: unknown): Promise<boolean> {
  const target = targetOf(argument);
  const path =
    target?.kind === 'diff'
      ? target.path
      : argument instanceof vscode.Uri && argument.scheme === AFTER
        ? argument.path.slice(1)
        : undefined;
  const isReverted = await review.revertEdits(path);
  if (!isReverted) void showInformationMessage('Nothing was typed into the proposal.');
  return isReverted;
}

/** Keys have a command of their own: a button in a title that has a key shows it, and is too long then. */
export async function decideByKey(services: Services, decision: unknown): Promise<boolean> {
  if (decision === 'apply') return apply(services, undefined);
  if (decision === 'reject') return reject(services, undefined);
  if (decision !== 'askForChanges') return false;
  if (services.review.proposal === undefined) return nothingWaits(services);
  return services.review.askForChanges(services.notes.comments);
}

function nothingWaits({ review }: Services): boolean {
  void showInformationMessage(
    review.isChoosing
      ? 'What you chose is being verified. Decide when it is proposed.'
      : 'No proposal waits for a decision. Run a work order first.',
  );
  return false;
}

function answersIn(argument: unknown): ReviewQuestions {
  if (typeof argument !== 'object' || argument === null) return {};
  const { acceptWarnings, approvePaths } = argument as Readonly<Record<string, unknown>>;
  return {
    ...(acceptWarnings === true ? { acceptWarnings } : {}),
    ...(Array.isArray(approvePaths) ? { approvePaths: approvePaths.map(String) } : {}),
  };
}

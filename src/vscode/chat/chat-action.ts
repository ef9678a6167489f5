import * as vscode from 'vscode';
import type { WayForward } from '../../core/workorder/ways-forward.ts';
import { showInformationMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';

/** What a button of an answer does. It is about the run that it names, however much later it is pressed. */
export interface ChatAction {
  readonly verb: 'review' | 'apply' | 'reject' | 'diff' | 'transcript' | WayForward;
  readonly runId: string;
  /** Uri of the folder. */
  readonly folder: string;
  /** Of the row that shows such a run; left out: a work order. */
  readonly kind?: 'plan run' | 'wrap run';
}

/** Answers what the command behind it does. */
export async function chatAction(services: Services, argument: unknown): Promise<unknown> {
  if (!isAction(argument)) return undefined;
  const { verb, runId, folder, kind = 'run' } = argument;
  const isShown = services.run.state?.runId === runId;
  const { proposal, isChoosing } = services.review;
  // What is ticked now is verified first, which apply says.
  const isWaiting = isShown && services.run.isRunning && (proposal !== undefined || isChoosing);
  const open = () => vscode.commands.executeCommand('workorder.openTarget', { kind, runId, folder });
  switch (verb) {
    case 'apply':
    case 'reject':
      if (isWaiting) return vscode.commands.executeCommand(`workorder.${verb}`);
      void showInformationMessage(
        `The proposal of run ${runId} is no longer waiting for a decision. Nothing was done.`,
      );
      return false;
    case 'review':
      return isWaiting ? vscode.commands.executeCommand('workorder.showReview') : open();
    case 'diff':
      if (!isShown) await open();
      // Another run is at work, which open has said.
      if (services.run.state?.runId !== runId) return undefined;
      return vscode.commands.executeCommand('workorder.openDiff');
    case 'transcript':
      return open();
    default:
      return vscode.commands.executeCommand('workorder.whatNext', { kind: 'run', runId, folder }, verb);
  }
}

function isAction(value: unknown): value is ChatAction {
  if (typeof value !== 'object' || value === null) return false;
  const { verb, runId, folder } = value as Readonly<Record<string, unknown>>;
  return typeof verb === 'string' && typeof runId === 'string' && typeof folder === 'string';
}

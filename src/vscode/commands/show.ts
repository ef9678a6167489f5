import * as vscode from 'vscode';
import type { Services } from '../services.ts';

/** The Review view, and the diff when a proposal waits. */
export async function showReview(services: Services): Promise<void> {
  await vscode.commands.executeCommand('workorder.review.focus');
  if (services.review.proposal !== undefined) await services.diff.openAll();
}

/** The Agents view, with what waits for the person on top. */
export async function showAgents(): Promise<void> {
  await vscode.commands.executeCommand('workorder.agents.focus');
}

export const openDiff = (services: Services): Promise<void> => services.diff.openAll();

export async function openWalkthrough(services: Services): Promise<void> {
  const id = `${services.context.extension.id}#start`;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', id, false);
}

import * as vscode from 'vscode';
import { firstLine } from '../../core/kernel/amounts.ts';
import { waitingFor } from '../../core/panel/inbox.ts';
import { showInformationMessage, showQuickPick } from '../inert-window.ts';
import type { Services } from '../services.ts';

/** Everything that waits for the person in this window, in one list; what is picked is shown, never decided unseen. */
export async function showInbox(services: Services): Promise<boolean> {
  const { agents, review, run } = services;
  const interrupted = await interruptedRuns(services);
  const waiting = waitingFor(
    {
      review: review.proposal && {
        title: run.state?.order?.step_id ?? '',
        files: review.proposal.changes.files.length,
      },
      interrupted: interrupted.map(({ sentence }) => sentence),
      projections: agents.projections,
    },
    Date.now(),
  );
  if (waiting.length === 0) {
    void showInformationMessage('Nothing waits for you in this window.');
    return false;
  }
  const items = waiting.map(one => ({
    label: firstLine(one.sentence),
    // Below it: beside a long sentence nobody would see who asks.
    detail: one.who,
    iconPath: new vscode.ThemeIcon(one.codicon),
    one,
  }));
  const title = `${waiting.length} ${waiting.length === 1 ? 'thing waits' : 'things wait'} for you`;
  const picked = await showQuickPick(items, {
    title,
    placeHolder: 'Picking one shows it; nothing is decided here',
  });
  if (picked === undefined) return false;
  const { leadsTo } = picked.one;
  if (leadsTo === 'review') await vscode.commands.executeCommand('workorder.showReview');
  else if (leadsTo === 'interrupted') await vscode.commands.executeCommand('workorder.decideInterrupted');
  else await agents.host(leadsTo.host)?.open(leadsTo.id);
  return true;
}

/** Of folders that this window may open. */
async function interruptedRuns({ folders }: Services) {
  if (!vscode.workspace.isTrusted) return [];
  const apps = (vscode.workspace.workspaceFolders ?? []).map(folder => folders.of(folder));
  return (await Promise.all(apps)).flatMap(({ interrupted }) => interrupted.waiting);
}

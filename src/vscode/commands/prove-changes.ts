import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import type { Proof } from '../../core/prove/prove.ts';
import { createRunGit } from '../../node/git/run-git.ts';
import { createProcesses } from '../../node/processes.ts';
import { showErrorMessage, showInformationMessage, showQuickPick, withCancel } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import { type Provable, proveFolder } from '../prove/prove-folder.ts';
import { workingTree } from '../prove/working-tree.ts';
import type { Services } from '../services.ts';

const MOST_COMMITS = 100;

/** Proves the working tree, and shows what came of it in the Review view and the Problems panel. */
export async function proveChanges(services: Services, argument: unknown): Promise<Proof | undefined> {
  const folder = await folderOf(argument);
  return folder && proveIn(services, folder, { kind: 'worktree' });
}

/** The same for one commit that a person picks. */
export async function proveCommit(services: Services, argument: unknown): Promise<Proof | undefined> {
  const folder = await folderOf(argument);
  if (folder === undefined) return undefined;
  const name = commitIn(argument) ?? (await pickCommit(folder));
  return name === undefined ? undefined : proveIn(services, folder, { kind: 'commit', name });
}

async function proveIn(
  services: Services,
  folder: vscode.WorkspaceFolder,
  what: Provable,
): Promise<Proof | undefined> {
  const { analyst } = await services.folders.of(folder);
  const proven = await withCancel('Work Order: proving the change', async signal => {
    try {
      return await proveFolder(folder.uri.fsPath, analyst, what, signal);
    } catch (error) {
      if (error instanceof Cancelled) return undefined;
      throw error;
    }
  });
  if (proven === undefined) return undefined;
  if (!proven.ok) {
    void showErrorMessage(`Nothing was proved: ${proven.error}`);
    return undefined;
  }
  workingTree(services).show(folder, proven.value);
  await vscode.commands.executeCommand('workorder.review.focus');
  return proven.value.proof;
}

/** Source control hands over its provider; a test, a folder. */
async function folderOf(argument: unknown): Promise<vscode.WorkspaceFolder | undefined> {
  const root =
    typeof argument === 'object' && argument !== null && 'rootUri' in argument ? argument.rootUri : undefined;
  const open = vscode.window.activeTextEditor?.document.uri;
  const known = [root, open]
    .filter(uri => uri instanceof vscode.Uri)
    .find(uri => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  return folderFor(known);
}

function commitIn(argument: unknown): string | undefined {
  const isNamed = typeof argument === 'object' && argument !== null && 'commit' in argument;
  return isNamed && typeof argument.commit === 'string' ? argument.commit : undefined;
}

async function pickCommit(folder: vscode.WorkspaceFolder): Promise<string | undefined> {
  const git = createRunGit(folder.uri.fsPath, createProcesses());
  const args = ['log', `--max-count=${MOST_COMMITS}`, '--format=%H%x00%an, %ar%x00%s'];
  const listed = await git({ args }, new AbortController().signal);
  if (!listed.ok) {
    void showInformationMessage(`There are no commits to prove: ${listed.error}`);
    return undefined;
  }
  const items = listed.value
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [commit = '', who = '', subject = ''] = line.split('\0');
      return { label: subject, description: `${commit.slice(0, 10)} · ${who}`, commit };
    });
  const picked = await showQuickPick(items, { title: 'Prove which commit?', matchOnDescription: true });
  return picked?.commit;
}

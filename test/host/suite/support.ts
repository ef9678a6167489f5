import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { eventually } from '../../support/eventually.ts';
import { FOLDER_VARIABLE, Script } from '../../support/scripted-model/script.ts';
import { quietSettings } from '../../support/vscode-host/settings.ts';
import type { PageActions } from '../run/page-actions.ts';

export { eventually };

/** The folder that is open: a fresh copy of the example, one commit, linters in `.venv`. */
export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('The test run opened no folder.');
  return folder.uri;
}

/** A file of the workspace by its relative path. */
export function fileUri(file: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), file);
}

/** The bytes on disk as UTF-8; what an editor shows may differ. */
export function readDisk(file: string): Promise<string> {
  return fs.readFile(fileUri(file).fsPath, 'utf8');
}

/** Writes behind VS Code's back, as another program would. */
export async function writeDisk(file: string, content: string | Uint8Array): Promise<void> {
  const target = fileUri(file).fsPath;
  await fs.mkdir(path.dirname(target), { recursive: true });
  await fs.writeFile(target, content);
}

/** The recorded replies that belong to a work order of the example, as an absolute path. */
export function replies(order: string): string {
  return path.join(path.dirname(workspaceFolder().fsPath), 'replies', `${order}.replay.json`);
}

/** Runs a task to its end and gives its exit code. Subscribes first: quick tasks end before `executeTask` resolves. */
export async function runTask(task: vscode.Task, limitMs = 120_000): Promise<number | undefined> {
  const ends: (number | undefined)[] = [];
  const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    if (execution.task.name === task.name) ends.push(exitCode);
  });
  try {
    await vscode.tasks.executeTask(task);
    await eventually(() => ends.length > 0, `the task ${task.name} to end`, limitMs);
    return ends[0];
  } finally {
    listening.dispose();
  }
}

/** Whether the tests can look at the page: in the browser host, not on the desktop. */
export const hasPage = Boolean(process.env['WORKORDER_PAGE']);

/** Acts on the workbench's page like a person; ask `hasPage` first. */
export async function onPage<A extends keyof PageActions>(
  action: A,
  argument: Parameters<PageActions[A]>[1],
): Promise<Awaited<ReturnType<PageActions[A]>>> {
  const address = process.env['WORKORDER_PAGE'];
  if (!address) throw new Error('Desktop VS Code has no page to act on: ask hasPage first.');
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify({ action, argument }) });
  const { value, error } = (await answer.json()) as {
    value: Awaited<ReturnType<PageActions[A]>>;
    error?: string;
  };
  if (error !== undefined) throw new Error(error);
  return value;
}

/** What the scripted language model (vendor `scripted`) answers and was asked. */
export function script(): Script {
  return new Script(required(FOLDER_VARIABLE));
}

/** Says something beside the results: what the browser host's console gets is seen by nobody. */
export function print(line: string): void {
  const report = process.env['WORKORDER_REPORT'];
  if (report) appendFileSync(report, `${line}\n`);
  else console.log(line);
}

/** A file under test-results, for pictures and measurements. */
export function artifact(name: string): string {
  return path.join(required('WORKORDER_ARTIFACTS'), name);
}

/** Editors closed, unsaved changes dropped, the example as it was, the script empty. Call it after each test. */
export async function reset(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(isDirtyFile)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await git('reset', '--hard', '--quiet');
  await git('clean', '-d', '--force', '--quiet');
  script().clear();
  // Documents stay loaded after their editor is closed; they follow the disk with a delay.
  await eventually(documentsFollowDisk, 'open documents to follow the disk');
  const autoSave = vscode.workspace.getConfiguration('files').get('autoSave');
  assert.equal(autoSave, quietSettings['files.autoSave'], 'a test gives back the settings that it changed');
}

async function documentsFollowDisk(): Promise<boolean> {
  const documents = vscode.workspace.textDocuments.filter(
    ({ uri, isClosed }) => uri.scheme === 'file' && !isClosed,
  );
  for (const document of documents) {
    const disk = await fs.readFile(document.uri.fsPath, 'utf8').catch(() => undefined);
    if (disk !== undefined && disk.replace(/^\uFEFF/, '') !== document.getText()) return false;
  }
  return true;
}

/** The person's settings are not saved for an instant while VS Code itself changes them. */
function isDirtyFile({ isDirty, uri }: vscode.TextDocument): boolean {
  return isDirty && uri.scheme === 'file' && !uri.path.endsWith('/User/settings.json');
}

async function git(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('git', [...args], { cwd: workspaceFolder().fsPath });
}

function required(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set: start the suite with "npm test host".`);
  return value;
}

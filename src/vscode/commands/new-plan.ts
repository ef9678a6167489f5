import * as vscode from 'vscode';
import { showErrorMessage, showInformationMessage, showQuickPick } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import { askChecklistAnswers, type ChecklistAnswers, planOf, writePlan } from '../plans/write-plan.ts';
import type { Services } from '../services.ts';
import { fileOf } from './argument.ts';

/**
 * Turns a Markdown checklist (`### Phase N: outcome`, `- [ ] step`) into a *.plan.json beside it, open for the finishing
 * touches; answers where.
 */
export async function newPlan(
  services: Services,
  argument: unknown,
  answers?: unknown,
): Promise<vscode.Uri | undefined> {
  const file = await chooseChecklist(fileOf(argument));
  const folder = file && (await folderFor(file));
  if (file === undefined || folder === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(file);
  const text = document.getText();
  // What is wrong with it is said before anything is asked.
  const first = await planOf(text, { scope: [], invariants: [] });
  if (!first.ok) {
    void showErrorMessage(
      `${vscode.workspace.asRelativePath(file)} is not a checklist of phases: ${first.error}. Nothing was written.`,
    );
    return undefined;
  }
  const given = isAnswers(answers) ? answers : await askChecklistAnswers(folder);
  const plan = given && (await planOf(text, given));
  if (plan?.ok !== true) return undefined;
  // `todo.md` becomes `todo.plan.json`.
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  return writePlan(services, vscode.Uri.joinPath(file, '..'), name, plan.value);
}

async function chooseChecklist(given: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const open = vscode.window.activeTextEditor?.document;
  if (given !== undefined) return given;
  if (open?.languageId === 'markdown') return open.uri;
  const files = await vscode.workspace.findFiles('**/*.md', '**/{node_modules,.venv,venv,.git}/**', 200);
  if (files.length === 0) {
    void showInformationMessage(
      'There is no Markdown file in this workspace. A checklist has “### Phase 1: outcome” and “- [ ] step” lines.',
    );
    return undefined;
  }
  const picked = await showQuickPick(
    files
      .map(uri => ({ label: vscode.workspace.asRelativePath(uri), uri }))
      .sort((a, b) => (a.label < b.label ? -1 : 1)),
    { title: 'New Plan from Checklist', placeHolder: 'Pick a file with phases and steps to tick' },
  );
  return picked?.uri;
}

function isAnswers(value: unknown): value is ChecklistAnswers {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, invariants } = value as Readonly<Record<string, unknown>>;
  return Array.isArray(scope) && scope.length > 0 && Array.isArray(invariants);
}

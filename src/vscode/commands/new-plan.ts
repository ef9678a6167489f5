import * as vscode from 'vscode';
import { commonFolder } from '../../core/panel/new-order.ts';
import { exists } from '../exists.ts';
import { showErrorMessage, showInformationMessage, showQuickPick } from '../inert-window.ts';
import { BACK } from '../live-pick.ts';
import { folderFor } from '../orders/order-source.ts';
import { pickInvariants } from '../orders/pick-invariants.ts';
import { pickScope } from '../orders/pick-scope.ts';
import type { Services } from '../services.ts';
import { fileOf } from './argument.ts';

/** What a checklist does not say; a test answers in the person's place. */
interface ChecklistAnswers {
  readonly scope: readonly string[];
  readonly invariants: readonly string[];
}

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
  const { importChecklist } = await import('../../core/plan/import-checklist.ts');
  const read = (given: ChecklistAnswers) => {
    const path = commonFolder(given.scope);
    return importChecklist(document.getText(), {
      scopeAllowlist: given.scope,
      invariants: given.invariants,
      lint: { path, check_all: false },
      phaseBoundaryLint: { path, check_all: true },
    });
  };
  // What is wrong with it is said before anything is asked.
  const first = read({ scope: [], invariants: [] });
  if (!first.ok) {
    void showErrorMessage(
      `${vscode.workspace.asRelativePath(file)} is no checklist of phases: ${first.error}. Nothing was written.`,
    );
    return undefined;
  }
  const given = isAnswers(answers) ? answers : await ask(folder);
  const plan = given && read(given);
  if (plan?.ok !== true) return undefined;
  const uri = await freeName(file);
  await vscode.workspace.fs.writeFile(
    uri,
    new TextEncoder().encode(`${JSON.stringify(plan.value, null, 2)}\n`),
  );
  await vscode.window.showTextDocument(uri);
  services.refreshLists();
  return uri;
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

async function ask(folder: vscode.WorkspaceFolder): Promise<ChecklistAnswers | undefined> {
  for (;;) {
    const scope = await pickScope(folder, {}, { title: 'Plan (1 of 2): which files may its steps change?' });
    if (scope === undefined || scope === BACK) return undefined;
    const title = 'Plan (2 of 2): what must stay true?';
    const invariants = await pickInvariants({ title, canGoBack: true });
    if (invariants === undefined) return undefined;
    if (invariants !== BACK) return { scope: scope.paths, invariants };
  }
}

function isAnswers(value: unknown): value is ChecklistAnswers {
  if (typeof value !== 'object' || value === null) return false;
  const { scope, invariants } = value as Readonly<Record<string, unknown>>;
  return Array.isArray(scope) && scope.length > 0 && Array.isArray(invariants);
}

/** `todo.md` → `todo.plan.json`, never one that is there. */
async function freeName(checklist: vscode.Uri): Promise<vscode.Uri> {
  const name = checklist.path.slice(checklist.path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  for (let n = 1; ; n++) {
    const uri = vscode.Uri.joinPath(checklist, '..', `${name}${n === 1 ? '' : `-${n}`}.plan.json`);
    if (!(await exists(uri))) return uri;
  }
}

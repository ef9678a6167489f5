import * as vscode from 'vscode';
import { isInScope } from '../../core/changes/scope.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import {
  findPreflightProblems,
  hasFilesInScope,
  type PreflightFix,
  type PreflightProblem,
} from '../../core/workorder/preflight.ts';
import { showErrorMessage, showQuickPick } from '../inert-window.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { lintSettings } from '../settings.ts';
import { installLinters } from './install-linters.ts';

const ANYWAY = 'Run Anyway';

/**
 * Looks before a model is paid, and asks only where something is wrong. Answers whether to run.
 */
export async function preflight(services: Services, source: OrderSource): Promise<boolean> {
  for (;;) {
    const problems = await look(services, source);
    if (problems.length === 0) return true;
    const chosen = await ask(problems);
    if (chosen === ANYWAY) return true;
    if (chosen === undefined || !(await fix(chosen, source))) return false;
  }
}

async function look(services: Services, source: OrderSource): Promise<readonly PreflightProblem[]> {
  const { folder, order } = source;
  const { files } = await services.folders.of(folder);
  return findPreflightProblems(order, {
    unsaved: unsavedIn(source).map(pathOf),
    missingLinters: await missingLinters(folder, order.acceptance.lint.check_all),
    hasFiles: await hasFilesInScope(order, files),
  });
}

const pathOf = ({ uri }: vscode.TextDocument): string => vscode.workspace.asRelativePath(uri, false);

const unsavedIn = ({ folder, order }: OrderSource): readonly vscode.TextDocument[] =>
  vscode.workspace.textDocuments.filter(
    document =>
      document.isDirty &&
      document.uri.scheme === 'file' &&
      vscode.workspace.getWorkspaceFolder(document.uri) === folder &&
      isInScope(pathOf(document), order.scope_allowlist),
  );

/** Those that the run will need; none where they may be missing. */
async function missingLinters(folder: vscode.WorkspaceFolder, checkAll: boolean): Promise<readonly string[]> {
  const settings = lintSettings(folder, LINTERS);
  if (settings.mayBeMissing === true) return [];
  const { lookForLinters } = await import('../../node/lint/look-for-linters.ts');
  const { chosenPythons } = await import('../lint/python-extension.ts');
  const interpreters = await chosenPythons(folder);
  const missing: string[] = [];
  const signal = new AbortController().signal;
  for await (const [{ name, scope }, found] of lookForLinters(
    folder.uri.fsPath,
    { ...settings, interpreters },
    signal,
  ))
    if (found === undefined && (checkAll || scope === 'files')) missing.push(name);
  return missing;
}

const WORDS: Readonly<Record<PreflightFix, string>> = {
  'Save and Run': 'save-all',
  'Install and Run': 'cloud-download',
  'Edit Step': 'edit',
};

async function ask(problems: readonly PreflightProblem[]): Promise<PreflightFix | typeof ANYWAY | undefined> {
  const items = problems.map(({ sentence, fix }) => ({
    label: fix,
    detail: sentence,
    iconPath: new vscode.ThemeIcon(WORDS[fix]),
    choice: fix,
  }));
  const anyway = { label: ANYWAY, iconPath: new vscode.ThemeIcon('play'), choice: ANYWAY } as const;
  const picked = await showQuickPick([...items, anyway], {
    title: 'Before the models are asked',
    placeHolder: 'Nothing is paid yet; Escape runs nothing',
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

/** Answers whether to look again. */
async function fix(chosen: PreflightFix, source: OrderSource): Promise<boolean> {
  const { folder, file } = source;
  switch (chosen) {
    case 'Save and Run':
      for (const document of unsavedIn(source))
        if (!(await document.save())) {
          void showErrorMessage(`${vscode.workspace.asRelativePath(document.uri)} could not be saved.`);
          return false;
        }
      return true;
    case 'Install and Run':
      return installLinters(folder);
    case 'Edit Step':
      if (file !== undefined) await vscode.window.showTextDocument(file);
      return false;
  }
}

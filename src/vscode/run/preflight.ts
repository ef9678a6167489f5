import * as vscode from 'vscode';
import { isInScope } from '../../core/changes/scope.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { Files } from '../../core/ports/files.ts';
import {
  type EndpointFact,
  type LinterFacts,
  preflight as lookBefore,
  type PreflightFix,
  type PreflightPorts,
  type PreflightProblem,
} from '../../core/workorder/preflight.ts';
import { showErrorMessage, showQuickPick, withProgress } from '../inert-window.ts';
import { chosenPythons } from '../lint/python-extension.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { allowMissingLinters, lintSettings, modelSettings, spendingSettings } from '../settings.ts';
import { installLinters } from './install-linters.ts';

const ANYWAY = 'Run Anyway';
const WITHOUT = 'Run Without';

type Choice = PreflightFix | typeof WITHOUT | typeof ANYWAY;

/** What runs together: the order of a run, or the open steps of a plan's phase; of one folder. */
export type Together = readonly [OrderSource, ...OrderSource[]];

/**
 * Looks before a model is paid, and asks only where something is wrong. Answers whether to run.
 * @param models `given`: those of the settings are not the ones that are asked
 */
export async function preflight(
  services: Services,
  sources: Together,
  models: 'as set up' | 'given' = 'as set up',
): Promise<boolean> {
  for (;;) {
    const found = await withProgress('Work Order: looking at files, linters and models', () =>
      look(services, sources, models),
    );
    const problems = found.filter(isAsked);
    if (problems.length === 0) return true;
    const chosen = await ask(problems);
    if (chosen === ANYWAY) return true;
    if (chosen === undefined || !(await fix(chosen, services, sources))) return false;
  }
}

/** What only may be wrong is no reason to stop a person who presses Run. */
const isAsked = ({ stops, fix: what }: PreflightProblem): boolean => stops || what === 'Edit Step';

async function look(
  services: Services,
  sources: Together,
  models: 'as set up' | 'given',
): Promise<readonly PreflightProblem[]> {
  const [{ folder }] = sources;
  const { files } = await services.folders.of(folder);
  return lookBefore(
    sources.map(({ order }) => order),
    {
      files,
      unsaved: sources.flatMap(unsavedIn).map(pathOf),
      linters: checkAll => linters(folder, files, checkAll),
      ...(models === 'as set up' ? await paidModels(services) : {}),
    },
  );
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

/** Those that the run will need, as the lint looks for them. */
async function linters(
  folder: vscode.WorkspaceFolder,
  files: Pick<Files, 'read'>,
  checkAll: boolean,
): Promise<LinterFacts> {
  const { findLinterFacts } = await import('../../node/lint/find-linter-facts.ts');
  const settings = { ...lintSettings(folder, LINTERS), interpreters: await chosenPythons(folder) };
  const places = { root: folder.uri.fsPath, files };
  return findLinterFacts(places, settings, checkAll, new AbortController().signal);
}

/** The models of the settings, where they are at an endpoint; what is wrong with the settings is said when they are opened. */
async function paidModels(services: Services): Promise<Pick<PreflightPorts, 'endpoints' | 'budget'>> {
  if (!modelSettings().designer.startsWith('openai:')) return {};
  const { openModelFor } = await import('../models/open-model-for.ts');
  const { spendingOf } = await import('./spending.ts');
  const opened = await openModelFor(services.keys);
  const spending = spendingOf(spendingSettings(), undefined);
  if (!opened.ok || !spending.ok) return {};
  const { modelFor, lookAt } = opened.value;
  const models = (['designer', 'qa'] as const).flatMap(role => {
    const found = modelFor({ role });
    return found.ok ? [found.value.model] : [];
  });
  const endpoints = (): Promise<readonly EndpointFact[]> => lookAt(models, new AbortController().signal);
  return { endpoints, budget: { models, spending: spending.value } };
}

const ICONS: Readonly<Record<PreflightFix, string>> = {
  'Save and Run': 'save-all',
  'Install and Run': 'cloud-download',
  'Edit Step': 'edit',
  'Open Settings': 'settings-gear',
  'Set API Key': 'key',
  'Select Models': 'server',
};

type Row = vscode.QuickPickItem & { readonly choice: Choice };

async function ask(problems: readonly PreflightProblem[]): Promise<Choice | undefined> {
  const items = problems.flatMap(({ sentence, fix, without }): readonly Row[] => [
    { label: fix, detail: sentence, iconPath: new vscode.ThemeIcon(ICONS[fix]), choice: fix },
    ...(without === undefined ? [] : [withoutRow(without)]),
  ]);
  const anyway: Row = { label: ANYWAY, iconPath: new vscode.ThemeIcon('play'), choice: ANYWAY };
  const picked = await showQuickPick([...items, anyway], {
    title: 'Before the models are asked',
    placeHolder: 'Nothing is paid yet; Escape runs nothing',
    ignoreFocusOut: true,
  });
  return picked?.choice;
}

const withoutRow = (names: string): Row => ({
  label: `${WITHOUT} ${names}`,
  detail: 'From now on linters may be missing; each run says which (workorder.lint.tools)',
  iconPath: new vscode.ThemeIcon('debug-step-over'),
  choice: WITHOUT,
});

/** Answers whether to look again. */
async function fix(
  chosen: Exclude<Choice, typeof ANYWAY>,
  services: Services,
  sources: Together,
): Promise<boolean> {
  const [{ folder, file }] = sources;
  switch (chosen) {
    case 'Save and Run':
      for (const document of sources.flatMap(unsavedIn))
        if (!(await document.save())) {
          void showErrorMessage(`${vscode.workspace.asRelativePath(document.uri)} could not be saved.`);
          return false;
        }
      return true;
    case WITHOUT:
      await allowMissingLinters();
      return true;
    case 'Install and Run':
      return installLinters(folder);
    case 'Edit Step':
      if (file !== undefined) await vscode.window.showTextDocument(file);
      return false;
    case 'Open Settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:work-order.work-order');
      return false;
    case 'Set API Key': {
      const { setApiKey } = await import('../commands/set-api-key.ts');
      return setApiKey(services);
    }
    case 'Select Models': {
      const { selectModels } = await import('../commands/select-models.ts');
      return selectModels(services);
    }
  }
}

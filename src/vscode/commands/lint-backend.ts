import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { leftOutSentences } from '../../core/lint/left-out-sentences.ts';
import { nothingChecked } from '../../core/lint/nothing-checked.ts';
import { commonFolder } from '../../core/panel/new-order.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';
import { describeLint } from '../../core/workorder/describe-lint.ts';
import type { LintBackendArgs } from '../../generated/contracts.ts';
import {
  setStatusBarMessage,
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';

/** Runs the lint task on what a person picks, and shows the problems. */
export async function lintBackend(services: Services, argument: unknown): Promise<LintOutcome | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const folder =
    folderIn(argument) ??
    (await folderFor(open !== undefined && vscode.workspace.getWorkspaceFolder(open) ? open : undefined));
  if (folder === undefined) return undefined;
  const args = argsIn(argument) ?? (await pickArgs(folder, open));
  if (args === undefined) return undefined;
  try {
    const outcome = await services.lintTasks.run(folder, args, new AbortController().signal);
    void report(outcome);
    return outcome;
  } catch (error) {
    if (error instanceof Cancelled) return undefined;
    throw error;
  }
}

async function report(outcome: LintOutcome): Promise<void> {
  if (outcome.kind === 'did_not_run') {
    void showErrorMessage(outcome.failure.error);
    return;
  }
  if (nothingChecked(outcome.report)) {
    void showInformationMessage(describeLint(outcome));
    return;
  }
  const { clean, total_errors, files_checked } = outcome.report.summary;
  const missing = leftOutSentences(outcome);
  if (total_errors === 0 && missing.length > 0) {
    void showWarningMessage(missing.join(' '));
    return;
  }
  if (!clean) await vscode.commands.executeCommand('workbench.actions.view.problems');
  else setStatusBarMessage('pass', `Lint clean: ${files_checked} files, ${total_errors} problems`, 5000);
}

async function pickArgs(
  folder: vscode.WorkspaceFolder,
  open: vscode.Uri | undefined,
): Promise<LintBackendArgs | undefined> {
  const inFolder = open !== undefined && vscode.workspace.getWorkspaceFolder(open) === folder;
  const path = inFolder ? vscode.workspace.asRelativePath(open, false) : undefined;
  const near =
    path?.endsWith('.py') === true ? commonFolder([path.slice(0, Math.max(0, path.lastIndexOf('/')))]) : null;
  const items = [
    {
      label: 'Modified files',
      description: 'ruff and mypy on what git calls modified or new',
      args: { path: null, check_all: false },
    },
    {
      label: 'Everything',
      description: 'ruff, mypy and import-linter on all files',
      args: { path: null, check_all: true },
    },
    ...(near === null
      ? []
      : [
          {
            label: `Everything in ${near}`,
            description: 'the open file’s folder',
            args: { path: near, check_all: true },
          },
        ]),
  ];
  const picked = await showQuickPick(items, { title: 'Lint what?' });
  return picked?.args;
}

function folderIn(argument: unknown): vscode.WorkspaceFolder | undefined {
  if (typeof argument !== 'object' || argument === null || !('folder' in argument)) return undefined;
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(String(argument.folder)));
}

function argsIn(argument: unknown): LintBackendArgs | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { path, check_all } = argument as Readonly<Record<string, unknown>>;
  if (typeof check_all !== 'boolean') return undefined;
  return { path: typeof path === 'string' ? path : null, check_all };
}

import * as vscode from 'vscode';
import { count } from '../../core/kernel/amounts.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { joinReasons } from '../../core/kernel/sentences.ts';
import type { WantedFix } from '../../core/lint/plan-fix.ts';
import type { RunState } from '../../core/workorder/state.ts';
import {
  setStatusBarMessage,
  showInformationMessage,
  showWarningMessage,
  withProgress,
} from '../inert-window.ts';
import type { FixArgument } from '../lint/fix-actions.ts';
import { PERSON } from '../person.ts';
import type { Services } from '../services.ts';

/** Applies a fix of ruff's that a code action offered, then lints again; answers how it ended, for tests. */
export async function applyFix(services: Services, argument: unknown): Promise<RunState | undefined> {
  const asked = fixIn(argument);
  const uri = asked && vscode.Uri.parse(asked.uri);
  const folder = uri && vscode.workspace.getWorkspaceFolder(uri);
  if (asked === undefined || uri === undefined || folder === undefined) return undefined;
  if (!(await saveFirst(uri))) return undefined;
  const path = vscode.workspace.asRelativePath(uri, false);
  const { app } = await services.folders.of(folder);
  const result = await withProgress(`Work Order: ruff's fix for ${asked.wanted.code}`, () =>
    app
      .applyLintFix({
        path,
        wanted: asked.wanted,
        by: PERSON,
        lint: services.lintTasks.lastArgs(folder) ?? { path, check_all: true },
        consent: (request, signal) => services.review.consent(request, signal),
        signal: new AbortController().signal,
      })
      .catch((error: unknown) => {
        if (error instanceof Cancelled) return undefined;
        throw error;
      }),
  );
  services.refreshLists();
  if (result === undefined) return undefined;
  if (!result.ok) {
    services.log.warn(`ruff's fix was not applied: ${result.error}`);
    void showWarningMessage(`Ruff's fix was not applied: ${result.error}.`);
    return undefined;
  }
  report(services, result.value);
  return result.value;
}

/** A fix is made for the bytes on disk; what is not saved would be lost or mixed with it. */
async function saveFirst(uri: vscode.Uri): Promise<boolean> {
  const document = vscode.workspace.textDocuments.find(one => one.uri.toString() === uri.toString());
  if (document?.isDirty !== true) return true;
  const save = 'Save and Apply';
  const answer = await showInformationMessage(
    `${vscode.workspace.asRelativePath(uri)} has unsaved changes. Ruff's fix is applied to the saved file.`,
    save,
  );
  return answer === save && document.save();
}

function report({ log }: Services, { fix, outcome }: RunState): void {
  if (fix === undefined || outcome === undefined) return;
  const fixed = `${count(fix.fixed, 'problem')} (${fix.code}) fixed in ${fix.path}`;
  if (outcome.kind === 'APPLIED') {
    log.info(`ruff ${fix.version}: ${fixed}`);
    setStatusBarMessage('pass', fixed, 5000);
    return;
  }
  const reasons = outcome.kind === 'FAILED' ? joinReasons(outcome.reasons) : '';
  const what =
    outcome.kind === 'FAILED' && outcome.changeKept ? `${fixed}, but` : "Ruff's fix was not applied:";
  log.warn(`${what} ${reasons}`);
  void showWarningMessage(`${what} ${reasons}.`);
}

function fixIn(argument: unknown): FixArgument | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uri, wanted } = argument as Readonly<Record<string, unknown>>;
  return typeof uri === 'string' && isWanted(wanted) ? { uri, wanted } : undefined;
}

function isWanted(value: unknown): value is WantedFix {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, line, column, everywhere, unsafe } = value as Readonly<Record<string, unknown>>;
  return (
    [code, message].every(one => typeof one === 'string') &&
    [line, column].every(Number.isInteger) &&
    [everywhere, unsafe].every(one => typeof one === 'boolean')
  );
}

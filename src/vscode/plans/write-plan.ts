import * as vscode from 'vscode';
import type { Result } from '../../core/kernel/result.ts';
import { commonFolder } from '../../core/panel/new-order.ts';
import { importChecklist } from '../../core/plan/import-checklist.ts';
import type { Plan } from '../../generated/contracts.ts';
import { exists } from '../exists.ts';
import { BACK } from '../live-pick.ts';
import { pickInvariants } from '../orders/pick-invariants.ts';
import { pickScope } from '../orders/pick-scope.ts';
import type { Services } from '../services.ts';

/** What a checklist does not say. */
export interface ChecklistAnswers {
  readonly scope: readonly string[];
  readonly invariants: readonly string[];
}

/** The plan of a checklist; the error says what is wrong with the checklist. */
export async function planOf(text: string, { scope, invariants }: ChecklistAnswers): Promise<Result<Plan>> {
  const path = commonFolder(scope);
  return importChecklist(text, {
    scopeAllowlist: scope,
    invariants,
    lint: { path, check_all: false },
    phaseBoundaryLint: { path, check_all: true },
  });
}

export async function askChecklistAnswers(
  folder: vscode.WorkspaceFolder,
): Promise<ChecklistAnswers | undefined> {
  for (;;) {
    const scope = await pickScope(folder, {}, { title: 'Plan (1 of 2): which files may its steps change?' });
    if (scope === undefined || scope === BACK) return undefined;
    const title = 'Plan (2 of 2): what must stay true?';
    const invariants = await pickInvariants({ title, canGoBack: true });
    if (invariants === undefined) return undefined;
    if (invariants !== BACK) return { scope: scope.paths, invariants };
  }
}

/** Writes the plan as `NAME.plan.json` into the folder, never over one that is there, and opens it; gives where. */
export async function writePlan(
  services: Services,
  folder: vscode.Uri,
  name: string,
  plan: Plan,
): Promise<vscode.Uri> {
  const uri = await freeName(folder, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(`${JSON.stringify(plan, null, 2)}\n`));
  await vscode.window.showTextDocument(uri);
  services.refreshLists();
  return uri;
}

async function freeName(folder: vscode.Uri, name: string): Promise<vscode.Uri> {
  for (let n = 1; ; n++) {
    const uri = vscode.Uri.joinPath(folder, `${name}${n === 1 ? '' : `-${n}`}.plan.json`);
    if (!(await exists(uri))) return uri;
  }
}

import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { WantedFix } from '../../core/lint/plan-fix.ts';
import type { Problems, ShownProblem } from './problems.ts';

/** Files ruff's fixes are offered in. */
const DOCUMENTS: vscode.DocumentSelector = [{ scheme: 'file', pattern: '**/*.{py,pyi}' }];

/** What `workorder.applyFix` is called with. */
export interface FixArgument {
  /** The file, as a string so that a keybinding can name it too. */
  readonly uri: string;
  readonly wanted: WantedFix;
}

/**
 * "Apply ruff's fix" on ruff's problems. The action is a command: the change goes through the change gate, never as an
 * edit made from positions that ruff gave for an older text.
 */
export function registerFixActions(problems: Problems): vscode.Disposable {
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: (document, range) =>
      problems.at(document.uri, range).flatMap(shown => actionsFor(shown, document.uri, problems)),
  };
  return vscode.languages.registerCodeActionsProvider(DOCUMENTS, provider, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });
}

function actionsFor(shown: ShownProblem, uri: vscode.Uri, problems: Problems): vscode.CodeAction[] {
  const { problem, diagnostic } = shown;
  const { fix, code } = problem;
  if (fix === undefined) return [];
  const name = fix.unsafe ? 'unsafe fix' : 'fix';
  const warning = fix.unsafe ? ' (may change what the code does)' : '';
  const one = actionOf(`Apply ruff's ${name}: ${fix.message}${warning}`, shown, uri, false);
  one.isPreferred = !fix.unsafe;
  const alike = problems.of(uri).filter(({ problem: other }) => {
    const isAllowed = other.fix !== undefined && (fix.unsafe || !other.fix.unsafe);
    return other.source === 'ruff' && other.code === code && isAllowed;
  });
  if (alike.length < 2) return [one];
  const all = actionOf(
    `Apply ruff's ${name} to all ${alike.length} ${code} in this file${warning}`,
    shown,
    uri,
    true,
  );
  all.diagnostics = alike.map(other => other.diagnostic);
  one.diagnostics = [diagnostic];
  return [one, all];
}

function actionOf(
  words: string,
  { problem, diagnostic }: ShownProblem,
  uri: vscode.Uri,
  everywhere: boolean,
): vscode.CodeAction {
  const title = inertText(words);
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  const wanted: WantedFix = {
    code: problem.code,
    message: problem.message,
    line: problem.line,
    column: problem.column ?? 1,
    everywhere,
    unsafe: problem.fix?.unsafe === true,
  };
  const argument: FixArgument = { uri: uri.toString(), wanted };
  action.command = { title, command: 'workorder.applyFix', arguments: [argument] };
  action.diagnostics = [diagnostic];
  return action;
}

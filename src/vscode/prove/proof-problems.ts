import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { Finding } from '../../core/changes/finding.ts';
import { inertText, showControls } from '../../core/kernel/inert-text.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { namedInLine } from '../../core/prove/named-in-line.ts';
import { changedLines } from './hunks.ts';
import type { Proven } from './prove-folder.ts';

const SOURCE = 'workorder';

/** What the checks found in the files as they are, in the Problems panel, and the way back for a hunk. */
export class ProofProblems implements vscode.CodeActionProvider {
  readonly #collection = vscode.languages.createDiagnosticCollection('work-order proof');
  readonly #changes = new Map<string, FileChange>();
  readonly #provider = vscode.languages.registerCodeActionsProvider({ scheme: 'file' }, this, {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  });

  /** Only of the working tree: what is found in a commit may be elsewhere by now. */
  show(folder: vscode.WorkspaceFolder, { given, proof }: Proven): void {
    this.clear();
    if (given.source !== 'worktree') return;
    const byFile = new Map<string, vscode.Diagnostic[]>();
    for (const finding of proof.verdict.findings) {
      const diagnostic = diagnosticOf(finding, finding.place && proof.sourceLines.at(finding.place));
      if (diagnostic === undefined || finding.place === undefined) continue;
      const { file } = finding.place;
      byFile.set(file, [...(byFile.get(file) ?? []), diagnostic]);
    }
    for (const [file, diagnostics] of byFile)
      this.#collection.set(vscode.Uri.joinPath(folder.uri, file), diagnostics);
    for (const change of given.changes.files)
      this.#changes.set(vscode.Uri.joinPath(folder.uri, change.path).toString(), change);
  }

  clear(): void {
    this.#collection.clear();
    this.#changes.clear();
  }

  provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    context: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const ours = context.diagnostics.filter(({ source }) => source === SOURCE);
    const change = this.#changes.get(document.uri.toString());
    if (ours.length === 0 || change?.after === undefined) return [];
    // Lines count only in the text that was looked at.
    if (plain(document.getText()) !== plain(decodeUtf8(change.after) ?? '')) return [];
    const hunk = changedLines(change).find(
      ({ start, end }) => range.start.line <= Math.max(end - 1, start) && range.end.line >= start,
    );
    if (hunk === undefined) return [];
    const action = new vscode.CodeAction(inertText('Revert This Hunk'), vscode.CodeActionKind.QuickFix);
    action.diagnostics = ours;
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, new vscode.Range(hunk.start, 0, hunk.end, 0), hunk.before);
    return [action];
  }

  dispose(): void {
    this.#provider.dispose();
    this.#collection.dispose();
  }
}

/** git keeps line ends of one kind. */
const plain = (text: string): string => text.replaceAll('\r\n', '\n');

/** @param text of its line, where that is known: what the finding names is marked there, and not the indentation */
function diagnosticOf(
  { rule, severity, message, place }: Finding,
  text: string | undefined,
): vscode.Diagnostic | undefined {
  if (place === undefined || place.side === 'before' || severity === 'note') return undefined;
  const line = Math.max(0, place.line - 1);
  const [start, length] = text === undefined ? [0, Number.MAX_SAFE_INTEGER] : namedInLine(text, message);
  const diagnostic = new vscode.Diagnostic(
    new vscode.Range(line, start, line, start + length),
    showControls(message),
    severity === 'blocks' ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = rule;
  return diagnostic;
}

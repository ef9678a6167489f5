import * as vscode from 'vscode';
import { showControls } from '../../core/kernel/inert-text.ts';
import type { LintProblem } from '../../core/panel/lint-problems.ts';

/** A problem as the editor shows it; `lines` is the text it was found in. */
export function diagnosticOf(problem: LintProblem, lines: readonly string[]): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(problem, lines),
    showControls(messageOf(problem)),
    severityOf(problem),
  );
  diagnostic.source = problem.source;
  const code = showControls(problem.code);
  // An address comes from the output of a tool: one that is no page on the web would be a command or a file.
  diagnostic.code = problem.documentation?.startsWith('https://')
    ? { value: code, target: vscode.Uri.parse(problem.documentation) }
    : code;
  if (problem.about === 'unused') diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  if (problem.about === 'deprecated') diagnostic.tags = [vscode.DiagnosticTag.Deprecated];
  return diagnostic;
}

/** In words at the end of the first line, so that the panel's filter finds them; see docs/decisions.md. */
function messageOf({ message, since }: LintProblem): string {
  if (since === undefined) return message;
  const [first = '', ...rest] = message.split('\n');
  return [`${first} (${since === 'change' ? 'new' : 'from before'})`, ...rest].join('\n');
}

/** Linters count characters, the editor counts UTF-16 units; without columns the whole line is marked. */
function rangeOf(problem: LintProblem, lines: readonly string[]): vscode.Range {
  const line = problem.line - 1;
  const text = lines[line] ?? '';
  if (problem.column === undefined) {
    const indent = text.length - text.trimStart().length;
    return new vscode.Range(line, indent, line, Math.max(text.length, indent + 1));
  }
  const start = unitsBefore(text, problem.column - 1);
  const endLine = (problem.endLine ?? problem.line) - 1;
  const end =
    problem.endColumn === undefined ? start + 1 : unitsBefore(lines[endLine] ?? '', problem.endColumn - 1);
  return new vscode.Range(line, start, endLine, end);
}

function unitsBefore(text: string, characters: number): number {
  let units = 0;
  for (const character of text) {
    if (characters-- <= 0) return units;
    units += character.length;
  }
  // Past the end of a line that is not at hand.
  return units + Math.max(0, characters);
}

function severityOf(problem: LintProblem): vscode.DiagnosticSeverity {
  switch (problem.severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'note':
      return vscode.DiagnosticSeverity.Information;
  }
}

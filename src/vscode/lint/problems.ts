import * as vscode from 'vscode';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { type LintProblem, problemsOf } from '../../core/panel/lint-problems.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';

const SOURCES = ['ruff', 'mypy', 'import-linter'] as const;

/** ruff's codes for what nothing uses: shown faded. */
const UNUSED = /^(F401|F811|F841|ARG\d+|ERA001)$/;

/** What the last lint of each folder found, in the Problems panel; one collection per linter. */
export class Problems {
  readonly #collections = new Map(
    SOURCES.map(
      source => [source, vscode.languages.createDiagnosticCollection(`work-order ${source}`)] as const,
    ),
  );
  /** Files with problems, by folder, so that a new lint clears exactly the old ones. */
  readonly #shown = new Map<string, vscode.Uri[]>();

  /** Replaces the folder's problems; answers how many there are. A lint that did not run proves nothing. */
  async show(folder: vscode.WorkspaceFolder, outcome: LintOutcome): Promise<number> {
    this.clear(folder);
    if (outcome.kind === 'did_not_run') return 0;
    const problems = problemsOf(outcome);
    const uris: vscode.Uri[] = [];
    for (const file of new Set(problems.map(problem => problem.file))) {
      const ofFile = problems.filter(problem => problem.file === file);
      const uri = vscode.Uri.joinPath(folder.uri, file);
      uris.push(uri);
      const lines = await linesOf(uri);
      for (const [source, collection] of this.#collections) {
        const ofSource = ofFile.filter(problem => problem.source === source);
        if (ofSource.length > 0)
          collection.set(uri, [
            ...(collection.get(uri) ?? []),
            ...ofSource.map(problem => diagnosticOf(problem, lines)),
          ]);
      }
    }
    this.#shown.set(folder.uri.toString(), uris);
    return problems.length;
  }

  /** Forgets the folder's problems, for example because their change was taken back. */
  clear(folder: vscode.WorkspaceFolder): void {
    for (const uri of this.#shown.get(folder.uri.toString()) ?? []) {
      for (const collection of this.#collections.values()) collection.delete(uri);
    }
    this.#shown.delete(folder.uri.toString());
  }

  dispose(): void {
    for (const collection of this.#collections.values()) collection.dispose();
  }
}

function diagnosticOf(problem: LintProblem, lines: readonly string[]): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(rangeOf(problem, lines), problem.message, severityOf(problem));
  diagnostic.source = problem.source;
  diagnostic.code =
    problem.documentation === undefined
      ? problem.code
      : { value: problem.code, target: vscode.Uri.parse(problem.documentation) };
  if (problem.source === 'ruff' && UNUSED.test(problem.code))
    diagnostic.tags = [vscode.DiagnosticTag.Unnecessary];
  return diagnostic;
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

async function linesOf(uri: vscode.Uri): Promise<readonly string[]> {
  try {
    const text = decodeUtf8(await vscode.workspace.fs.readFile(uri));
    return text?.split(/\r\n|\n|\r/) ?? [];
  } catch {
    return [];
  }
}

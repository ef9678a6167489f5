import * as vscode from 'vscode';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { type LintProblem, problemsOf } from '../../core/panel/lint-problems.ts';
import type { LintCoverage, LintOutcome } from '../../core/ports/linter.ts';
import { diagnosticOf } from './diagnostics.ts';

/** One problem as it is shown. */
export interface ShownProblem {
  readonly problem: LintProblem;
  readonly diagnostic: vscode.Diagnostic;
}

interface ShownFile {
  readonly uri: vscode.Uri;
  /** Time and size of the file the problems were found in. */
  readonly stamp: string;
  readonly problems: readonly ShownProblem[];
}

type Shown = ReadonlyMap<string, ShownFile>;

/**
 * What the linters found in each folder, in the Problems panel; one collection per linter. A problem goes when its file
 * was linted again or is no longer the text it was found in, and not before.
 */
export class Problems {
  readonly #collections = new Map<string, vscode.DiagnosticCollection>();
  /** By folder, then by workspace-relative file. */
  readonly #shown = new Map<string, Shown>();
  /** Lints of one folder are shown in the order they ended. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #watch = vscode.workspace.onDidChangeWorkspaceFolders(({ removed }) => {
    for (const folder of removed) this.clear(folder);
  });

  /** Shows what a lint found. One that did not run proves nothing: what was known stays. */
  show(folder: vscode.WorkspaceFolder, outcome: LintOutcome): Promise<void> {
    return this.#inTurn(async () => {
      if (outcome.kind === 'did_not_run') return;
      const kept = await this.#stillTrue(folder, outcome.covers);
      this.#replace(folder, merge(kept, await readShown(folder, problemsOf(outcome))));
    });
  }

  /** Takes away what was found in files that are not the same any more, for example because a change was taken back. */
  forgetChanged(folder: vscode.WorkspaceFolder): Promise<void> {
    const nothing: LintCoverage = { path: '', files: [], contracts: false };
    return this.#inTurn(async () => this.#replace(folder, await this.#stillTrue(folder, nothing)));
  }

  /** Forgets the folder's problems. */
  clear(folder: vscode.WorkspaceFolder): void {
    this.#replace(folder, new Map());
  }

  /** The problems of a file that begin or end in the lines of a range. */
  at(uri: vscode.Uri, range: vscode.Range): readonly ShownProblem[] {
    return this.of(uri).filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
  }

  /** All problems of a file, whichever folder was linted. */
  of(uri: vscode.Uri): readonly ShownProblem[] {
    const same = (file: ShownFile) => file.uri.toString() === uri.toString();
    return [...this.#shown.values()].flatMap(files =>
      [...files.values()].filter(same).flatMap(file => file.problems),
    );
  }

  dispose(): void {
    this.#watch.dispose();
    for (const collection of this.#collections.values()) collection.dispose();
  }

  #collectionOf(source: string): vscode.DiagnosticCollection {
    const known = this.#collections.get(source);
    if (known) return known;
    const made = vscode.languages.createDiagnosticCollection(`work-order ${source}`);
    this.#collections.set(source, made);
    return made;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** What of the shown problems a lint of these files says nothing about. */
  async #stillTrue(folder: vscode.WorkspaceFolder, covers: LintCoverage | undefined): Promise<Shown> {
    const kept = new Map<string, ShownFile>();
    if (covers === undefined) return kept;
    for (const [path, file] of this.#shown.get(folder.uri.toString()) ?? []) {
      const problems = file.problems.filter(({ problem }) => !isCovered(problem, covers));
      if (problems.length > 0 && (await stampOf(file.uri)) === file.stamp)
        kept.set(path, { ...file, problems });
    }
    return kept;
  }

  #replace(folder: vscode.WorkspaceFolder, shown: Shown): void {
    const key = folder.uri.toString();
    const before = this.#shown.get(key) ?? new Map<string, ShownFile>();
    for (const { problems } of shown.values())
      for (const { problem } of problems) this.#collectionOf(problem.source);
    for (const [source, collection] of this.#collections) {
      const entries: [vscode.Uri, vscode.Diagnostic[] | undefined][] = [];
      // `undefined` first empties a file, so that nothing is left and nothing is there twice.
      for (const { uri } of before.values()) entries.push([uri, undefined]);
      for (const { uri, problems } of shown.values()) {
        const ofSource = problems.filter(({ problem }) => problem.source === source);
        if (ofSource.length > 0) entries.push([uri, ofSource.map(({ diagnostic }) => diagnostic)]);
      }
      collection.set(entries);
    }
    if (shown.size > 0) this.#shown.set(key, shown);
    else this.#shown.delete(key);
  }
}

function isCovered({ source, file }: LintProblem, { path, files, contracts }: LintCoverage): boolean {
  if (source === 'import-linter') return contracts;
  if (files !== 'all') return files.includes(file);
  return path === '' || file === path || file.startsWith(`${path}/`);
}

async function readShown(folder: vscode.WorkspaceFolder, problems: readonly LintProblem[]): Promise<Shown> {
  const byFile = new Map<string, LintProblem[]>();
  for (const problem of problems) {
    const ofFile = byFile.get(problem.file);
    if (ofFile) ofFile.push(problem);
    else byFile.set(problem.file, [problem]);
  }
  const read = [...byFile].map(async ([path, ofFile]) => {
    const uri = vscode.Uri.joinPath(folder.uri, path);
    const [stamp, lines] = await Promise.all([stampOf(uri), linesOf(uri)]);
    const shown = ofFile.map(problem => ({ problem, diagnostic: diagnosticOf(problem, lines) }));
    return [path, { uri, stamp, problems: shown }] as const;
  });
  return new Map(await Promise.all(read));
}

/** The stamp of the older problems counts: both are true only while the file is what it was then. */
function merge(kept: Shown, found: Shown): Shown {
  const merged = new Map(found);
  for (const [path, file] of kept) {
    const problems = [...file.problems, ...(found.get(path)?.problems ?? [])];
    merged.set(path, { ...file, problems });
  }
  return merged;
}

async function stampOf(uri: vscode.Uri): Promise<string> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return `${mtime} ${size}`;
  } catch {
    return 'not there';
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

import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { firstChangedLine } from '../../core/panel/command-places.ts';
import { readSpotCheck, type SpotCheck } from '../../core/panel/qa-section.ts';
import type { Proposal } from '../../core/ports/reviewer.ts';
import type { SpotCheckGrade } from '../../generated/contracts.ts';
import { sidesOf } from './memory-files.ts';

/**
 * QA's spot checks beside the text of the file they name. Shown for a file when a person asks for it, because
 * VS Code opens its Comments panel over half of the diff when the first one appears.
 */
export class SpotCheckComments {
  #controller: vscode.CommentController | undefined;
  #proposal: Proposal | undefined;
  readonly #shown = new Set<string>();

  /** The proposal whose spot checks can be shown. */
  load(proposal: Proposal): void {
    this.clear();
    this.#proposal = proposal;
  }

  showFor(path: string): void {
    const change = this.#proposal?.changes.files.find(file => file.path === path);
    if (this.#proposal === undefined || change === undefined || this.#shown.has(path)) return;
    const uri = sidesOf(this.#proposal.runId, change).after;
    const checks = this.#checks().filter(check => check.path === path);
    const grades = this.#proposal.evidence.spot_checks;
    if (uri === undefined || checks.length === 0) return;
    this.#shown.add(path);
    this.#controller ??= vscode.comments.createCommentController('workorder-spot-checks', 'QA spot checks');
    const comments = checks.map(check =>
      asComment(
        check,
        grades.find(grade => grade.text.endsWith(check.text)),
      ),
    );
    const thread = this.#controller.createCommentThread(uri, rangeOf(change), comments);
    thread.label = 'QA spot checks';
    thread.canReply = false;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  clear(): void {
    this.#controller?.dispose();
    this.#controller = undefined;
    this.#proposal = undefined;
    this.#shown.clear();
  }

  dispose(): void {
    this.clear();
  }

  #checks(): readonly SpotCheck[] {
    const paths = this.#proposal?.changes.files.map(file => file.path) ?? [];
    return (this.#proposal?.qa.spot_checks ?? []).map(sentence => readSpotCheck(sentence, paths));
  }
}

/** At the first change, where the eye is. */
function rangeOf(change: FileChange): vscode.Range {
  const text = change.after === undefined ? undefined : decodeUtf8(change.after);
  const line = text === undefined ? undefined : firstChangedLine([change], change.path, text);
  return new vscode.Range((line ?? 1) - 1, 0, (line ?? 1) - 1, 0);
}

/** QA's words, and what code says of them. */
function asComment(check: SpotCheck, grade: SpotCheckGrade | undefined): vscode.Comment {
  const ofQa = check.verdict === 'unstated' ? 'QA' : `QA: ${check.verdict}`;
  const ofCode = grade === undefined ? '' : ` · code: ${grade.verdict.replaceAll('_', ' ')}`;
  const why = grade === undefined || grade.reason === '' ? '' : `\n\n${grade.reason}`;
  return {
    author: { name: `${ofQa}${ofCode}` },
    // Plain text: a model's words are not to be read as Markdown.
    body: new vscode.MarkdownString().appendText(`${check.text}${why}`),
    mode: vscode.CommentMode.Preview,
  };
}

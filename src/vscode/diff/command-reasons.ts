import * as vscode from 'vscode';
import type { FileChange } from '../../core/changes/change-set.ts';
import type { Proposal } from '../../core/ports/reviewer.ts';
import { AFTER, sidesOf } from './memory-files.ts';
import { quietComment } from './quiet-comment.ts';
import { ASK_HERE, REASON } from './review-notes.ts';

/** What each command does and why, beside the lines it leaves: a closed thread on the proposed side of the diff. */
export class CommandReasons {
  #controller: vscode.CommentController | undefined;
  #proposal: Proposal | undefined;
  /** Of the proposal, as far as their files are open, by address. */
  readonly #threads = new Map<string, readonly vscode.CommentThread[]>();
  readonly #watch = vscode.workspace.onDidOpenTextDocument(({ uri }) => void this.#showFor(uri));

  /** From now on the files of this proposal have threads; those of another one go. */
  load(proposal: Proposal): void {
    this.clear();
    this.#proposal = proposal;
    for (const { uri } of vscode.workspace.textDocuments) void this.#showFor(uri);
  }

  /** A file is large or small: nothing is made for one that no one looks at. */
  async #showFor(uri: vscode.Uri): Promise<void> {
    const proposal = this.#proposal;
    const key = uri.toString();
    if (uri.scheme !== AFTER || proposal === undefined || this.#threads.has(key)) return;
    const change = proposal.changes.files.find(
      file => sidesOf(proposal.runId, file).after?.toString() === key,
    );
    if (change === undefined) return;
    this.#threads.set(key, []);
    const reasons = await reasonsByLine(proposal, change);
    if (this.#proposal !== proposal) return;
    this.#threads.set(
      key,
      [...reasons].map(([line, comments]) => this.#open(uri, line, comments)),
    );
  }

  #open(uri: vscode.Uri, line: number, comments: readonly vscode.Comment[]): vscode.CommentThread {
    if (this.#controller === undefined) {
      this.#controller = vscode.comments.createCommentController('workorder-reasons', 'What and why');
      this.#controller.options = { prompt: ASK_HERE, placeHolder: ASK_HERE };
    }
    const at = new vscode.Position(line - 1, 0);
    const thread = this.#controller.createCommentThread(uri, new vscode.Range(at, at), comments);
    thread.label = 'What and why';
    // VS Code makes no second thread at a line by the sign beside it: what is asked for here is an answer to this one.
    thread.canReply = true;
    thread.contextValue = REASON;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    return thread;
  }

  clear(): void {
    this.#threads.clear();
    this.#controller?.dispose();
    this.#controller = undefined;
    this.#proposal = undefined;
  }

  dispose(): void {
    this.#watch.dispose();
    this.clear();
  }
}

async function reasonsByLine(
  { changes, qa, part }: Proposal,
  change: FileChange,
): Promise<ReadonlyMap<number, readonly vscode.Comment[]>> {
  const { linesOfCommands } = await import('../../core/panel/command-places.ts');
  const { describeCommand } = await import('../../core/panel/changes-section.ts');
  const lines = linesOfCommands(changes.receipts, change);
  const byLine = new Map<number, readonly vscode.Comment[]>();
  for (const { index, paths, reason, by } of changes.receipts) {
    const command = qa.commands[index];
    const line = lines.get(index);
    if (!paths.includes(change.path) || command === undefined || line === undefined) continue;
    const number = (part?.kept[index] ?? index) + 1;
    const who = by === 'person' ? 'your edit' : `command ${number}`;
    const what = describeCommand(command, change.path);
    const comment = quietComment(`${who}, ${what}`, reason.trim() === '' ? 'No reason is given.' : reason);
    byLine.set(line, [...(byLine.get(line) ?? []), comment]);
  }
  return byLine;
}

import * as vscode from 'vscode';
import type { Proposal, ReviewComment } from '../../core/ports/reviewer.ts';
import { AFTER, sidesOf } from './memory-files.ts';
import { quietComment } from './quiet-comment.ts';

export const ASK_HERE = 'What should change here?';
/** Marks the threads that say what a command does and why. */
export const REASON = 'reason';

/** What a person notes on lines of the proposed files, until they decide. */
export class ReviewNotes {
  #controller: vscode.CommentController | undefined;
  /** Path of each proposed file by its address. */
  #paths: ReadonlyMap<string, string> = new Map();
  readonly #threads = new Set<vscode.CommentThread>();

  /** From now on lines of these files can be commented. */
  open(proposal: Proposal): void {
    this.close();
    this.follow(proposal);
    this.#controller = vscode.comments.createCommentController('workorder-review', 'Changes you ask for');
    this.#controller.options = { prompt: ASK_HERE, placeHolder: ASK_HERE };
    this.#controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        uri.scheme === AFTER && this.#paths.has(uri.toString())
          ? [new vscode.Range(0, 0, Math.max(0, lineCount - 1), 0)]
          : [],
    };
  }

  /** The same run with other commands: what was noted so far stays. */
  follow(proposal: Proposal): void {
    const entries = proposal.changes.files.flatMap(change => {
      const { after } = sidesOf(proposal.runId, change);
      return after === undefined ? [] : [[after.toString(), change.path] as const];
    });
    this.#paths = new Map(entries);
  }

  /** A comment as VS Code hands it over. */
  add({ thread, text }: vscode.CommentReply): void {
    const comment: vscode.Comment = { ...quietComment('you ask for this', text), contextValue: text };
    const own = thread.contextValue === REASON ? this.#beside(thread) : thread;
    if (own === undefined) return;
    own.comments = [...own.comments, comment];
    own.label = 'Sent to the models with “Ask for Changes”';
    own.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    this.#threads.add(own);
  }

  /** What a command does is drawn anew with each proposal; what a person says of it stays. */
  #beside({ uri, range }: vscode.CommentThread): vscode.CommentThread | undefined {
    return range && this.#controller?.createCommentThread(uri, range, []);
  }

  remove(thread: vscode.CommentThread): void {
    this.#threads.delete(thread);
    thread.dispose();
  }

  /** In the order they were made. */
  get comments(): readonly ReviewComment[] {
    return [...this.#threads].flatMap(({ uri, range, comments }) => {
      const path = this.#paths.get(uri.toString());
      const line = range === undefined ? {} : { line: range.start.line + 1 };
      return comments.map(({ contextValue = '' }) => ({
        text: contextValue,
        ...(path === undefined ? {} : { path, ...line }),
      }));
    });
  }

  close(): void {
    this.#threads.clear();
    this.#paths = new Map();
    this.#controller?.dispose();
    this.#controller = undefined;
  }

  dispose(): void {
    this.close();
  }
}

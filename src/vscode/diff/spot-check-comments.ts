import * as vscode from 'vscode';
import type { PlacedCheck } from '../../core/panel/spot-check-places.ts';
import type { Proposal } from '../../core/ports/reviewer.ts';
import { sidesOf } from './memory-files.ts';
import { quietComment } from './quiet-comment.ts';

/** QA's spot checks beside the text of the file they name. Shown open, for a file whose checks a person asks for. */
export class SpotCheckComments {
  #controller: vscode.CommentController | undefined;
  #proposal: Proposal | undefined;
  readonly #shown = new Set<string>();

  /** The proposal whose spot checks can be shown. */
  load(proposal: Proposal): void {
    this.clear();
    this.#proposal = proposal;
  }

  async showFor(path: string): Promise<void> {
    const proposal = this.#proposal;
    const change = proposal?.changes.files.find(file => file.path === path);
    if (proposal === undefined || change === undefined) return;
    const { placeSpotChecks } = await import('../../core/panel/spot-check-places.ts');
    const { sentencesOf } = await import('../../core/evidence/spot-checks/structured.ts');
    if (this.#proposal !== proposal || this.#shown.has(path)) return;
    const checks = placeSpotChecks(path, {
      sentences: sentencesOf(proposal.qa.spot_checks),
      grades: proposal.evidence.spot_checks,
      paths: proposal.changes.files.map(file => file.path),
    });
    if (checks.length === 0) return;
    this.#shown.add(path);
    for (const side of ['before', 'after'] as const) {
      const uri = sidesOf(proposal.runId, change)[side];
      const onSide = checks.filter(check => check.side === side);
      if (uri === undefined) continue;
      for (const line of new Set(onSide.map(check => check.line)))
        this.#open(
          uri,
          line,
          onSide.filter(check => check.line === line),
        );
    }
  }

  #open(uri: vscode.Uri, line: number | undefined, checks: readonly PlacedCheck[]): void {
    this.#controller ??= vscode.comments.createCommentController('workorder-spot-checks', 'QA spot checks');
    const at = new vscode.Position((line ?? 1) - 1, 0);
    const thread = this.#controller.createCommentThread(uri, new vscode.Range(at, at), checks.map(asComment));
    // Without a line it is about the file.
    if (line === undefined) thread.range = undefined;
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
}

/** QA's words, and what code says of them. */
function asComment({ check, grade }: PlacedCheck): vscode.Comment {
  const ofQa = check.verdict === 'unstated' ? 'QA' : `QA: ${check.verdict}`;
  const ofCode = grade === undefined ? '' : ` · code: ${grade.verdict.replaceAll('_', ' ')}`;
  const why = grade === undefined || grade.reason === '' ? '' : `\n\n${grade.reason}`;
  return quietComment(`${ofQa}${ofCode}`, `${check.text}${why}`);
}

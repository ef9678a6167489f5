import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';
import { waitsForDecision } from '../../core/workorder/review-stage.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import { unsavedOf } from '../editor/unsaved-files.ts';
import type { ShownProof } from '../prove/shown-proof.ts';
import type { ActiveRun } from '../run/active-run.ts';
import type { Review } from '../run/review.ts';
import { NodeTree, type Row } from './node-tree.ts';

/** Events come in bursts; the tree is drawn at most this often. */
const DRAW_MS = 80;
/** While a stage runs its time continues. */
const TICK_MS = 1000;
/** Rows are drawn a moment after they are given. */
const SHOW_TOP_MS = 150;
const MINUTE_MS = 60_000;

export interface ReviewView extends vscode.Disposable {
  /**
   * Selects the next command or hunk of the proposal (or the one before), and gives its row; the same one at the end.
   * `isDecided`: about the selected one, so that what is below it is passed over.
   */
  step(by: 1 | -1, isDecided?: boolean): Promise<Row | undefined>;
  /** The selected row of a file or a command, else the first command. */
  current(): Row | undefined;
}

/** The Review view: the run's sentence above, its stages, changes and checks below. */
export function createReviewView(
  run: ActiveRun,
  diff: DiffEditor,
  review: Review,
  proofs: ShownProof,
): ReviewView {
  let shown = '';
  let showing: ReturnType<typeof setTimeout> | undefined;
  const nodes = async () => {
    if (proofs.value !== undefined) {
      const { proofTree } = await import('../../core/panel/proof-tree.ts');
      const { proof, folder } = proofs.value;
      return proofTree(proof, folder.uri.toString());
    }
    if (run.state === undefined) return [];
    const { reviewTree } = await import('../../core/panel/review-tree.ts');
    const { state, isRunning } = run;
    if (state === undefined) return [];
    const folder = run.origin?.folder;
    const unsaved = folder === undefined ? [] : unsavedOf(folder, state).map(({ uri }) => uri.path);
    const changes = diff.changes;
    showTop(`${state.runId} ${state.outcome?.kind}`);
    return reviewTree({ state, now: Date.now(), changes, isActive: isRunning, unsaved, ...wanted() });
  };
  /** A run that begins or ends has its verdict on top; the tree stays scrolled to where the rows before were. */
  const showTop = (now: string) => {
    if (now === shown) return;
    shown = now;
    clearTimeout(showing);
    showing = setTimeout(() => {
      const [first] = tree.all();
      // Revealing would open a view that a person has closed.
      if (first && view.visible) void show(first, false);
    }, SHOW_TOP_MS);
  };
  const wanted = () => {
    const { ticked } = review;
    return ticked === undefined ? {} : { wanted: ticked };
  };
  const tree = new NodeTree(nodes, () => (proofs.value ? 'proof' : (run.state?.runId ?? '')));
  const view = vscode.window.createTreeView('workorder.review', {
    treeDataProvider: tree,
    showCollapseAll: true,
    // A command may be in two files, and a file's box stands for all of its commands.
    manageCheckboxStateManually: true,
  });
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let every = 0;

  const draw = async () => {
    drawing = undefined;
    const shownProof = proofs.value;
    // Loaded with the first run or proof: an editor that only starts shows none.
    const words = shownProof || run.state ? await import('../../core/panel/review-words.ts') : undefined;
    const state = shownProof ? undefined : run.state;
    const starting = run.isRunning ? 'Starting …' : '';
    const sentence = shownProof
      ? words?.proofSentence(shownProof.proof)
      : state && words?.verdictSentence(state, run.isRunning);
    // The editor would make a button of a line that is one link.
    view.message = sentence === undefined ? starting : inertText(sentence);
    const chosen = state && run.isRunning ? words?.choiceWords(state) : undefined;
    view.description = inertText([state?.order?.step_id, chosen].filter(Boolean).join(' · '));
    view.badge = waitsForPerson(run)
      ? { value: 1, tooltip: 'A work order waits for your review' }
      : undefined;
    tree.refresh();
    tick();
  };
  const refreshStages = async () => {
    const { stagesSection } = await import('../../core/panel/stages-section.ts');
    if (run.state !== undefined && proofs.value === undefined)
      tree.refreshRow(stagesSection(run.state, Date.now(), run.isRunning));
  };
  const tick = () => {
    // Waiting for a person can take hours: no reason to redraw every second of them.
    const wanted = !run.isRunning || !view.visible ? 0 : waitsForPerson(run) ? MINUTE_MS : TICK_MS;
    if (wanted === every) return;
    every = wanted;
    clearInterval(ticking);
    ticking = wanted === 0 ? undefined : setInterval(() => void refreshStages(), wanted);
  };
  // The selection follows keys a moment late, and keys are pressed fast.
  let cursor: Row | undefined;
  let revealing = 0;
  const drawSoon = () => {
    drawing ??= setTimeout(() => void draw(), DRAW_MS);
  };
  const subscriptions = vscode.Disposable.from(
    // A run that begins or continues is what a person is waiting for.
    run.onDidChange(() => {
      proofs.clear();
      drawSoon();
    }),
    proofs.onDidChange(drawSoon),
    review.onDidChange(drawSoon),
    view.onDidChangeCheckboxState(({ items }) => {
      for (const [{ node }, state] of items)
        if (node.box) review.tick(node.box, state === vscode.TreeItemCheckboxState.Checked, 'tree');
    }),
    view.onDidChangeSelection(({ selection: [row] }) => {
      if (revealing === 0 && row?.node.box !== undefined) cursor = row;
    }),
    view.onDidChangeVisibility(tick),
    view,
    tree,
  );
  /** A row that has gone meanwhile cannot be shown, and need not be: the tree is drawn anew. */
  const show = async (row: Row, select: boolean) =>
    view.reveal(row, { select, focus: false }).then(undefined, () => undefined);
  const isUnit = ({ node }: Row) => node.context === 'command' || node.context === 'hunk';
  return {
    current: () => cursor ?? tree.all().find(isUnit),
    async step(by, isDecided = false) {
      const rows = tree.all();
      const at = cursor === undefined ? -1 : rows.indexOf(cursor);
      const ahead = by > 0 || at < 0 ? rows.slice(at + 1) : rows.slice(0, at).reverse();
      const from = cursor;
      // What is decided as a whole is not asked for in parts.
      cursor = ahead.find(row => isUnit(row) && !(isDecided && row.parent === from)) ?? cursor;
      if (cursor === undefined) return undefined;
      const row = cursor;
      revealing += 1;
      try {
        await show(row, true);
      } finally {
        revealing -= 1;
      }
      return row;
    },
    dispose() {
      clearTimeout(drawing);
      clearTimeout(showing);
      clearInterval(ticking);
      subscriptions.dispose();
    },
  };
}

const waitsForPerson = ({ isRunning, state }: ActiveRun): boolean =>
  isRunning && state !== undefined && waitsForDecision(state);

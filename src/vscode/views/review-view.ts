import * as vscode from 'vscode';
import { inertText } from '../../core/kernel/inert-text.ts';
import { stagesSection } from '../../core/panel/stages-section.ts';
import { verdictSentence } from '../../core/panel/verdict-section.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { ActiveRun } from '../run/active-run.ts';
import { NodeTree } from './node-tree.ts';

/** Events come in bursts; the tree is drawn at most this often. */
const DRAW_MS = 80;
/** While a stage runs its time continues. */
const TICK_MS = 1000;
const MINUTE_MS = 60_000;

/** The Review view: the run's sentence above, its stages, changes and checks below. */
export function createReviewView(run: ActiveRun, diff: DiffEditor): vscode.Disposable {
  const nodes = async () => {
    if (run.state === undefined) return [];
    const { reviewTree } = await import('../../core/panel/review-tree.ts');
    const { state, isRunning } = run;
    if (state === undefined) return [];
    return reviewTree({ state, now: Date.now(), changes: diff.changes, isActive: isRunning });
  };
  const tree = new NodeTree(nodes, () => run.state?.runId ?? '');
  const view = vscode.window.createTreeView('workorder.review', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let every = 0;

  const draw = () => {
    drawing = undefined;
    const state = run.state;
    const starting = run.isRunning ? 'Starting …' : '';
    // The editor would make a button of a line that is one link.
    view.message = state === undefined ? starting : inertText(verdictSentence(state, run.isRunning));
    view.description = inertText(state?.order?.step_id ?? '');
    view.badge = waitsForPerson(run)
      ? { value: 1, tooltip: 'A work order waits for your review' }
      : undefined;
    tree.refresh();
    tick();
  };
  const refreshStages = () => {
    if (run.state !== undefined) tree.refreshRow(stagesSection(run.state, Date.now(), run.isRunning));
  };
  const tick = () => {
    // Waiting for a person can take hours: no reason to redraw every second of them.
    const wanted = !run.isRunning || !view.visible ? 0 : waitsForPerson(run) ? MINUTE_MS : TICK_MS;
    if (wanted === every) return;
    every = wanted;
    clearInterval(ticking);
    ticking = wanted === 0 ? undefined : setInterval(refreshStages, wanted);
  };
  const subscriptions = vscode.Disposable.from(
    run.onDidChange(() => {
      drawing ??= setTimeout(draw, DRAW_MS);
    }),
    view.onDidChangeVisibility(tick),
    view,
    tree,
  );
  return new vscode.Disposable(() => {
    clearTimeout(drawing);
    clearInterval(ticking);
    subscriptions.dispose();
  });
}

function waitsForPerson(run: ActiveRun): boolean {
  return (
    run.isRunning &&
    run.state?.stages.some(stage => stage.stage === 'review' && stage.status === 'running') === true
  );
}

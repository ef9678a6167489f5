import * as vscode from 'vscode';
import { agentsTree, needsYouBadge } from '../../core/panel/agents-list.ts';
import { setContextKey } from '../context-keys.ts';
import type { FolderApps } from '../folder-apps.ts';
import type { Review } from '../run/review.ts';
import { NodeTree } from '../views/node-tree.ts';
import type { AgentsRegistry } from './agents-registry.ts';

/** Events come in bursts; the tree is drawn at most this often. */
const DRAW_MS = 80;
/** How long something waits is shown in minutes. */
const MINUTE_MS = 60_000;

/** The Agents view: what waits for the person, then every workflow's agents. The badge counts what waits. */
export function createAgentsView(
  agents: AgentsRegistry,
  folders: FolderApps,
  review: Pick<Review, 'proposal' | 'onDidChange'>,
): vscode.Disposable {
  const tree = new NodeTree(() => agentsTree(agents.projections, Date.now()));
  const view = vscode.window.createTreeView('workorder.agents', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const item = vscode.window.createStatusBarItem('workorder.inbox', vscode.StatusBarAlignment.Left, 49);
  item.name = 'Work Order: Needs You';
  item.command = 'workorder.inbox';
  let drawing: ReturnType<typeof setTimeout> | undefined;
  const draw = () => {
    drawing = undefined;
    view.badge = needsYouBadge(agents.projections);
    // The review alone has an item of its own.
    const waiting = view.badge && view.badge.value + (review.proposal === undefined ? 0 : 1);
    if (waiting === undefined) item.hide();
    else {
      item.text = `$(bell-dot) ${waiting}`;
      item.tooltip = `${waiting} ${waiting === 1 ? 'thing waits' : 'things wait'} for you. Show all of them.`;
      item.accessibilityInformation = { label: item.tooltip, role: 'button' };
      item.show();
    }
    setContextKey(
      'hasAgents',
      agents.projections.some(({ agents: rows }) => rows.length > 0),
    );
    tree.refresh();
  };
  const drawSoon = () => {
    drawing ??= setTimeout(draw, DRAW_MS);
  };
  // Also while the view is closed: what earlier windows left shows in the badge once the folder was opened.
  const changes = vscode.Disposable.from(
    agents.onDidChange(drawSoon),
    folders.onDidOpen(drawSoon),
    review.onDidChange(drawSoon),
  );
  const ticking = setInterval(() => {
    if (view.visible && view.badge !== undefined) tree.refresh();
  }, MINUTE_MS);
  return new vscode.Disposable(() => {
    clearTimeout(drawing);
    clearInterval(ticking);
    changes.dispose();
    view.dispose();
    item.dispose();
    tree.dispose();
  });
}

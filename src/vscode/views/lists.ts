import * as vscode from 'vscode';
import type { ViewNode } from '../../core/panel/view-node.ts';
import type { AgentsRegistry } from '../agents/agents-registry.ts';
import { setContextKey } from '../context-keys.ts';
import type { FolderApps } from '../folder-apps.ts';
import { ORDER_FILES, PLAN_FILES } from '../orders/json-files.ts';
import type { Log } from '../output.ts';
import type { ActiveRun } from '../run/active-run.ts';
import { NodeTree } from './node-tree.ts';
import { runningAgents } from './running-agents.ts';

/** The Work Orders and Runs views: lists of what is on disk, read when they are looked at. */
export function createLists(
  folders: FolderApps,
  run: ActiveRun,
  agents: AgentsRegistry,
  log: Log,
): { readonly refresh: () => void; readonly dispose: () => void } {
  const orders = new NodeTree(() =>
    listed('ordersListed', async () => (await reader()).readOrderRows(folders, run, log)),
  );
  const runs = new NodeTree(() =>
    listed('runsListed', async () => (await reader()).readRunRows(folders, run, agents, log)),
  );
  const refresh = () => {
    orders.refresh();
    runs.refresh();
  };
  let running = '';
  let looking: ReturnType<typeof setTimeout> | undefined;
  /** Agents have events all the time; the list changes when a run begins or ends. */
  const onAgents = () => {
    looking ??= setTimeout(() => {
      looking = undefined;
      const now = [...runningAgents(agents)].join();
      if (now !== running) runs.refresh();
      running = now;
    }, LOOK_MS);
  };
  const subscriptions = vscode.Disposable.from(
    agents.onDidChange(onAgents),
    vscode.window.createTreeView('workorder.orders', { treeDataProvider: orders }),
    vscode.window.createTreeView('workorder.runs', { treeDataProvider: runs }),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    ORDER_FILES.watch(refresh),
    PLAN_FILES.watch(refresh),
    orders,
    runs,
  );
  const dispose = () => {
    clearTimeout(looking);
    subscriptions.dispose();
  };
  return { refresh, dispose };
}

/** What reads journals, orders and plans is loaded when a view is looked at. */
const reader = () => import('./read-lists.ts');

/** That there is nothing is only said once someone has looked. */
async function listed(
  key: 'ordersListed' | 'runsListed',
  read: () => Promise<readonly ViewNode[]>,
): Promise<readonly ViewNode[]> {
  try {
    return await read();
  } finally {
    setContextKey(key, true);
  }
}

/** How long the listed state of a run of agents may be out of date. */
const LOOK_MS = 500;

import * as vscode from 'vscode';
import { interruptedList, type ListedInterruption } from '../../core/panel/interrupted-list.ts';
import { ordersList } from '../../core/panel/orders-list.ts';
import { type PlanFile, plansList } from '../../core/panel/plans-list.ts';
import { type ListedRun, runsList } from '../../core/panel/runs-list.ts';
import type { FolderName, ViewNode } from '../../core/panel/view-node.ts';
import { earlierPlanEvents } from '../../core/plan/earlier-events.ts';
import { noProgress, type PlanProgress, reducePlan } from '../../core/plan/plan-state.ts';
import { setContextKey } from '../context-keys.ts';
import type { FolderApps } from '../folder-apps.ts';
import { findOrderFiles, readOrderFile, watchOrderFiles } from '../orders/order-source.ts';
import type { Log } from '../output.ts';
import { findPlanFiles, planJournals, readPlanFile, watchPlanFiles } from '../plans/plan-source.ts';
import type { ActiveRun } from '../run/active-run.ts';
import { NodeTree } from './node-tree.ts';

/** The Work Orders and Runs views: lists of what is on disk, read when they are looked at. */
export function createLists(
  folders: FolderApps,
  run: ActiveRun,
  log: Log,
): { readonly refresh: () => void; readonly dispose: () => void } {
  const orders = new NodeTree(() =>
    listed('ordersListed', async () => [
      ...plansList(await readPlans(folders, log)),
      ...ordersList(await readOrders(), await readRuns(folders, run, log), Date.now()),
    ]),
  );
  const runs = new NodeTree(() =>
    listed('runsListed', async () => [
      ...interruptedList(await readInterrupted(folders, log)),
      ...runsList(await readRuns(folders, run, log), Date.now()),
    ]),
  );
  const refresh = () => {
    orders.refresh();
    runs.refresh();
  };
  const subscriptions = vscode.Disposable.from(
    vscode.window.createTreeView('workorder.orders', { treeDataProvider: orders }),
    vscode.window.createTreeView('workorder.runs', { treeDataProvider: runs }),
    vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    vscode.workspace.onDidGrantWorkspaceTrust(refresh),
    watchOrderFiles(refresh),
    watchPlanFiles(refresh),
    orders,
    runs,
  );
  return { refresh, dispose: () => subscriptions.dispose() };
}

/** That there is nothing is only said once somebody has looked. */
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

function nameOf(folder: vscode.WorkspaceFolder): FolderName {
  const isOne = vscode.workspace.workspaceFolders?.length === 1;
  return { uri: folder.uri.toString(), ...(isOne ? {} : { shownAs: folder.name }) };
}

/** Deleted between the search and the reading: one such file must not cost the whole list. */
const goneMeanwhile = (): undefined => undefined;

async function readOrders() {
  const files = await findOrderFiles();
  const read = files.map(async uri => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return [];
    const path = vscode.workspace.asRelativePath(uri, false);
    const order = await readOrderFile(uri).catch(goneMeanwhile);
    return order === undefined ? [] : [{ folder: nameOf(folder), path, order }];
  });
  return (await Promise.all(read)).flat();
}

async function readPlans(folders: FolderApps, log: Log): Promise<readonly PlanFile[]> {
  const files = await findPlanFiles();
  const read = files.map(async uri => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (folder === undefined) return [];
    const path = vscode.workspace.asRelativePath(uri, false);
    const plan = await readPlanFile(folder, uri).catch(goneMeanwhile);
    if (plan === undefined) return [];
    const progress = plan.ok ? await readProgress(folders, log, folder, plan.value.title) : noProgress;
    return [{ folder: nameOf(folder), path, plan, progress }];
  });
  return (await Promise.all(read)).flat();
}

async function readProgress(
  folders: FolderApps,
  log: Log,
  folder: vscode.WorkspaceFolder,
  title: string,
): Promise<PlanProgress> {
  if (!vscode.workspace.isTrusted) return noProgress;
  try {
    const { journals } = await folders.of(folder);
    const events = await earlierPlanEvents(await planJournals(folder), journals, title);
    return events.reduce(reducePlan, noProgress);
  } catch (error) {
    log.error(error, `reading how the plan "${title}" stands`);
    return noProgress;
  }
}

async function readInterrupted(folders: FolderApps, log: Log): Promise<readonly ListedInterruption[]> {
  if (!vscode.workspace.isTrusted) return [];
  const lists = (vscode.workspace.workspaceFolders ?? []).map(async folder => {
    try {
      const { interrupted } = await folders.of(folder);
      return interrupted.waiting.map(({ id, sentence, files }) => ({
        id,
        sentence,
        folder: nameOf(folder),
        paths: files.map(file => file.path),
      }));
    } catch (error) {
      log.error(error, `looking for interrupted runs of ${folder.name}`);
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}

/** Histories lie outside the workspace, and opening one may finish an interrupted run: only when trusted. */
async function readRuns(folders: FolderApps, run: ActiveRun, log: Log): Promise<readonly ListedRun[]> {
  if (!vscode.workspace.isTrusted) return [];
  const lists = (vscode.workspace.workspaceFolders ?? []).map(async folder => {
    try {
      const { journals } = await folders.of(folder);
      return (await journals.list()).map(summary => ({
        ...summary,
        folder: nameOf(folder),
        isActive: run.isRunning && run.state?.runId === summary.runId,
      }));
    } catch (error) {
      log.error(error, `reading the history of ${folder.name}`);
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}

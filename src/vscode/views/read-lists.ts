import * as vscode from 'vscode';
import type { App } from '../../core/app.ts';
import { campaignsList, type ListedCampaign } from '../../core/panel/campaigns-list.ts';
import { interruptedList, type ListedInterruption } from '../../core/panel/interrupted-list.ts';
import { ordersList } from '../../core/panel/orders-list.ts';
import { type PlanFile, plansList } from '../../core/panel/plans-list.ts';
import { ROUTA_WORKSPACES } from '../../core/panel/routa-workspaces.ts';
import { runItemId } from '../../core/panel/run-items.ts';
import { type ListedRun, runsList } from '../../core/panel/runs-list.ts';
import { TASK_AGENTS } from '../../core/panel/task-agents.ts';
import { TICKETS } from '../../core/panel/ticket-items.ts';
import type { FolderName, ViewNode } from '../../core/panel/view-node.ts';
import { noProgress, type PlanProgress, reducePlan } from '../../core/plan/plan-state.ts';
import type { AgentsRegistry } from '../agents/agents-registry.ts';
import type { FolderApps } from '../folder-apps.ts';
import { ORDER_FILES, PLAN_FILES } from '../orders/json-files.ts';
import { readOrderFile } from '../orders/order-source.ts';
import type { Log } from '../output.ts';
import { readPlanFile } from '../plans/plan-source.ts';
import type { ActiveRun } from '../run/active-run.ts';
import { readCampaigns } from './read-campaigns.ts';
import { runningAgents } from './running-agents.ts';

/** Rows of the Work Orders view: plans and work orders. */
export const readOrderRows = async (
  folders: FolderApps,
  run: ActiveRun,
  log: Log,
): Promise<readonly ViewNode[]> => [
  ...plansList(await readPlans(folders, log)),
  ...ordersList(await readOrders(), await readRuns(folders, run, log), Date.now()),
];

/** Rows of the Runs view: what was interrupted, then runs of every kind. */
export const readRunRows = async (
  folders: FolderApps,
  run: ActiveRun,
  agents: AgentsRegistry,
  log: Log,
): Promise<readonly ViewNode[]> => [
  ...interruptedList(await readInterrupted(folders, log)),
  ...campaignsList(await readCampaignsHere(log), Date.now()),
  ...runsList(
    [
      ...(await readRuns(folders, run, log)),
      ...(await readPlanRuns(folders, run, log)),
      ...(await readWraps(folders, log)),
      ...(await readAgentRuns(folders, agents, log)),
    ],
    Date.now(),
  ),
];

/** The workflows with agents, and how their runs are listed. */
const AGENT_RUNS = [
  {
    host: TASK_AGENTS,
    kind: 'run',
    name: 'task agent',
    prefix: 'agent: ',
    runsOf: ({ taskAgent }: App) => taskAgent,
  },
  { host: TICKETS, kind: 'run', name: 'ticket', prefix: 'ticket: ', runsOf: ({ tickets }: App) => tickets },
  {
    host: ROUTA_WORKSPACES,
    kind: 'workspace',
    name: 'ROUTA',
    prefix: 'routa: ',
    runsOf: ({ routa }: App) => routa,
  },
] as const;

function nameOf(folder: vscode.WorkspaceFolder): FolderName {
  const isOne = vscode.workspace.workspaceFolders?.length === 1;
  return { uri: folder.uri.toString(), ...(isOne ? {} : { shownAs: folder.name }) };
}

/** Deleted between the search and the reading: one such file must not cost the whole list. */
const goneMeanwhile = (): undefined => undefined;

async function readOrders() {
  const files = await ORDER_FILES.find();
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
  const files = await PLAN_FILES.find();
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
    const { plans } = await folders.of(folder);
    const events = await plans.earlier(title);
    return events.reduce(reducePlan, noProgress);
  } catch (error) {
    log.error(error, `reading the state of the plan "${title}"`);
    return noProgress;
  }
}

const readInterrupted = (folders: FolderApps, log: Log): Promise<readonly ListedInterruption[]> =>
  inTrustedFolders(log, 'the interrupted runs', async folder => {
    const { interrupted } = await folders.of(folder);
    return interrupted.waiting.map(({ id, sentence, files }) => ({
      id,
      sentence,
      folder: nameOf(folder),
      paths: files.map(file => file.path),
    }));
  });

/** The same for runs of agents; their hosts open them. */
async function readAgentRuns(
  folders: FolderApps,
  agents: AgentsRegistry,
  log: Log,
): Promise<readonly ListedRun[]> {
  const running = runningAgents(agents);
  const lists = AGENT_RUNS.map(({ host, kind, name, prefix, runsOf }) =>
    inTrustedFolders(log, `the runs of ${host}`, async folder => {
      const summaries = await runsOf((await folders.of(folder)).app).list();
      return summaries.map(summary => {
        const id = runItemId({ kind, runId: summary.runId });
        return {
          ...summary,
          title: summary.title.replace(prefix, ''),
          folder: nameOf(folder),
          agents: { host, id, name },
          isActive: running.has(id),
        };
      });
    }),
  );
  return (await Promise.all(lists)).flat();
}

const readRuns = (folders: FolderApps, run: ActiveRun, log: Log): Promise<readonly ListedRun[]> =>
  inTrustedFolders(log, 'the history', async folder => {
    const { journals } = await folders.of(folder);
    return (await journals.list()).map(summary => ({
      ...summary,
      folder: nameOf(folder),
      isActive: run.isRunning && run.state?.runId === summary.runId,
    }));
  });

/** Plans as a whole, beside the runs of their steps. */
const readPlanRuns = (folders: FolderApps, run: ActiveRun, log: Log): Promise<readonly ListedRun[]> =>
  inTrustedFolders(log, 'the plans', async folder => {
    const { plans } = await folders.of(folder);
    // One plan at a time works in a folder, and while it does so do its steps.
    return (await plans.list()).map((summary, i) => ({
      ...summary,
      folder: nameOf(folder),
      form: 'plan' as const,
      isActive: i === 0 && summary.outcome === '' && run.isRunning,
    }));
  });

/** Programs that the command line ran on a copy. */
const readWraps = (folders: FolderApps, log: Log): Promise<readonly ListedRun[]> =>
  inTrustedFolders(log, 'the wrapped programs', async folder => {
    const { wraps } = await folders.of(folder);
    return (await wraps.list()).map(summary => ({
      ...summary,
      folder: nameOf(folder),
      form: 'wrap' as const,
    }));
  });

const readCampaignsHere = (log: Log): Promise<readonly ListedCampaign[]> =>
  inTrustedFolders(log, 'the campaigns', async folder =>
    (await readCampaigns(folder.uri.fsPath)).map(one => ({ ...one, folder: nameOf(folder) })),
  );

/** Histories lie outside the workspace, and opening one may finish an interrupted run: only when trusted. */
async function inTrustedFolders<T>(
  log: Log,
  what: string,
  read: (folder: vscode.WorkspaceFolder) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (!vscode.workspace.isTrusted) return [];
  const lists = (vscode.workspace.workspaceFolders ?? []).map(folder =>
    read(folder).catch((error: unknown) => {
      log.error(error, `reading ${what} of ${folder.name}`);
      return [];
    }),
  );
  return (await Promise.all(lists)).flat();
}

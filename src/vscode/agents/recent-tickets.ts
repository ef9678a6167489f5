import * as vscode from 'vscode';
import type { TicketRunView } from '../../core/panel/ticket-rows.ts';
import { SHOWN_RUNS } from '../../core/runs/shown-runs.ts';
import type { FolderApps } from '../folder-apps.ts';
import type { Log } from '../output.ts';

export type ListedTickets = readonly (TicketRunView & { readonly folder: vscode.WorkspaceFolder })[];

/** The latest tickets of every folder, as their journals have them; ask only in a trusted workspace. */
export async function recentTickets(folders: FolderApps, log: Log): Promise<ListedTickets> {
  const { reduceTicket } = await import('../../core/tickets/reduce.ts');
  const { initialTicketState } = await import('../../core/tickets/state.ts');
  const lists = (vscode.workspace.workspaceFolders ?? []).map(async folder => {
    try {
      const { tickets } = (await folders.of(folder)).app;
      const runs = (await tickets.list()).slice(0, SHOWN_RUNS).map(async ({ runId }) => {
        const events = (await tickets.events(runId)) ?? [];
        const state = events.reduce(reduceTicket, initialTicketState(runId));
        return { folder, state, lastAt: events.at(-1)?.at ?? 0, isRunning: false };
      });
      return await Promise.all(runs);
    } catch (error) {
      log.error(error, `reading the tickets of ${folder.name}`);
      return [];
    }
  });
  return (await Promise.all(lists)).flat();
}

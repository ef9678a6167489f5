import * as vscode from 'vscode';
import { TICKETS, ticketItemId } from '../../core/panel/ticket-items.ts';
import { ticketHeadline } from '../../core/tickets/outcome.ts';
import type { TicketState } from '../../core/tickets/state.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../inert-window.ts';

/** The one notification at the end of a ticket's run; its buttons act on this run. */
export async function showTicketEnd({ runId, outcome, applied, merged }: TicketState): Promise<void> {
  if (outcome === undefined) return;
  const target = { kind: 'agent', host: TICKETS, id: ticketItemId({ kind: 'run', runId }) } as const;
  const buttons = new Map([['Show Transcript', 'workorder.agent.transcript']]);
  if (merged === undefined && applied.some(change => !change.reverted))
    buttons.set('Revert', 'workorder.agent.revert');
  const show = {
    DONE: showInformationMessage,
    CANCELLED: showInformationMessage,
    BLOCKED: showWarningMessage,
    FAILED: showErrorMessage,
  }[outcome.kind];
  const answer = await show(ticketHeadline(outcome), ...buttons.keys());
  const command = answer === undefined ? undefined : buttons.get(answer);
  if (command !== undefined) await vscode.commands.executeCommand(command, target);
}

import * as vscode from 'vscode';
import { itemId, TASK_AGENTS } from '../../core/panel/task-agents.ts';
import { agentHeadline } from '../../core/taskagent/outcome.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../inert-window.ts';

/** The one notification at the end of a run; its buttons act on this run. */
export async function showAgentEnd({ runId, outcome, applied, pullRequests }: AgentState): Promise<void> {
  if (outcome === undefined) return;
  const target = (kind: 'run' | 'question') =>
    ({ kind: 'agent', host: TASK_AGENTS, id: itemId({ kind, runId }) }) as const;
  const buttons = new Map<string, () => Thenable<unknown>>();
  if (outcome.kind === 'WAITING')
    buttons.set('Answer', () => vscode.commands.executeCommand('workorder.agent.answer', target('question')));
  const page = pullRequests.at(-1);
  if (page !== undefined)
    buttons.set('Open Pull Request', () => vscode.env.openExternal(vscode.Uri.parse(page)));
  buttons.set('Show Transcript', () =>
    vscode.commands.executeCommand('workorder.agent.transcript', target('run')),
  );
  if (applied.some(change => !change.isolated && !change.reverted))
    buttons.set('Revert', () => vscode.commands.executeCommand('workorder.agent.revert', target('run')));
  const show = {
    DONE: showInformationMessage,
    EXECUTED: showInformationMessage,
    WAITING: showInformationMessage,
    CANCELLED: showInformationMessage,
    BLOCKED: showWarningMessage,
    FAILED: showErrorMessage,
  }[outcome.kind];
  const answer = await show(agentHeadline(outcome), ...buttons.keys());
  if (answer !== undefined) await buttons.get(answer)?.();
}

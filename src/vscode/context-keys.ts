import * as vscode from 'vscode';

/** What `when` clauses of package.json ask for. */
export type ContextKey =
  /** A run is active, waiting for a review included. */
  | 'running'
  /** A proposal waits for Apply or Reject. */
  | 'reviewing'
  /** The active editor is our diff. */
  | 'reviewTab'
  /** There is a change to show as a diff. */
  | 'hasChanges'
  /** There are agents to show. */
  | 'hasAgents';

export function setContextKey(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `workorder.${key}`, value);
}

import * as vscode from 'vscode';

/** What `when` clauses of package.json ask for. */
export type ContextKey =
  /** A run is active, waiting for a review included. */
  | 'running'
  /** A proposal waits for Apply or Reject. */
  | 'reviewing'
  /** A person edited the proposal. */
  | 'edited'
  /** The active editor is our diff. */
  | 'reviewTab'
  /** The work orders of the workspace were looked for. */
  | 'ordersListed'
  /** The history was read. */
  | 'runsListed'
  /** There is a change to show as a diff. */
  | 'hasChanges'
  /** There are agents to show. */
  | 'hasAgents'
  /** A change of an agent waits for Apply or Reject and is shown. */
  | 'agentReviewing'
  /** The active editor is the diff of an agent's change. */
  | 'agentReviewTab'
  /** There is a change of an agent to show as a diff. */
  | 'hasAgentChanges';

export function setContextKey(key: ContextKey, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `workorder.${key}`, value);
}

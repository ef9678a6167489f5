import type * as vscode from 'vscode';
import type { Result } from '../../core/kernel/result.ts';
import { showErrorMessage } from '../inert-window.ts';
import type { Log } from '../output.ts';
import type { AgentsRegistry } from './agents-registry.ts';

/** A run that is to go on. */
export interface GoOn {
  readonly folder: vscode.WorkspaceFolder;
  readonly runId: string;
  /** What the person calls it, for example `The agent`. */
  readonly name: string;
}

/**
 * Goes on with a run in the background; answers whether it may, which it may not while agents work in its folder. The
 * person is told what stops it. `work` answers `undefined` when the person was told already.
 */
export function goOn(
  { agents, log }: { readonly agents: AgentsRegistry; readonly log: Log },
  { folder, runId, name }: GoOn,
  work: () => Promise<Result<unknown> | undefined>,
): boolean {
  const working = agents.workIn(folder, work);
  if (working === undefined) return false;
  const tell = (reason: string) => showErrorMessage(`${name} does not go on: ${reason}`);
  working.then(
    result => {
      if (result?.ok === false) void tell(result.error);
    },
    (error: unknown) => {
      log.error(error, `resuming ${runId}`);
      void tell(error instanceof Error ? error.message : String(error));
    },
  );
  return true;
}

/** Says why a run still waits in the inbox. */
export const tellNotGivenUp = (reason: string): void =>
  void showErrorMessage(`The run was not given up: ${reason}`);

import * as vscode from 'vscode';
import type { Services } from '../services.ts';
import { agentCommands } from './agent-verbs.ts';
import { applyFix } from './apply-fix.ts';
import { cancelRun } from './cancel-run.ts';
import type { Command } from './command.ts';
import { compareRun } from './compare-run.ts';
import { apply, reject } from './decide.ts';
import { compareInterrupted, decideInterrupted } from './decide-interrupted.ts';
import { exportRunReport } from './export-report.ts';
import { lintBackend } from './lint-backend.ts';
import { newPlan } from './new-plan.ts';
import { newWorkOrder } from './new-work-order.ts';
import { openFile, openTarget } from './open-target.ts';
import { replayRun } from './replay-run.ts';
import { revert } from './revert-run.ts';
import { runPlan } from './run-plan.ts';
import { checkWorkOrder, runWorkOrder } from './run-work-order.ts';
import { selectModels } from './select-models.ts';
import { setApiKey } from './set-api-key.ts';
import { openDiff, openWalkthrough, showAgents, showReview } from './show.ts';
import { showPrompt } from './show-prompt.ts';
import { startRouta } from './start-routa.ts';
import { startTaskAgent } from './start-task-agent.ts';
import { startTicket } from './start-ticket.ts';
import { trySample } from './try-sample.ts';

/** Every command of package.json, and what only trees (`openTarget`) and code actions (`applyFix`) call. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: runWorkOrder,
  check: checkWorkOrder,
  runPlan,
  new: newWorkOrder,
  newPlan,
  apply,
  reject,
  cancel: cancelRun,
  revert,
  replayRun,
  exportReport: exportRunReport,
  compareRun,
  decideInterrupted,
  compareInterrupted,
  lint: lintBackend,
  applyFix,
  setApiKey,
  selectModels,
  showPrompt,
  showReview,
  showAgents,
  startTaskAgent,
  startRouta,
  startTicket,
  ...agentCommands,
  openDiff,
  openFile,
  openTarget,
  openWalkthrough,
  trySample,
  refresh: async services => services.refreshLists(),
};

export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([name, command]) =>
      vscode.commands.registerCommand(`workorder.${name}`, (...args: readonly unknown[]) =>
        runCommand(services, name, command, args),
      ),
    ),
  );
}

/** The one place where what nobody expected is caught: logged with its stack, shown as a sentence. */
async function runCommand(
  services: Services,
  name: string,
  command: Command,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    return await command(services, ...args);
  } catch (error) {
    services.log.error(error, name);
    const sentence = error instanceof Error ? error.message : String(error);
    const show = 'Show Log';
    void vscode.window.showErrorMessage(`Work Order: ${sentence}`, show).then(answer => {
      if (answer === show) services.log.show();
    });
    return undefined;
  }
}

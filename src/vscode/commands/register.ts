import * as vscode from 'vscode';
import { showErrorMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { agentCommands, agentDiffCommands } from './agent-verbs.ts';
import type { Command } from './command.ts';

/** Every command of package.json, and what only trees (`openTarget`) and code actions (`applyFix`) call. */
const COMMANDS: Readonly<Record<string, Command>> = {
  run: lazy(async () => (await import('./run-work-order.ts')).runWorkOrder),
  check: lazy(async () => (await import('./run-work-order.ts')).checkWorkOrder),
  runPlan: lazy(async () => (await import('./run-plan.ts')).runPlan),
  new: lazy(async () => (await import('./new-work-order.ts')).newWorkOrder),
  newPlan: lazy(async () => (await import('./new-plan.ts')).newPlan),
  apply: lazy(async () => (await import('./decide.ts')).apply),
  reject: lazy(async () => (await import('./decide.ts')).reject),
  tryOut: lazy(async () => (await import('./try-out.ts')).tryOut),
  copyTest: lazy(async () => (await import('./try-out.ts')).copyTest),
  cancel: lazy(async () => (await import('./cancel-run.ts')).cancelRun),
  revert: lazy(async () => (await import('./revert-run.ts')).revert),
  replayRun: lazy(async () => (await import('./replay-run.ts')).replayRun),
  exportReport: lazy(async () => (await import('./export-report.ts')).exportRunReport),
  compareRun: lazy(async () => (await import('./compare-run.ts')).compareRun),
  decideInterrupted: lazy(async () => (await import('./decide-interrupted.ts')).decideInterrupted),
  compareInterrupted: lazy(async () => (await import('./decide-interrupted.ts')).compareInterrupted),
  lint: lazy(async () => (await import('./lint-backend.ts')).lintBackend),
  applyFix: lazy(async () => (await import('./apply-fix.ts')).applyFix),
  setApiKey: lazy(async () => (await import('./set-api-key.ts')).setApiKey),
  selectModels: lazy(async () => (await import('./select-models.ts')).selectModels),
  showPrompt: lazy(async () => (await import('./show-prompt.ts')).showPrompt),
  showReview: lazy(async () => (await import('./show.ts')).showReview),
  showAgents: lazy(async () => (await import('./show.ts')).showAgents),
  startTaskAgent: lazy(async () => (await import('./start-task-agent.ts')).startTaskAgent),
  startRouta: lazy(async () => (await import('./start-routa.ts')).startRouta),
  startTicket: lazy(async () => (await import('./start-ticket.ts')).startTicket),
  ...agentCommands,
  ...agentDiffCommands,
  openDiff: lazy(async () => (await import('./show.ts')).openDiff),
  openFile: lazy(async () => (await import('./open-target.ts')).openFile),
  openTarget: lazy(async () => (await import('./open-target.ts')).openTarget),
  openWalkthrough: lazy(async () => (await import('./show.ts')).openWalkthrough),
  trySample: lazy(async () => (await import('./try-sample.ts')).trySample),
  refresh: async services => services.refreshLists(),
};

/** Activation registers names only; what a command needs is loaded when it first runs. */
function lazy(load: () => Promise<Command>): Command {
  return async (services, ...args) => (await load())(services, ...args);
}

export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([name, command]) =>
      vscode.commands.registerCommand(`workorder.${name}`, (...args: readonly unknown[]) =>
        runCommand(services, name, command, args),
      ),
    ),
  );
}

/** The one place where what no one expected is caught: logged with its stack, shown as a sentence. */
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
    void showErrorMessage(`Work Order: ${sentence}`, show).then(answer => {
      if (answer === show) services.log.show();
    });
    return undefined;
  }
}

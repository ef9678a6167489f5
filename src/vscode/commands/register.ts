import * as vscode from 'vscode';
import type { AgentVerb } from '../../core/panel/agents-list.ts';
import { showErrorMessage } from '../inert-window.ts';
import type { Services } from '../services.ts';
import { requireTrust } from '../trust.ts';
import type { Command } from './command.ts';

interface Entry {
  /** What it does, as the beginning of a sentence: it needs a trusted workspace. Left out: it needs none. */
  readonly doing?: string;
  readonly command: Command;
}

type Load = () => Promise<Command>;

const trusted = (doing: string, load: Load): Entry => ({ doing, command: lazy(load) });
/** Only shows something or is about the person's own settings: nothing of the workspace is run or written. */
const anywhere = (load: Load): Entry => ({ command: lazy(load) });
/** What can be done with a row of an agent; loaded with the first of them. */
const VERBS: Readonly<Record<AgentVerb, true>> = {
  answer: true,
  apply: true,
  yesTask: true,
  yesAgent: true,
  approve: true,
  reject: true,
  allow: true,
  deny: true,
  resume: true,
  stop: true,
  say: true,
  pause: true,
  transcript: true,
  revert: true,
  setUp: true,
  remove: true,
};
const aboutAgents = Object.fromEntries(
  [...Object.keys(VERBS).map(verb => `agent.${verb}`), 'agentDiff.apply', 'agentDiff.reject'].map(name => [
    name,
    trusted('Working with agents', async () => (await import('./agent-verbs.ts')).agentCommand(name)),
  ]),
);

/** Every command of package.json, and what only trees (`openTarget`), code actions (`applyFix`), answers of the chat (`chatAction`) and keys call. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  run: trusted('Running a work order', async () => (await import('./run-work-order.ts')).runWorkOrder),
  check: trusted('Checking a work order', async () => (await import('./run-work-order.ts')).checkWorkOrder),
  runPlan: trusted('Running a plan', async () => (await import('./run-plan.ts')).runPlan),
  new: trusted('Writing a work order', async () => (await import('./new-work-order.ts')).newWorkOrder),
  newForSelection: trusted(
    'Writing a work order',
    async () => (await import('./new-work-order.ts')).newWorkOrder,
  ),
  newPlan: trusted('Writing a plan', async () => (await import('./new-plan.ts')).newPlan),
  apply: trusted('Applying a change', async () => (await import('./decide.ts')).apply),
  reject: trusted('Rejecting a change', async () => (await import('./decide.ts')).reject),
  nextCommand: trusted('Choosing commands', async () => (await import('./choose-commands.ts')).nextCommand),
  previousCommand: trusted(
    'Choosing commands',
    async () => (await import('./choose-commands.ts')).previousCommand,
  ),
  keepCommand: trusted('Choosing commands', async () => (await import('./choose-commands.ts')).keepCommand),
  leaveOutCommand: trusted(
    'Choosing commands',
    async () => (await import('./choose-commands.ts')).leaveOutCommand,
  ),
  revertEdits: trusted('Editing a proposal', async () => (await import('./decide.ts')).revertEdits),
  decideByKey: trusted('Deciding about a change', async () => (await import('./decide.ts')).decideByKey),
  askForChanges: trusted(
    'Asking for changes',
    async () => (await import('./ask-for-changes.ts')).askForChanges,
  ),
  addNote: trusted('Commenting on a proposal', async () => (await import('./ask-for-changes.ts')).addNote),
  removeNote: trusted(
    'Commenting on a proposal',
    async () => (await import('./ask-for-changes.ts')).removeNote,
  ),
  tryOut: trusted('Running code of a proposed change', async () => (await import('./try-out.ts')).tryOut),
  copyTest: trusted('Copying a test', async () => (await import('./try-out.ts')).copyTest),
  cancel: anywhere(async () => (await import('./cancel-run.ts')).cancelRun),
  revert: trusted('Reverting a run', async () => (await import('./revert-run.ts')).revert),
  replayRun: trusted('Replaying a run', async () => (await import('./replay-run.ts')).replayRun),
  whatNext: trusted('Going on with a run', async () => (await import('./what-next.ts')).whatNext),
  exportReport: trusted(
    'Exporting a report',
    async () => (await import('./export-report.ts')).exportRunReport,
  ),
  compareRun: trusted('Comparing a run', async () => (await import('./compare-run.ts')).compareRun),
  decideInterrupted: trusted(
    'Recovering a run',
    async () => (await import('./decide-interrupted.ts')).decideInterrupted,
  ),
  compareInterrupted: trusted(
    'Comparing a run',
    async () => (await import('./decide-interrupted.ts')).compareInterrupted,
  ),
  lint: trusted('Linting', async () => (await import('./lint-backend.ts')).lintBackend),
  applyFix: trusted('Applying a fix', async () => (await import('./apply-fix.ts')).applyFix),
  proveChanges: trusted('Proving a change', async () => (await import('./prove-changes.ts')).proveChanges),
  proveCommit: trusted('Proving a change', async () => (await import('./prove-changes.ts')).proveCommit),
  refusedLintCode: trusted(
    'Looking at refused linter plugins',
    async () => (await import('./refused-lint-code.ts')).refusedLintCode,
  ),
  setApiKey: anywhere(async () => (await import('./set-api-key.ts')).setApiKey),
  selectModels: anywhere(async () => (await import('./select-models.ts')).selectModels),
  testModels: anywhere(async () => (await import('./test-models.ts')).testModels),
  showPrompt: trusted('Showing a prompt', async () => (await import('./show-prompt.ts')).showPrompt),
  showReview: anywhere(async () => (await import('./show.ts')).showReview),
  inbox: anywhere(async () => (await import('./inbox.ts')).showInbox),
  showAgents: anywhere(async () => (await import('./show.ts')).showAgents),
  startAgent: trusted('Starting an agent', async () => (await import('./start-agent.ts')).startAgent),
  startTaskAgent: trusted(
    'Starting an agent',
    async () => (await import('./start-task-agent.ts')).startTaskAgent,
  ),
  startRouta: trusted('Starting agents', async () => (await import('./start-routa.ts')).startRouta),
  startTicket: trusted('Starting agents', async () => (await import('./start-ticket.ts')).startTicket),
  ...aboutAgents,
  chatAction: trusted('Working with a run', async () => (await import('../chat/chat-action.ts')).chatAction),
  openDiff: anywhere(async () => (await import('./show.ts')).openDiff),
  openFile: anywhere(async () => (await import('./open-target.ts')).openFile),
  openTarget: anywhere(async () => (await import('./open-target.ts')).openTarget),
  openWalkthrough: anywhere(async () => (await import('./show.ts')).openWalkthrough),
  trySample: anywhere(async () => (await import('./try-sample.ts')).trySample),
  refresh: { command: async services => services.refreshLists() },
};

/** Activation registers names only; what a command needs is loaded when it first runs. */
function lazy(load: Load): Command {
  return async (services, ...args) => (await load())(services, ...args);
}

export function registerCommands(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(COMMANDS).map(([name, entry]) =>
      vscode.commands.registerCommand(`workorder.${name}`, (...args: readonly unknown[]) =>
        runCommand(services, name, entry, args),
      ),
    ),
  );
}

/**
 * The one place where trust is asked for, and where what was not expected is caught: logged with its stack, shown as a
 * sentence.
 */
async function runCommand(
  services: Services,
  name: string,
  { doing, command }: Entry,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    if (doing !== undefined && !(await requireTrust(doing))) return undefined;
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

import { join } from 'node:path';
import type * as vscode from 'vscode';
import { createApp } from '../core/app.ts';
import { LINTERS } from '../core/lint/linters/registry.ts';
import type { WrittenFiles } from '../core/panel/undo-words.ts';
import { createStoredRuns } from '../core/runs/stored-runs.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import type { WrapEvent } from '../core/wrap/events.ts';
import { wrapWorkflow } from '../core/wrap/workflow.ts';
import { startAnalysis } from '../node/analysis/analysis-client.ts';
import { detectDefaultLintPath } from '../node/default-lint-path.ts';
import { createDiskFiles } from '../node/files/disk-files.ts';
import { createGit } from '../node/git/modified-files.ts';
import { createHold } from '../node/journal/hold-run.ts';
import { createJournals } from '../node/journal/journals.ts';
import { pythonsIn } from '../node/lint/environments.ts';
import { createLinter, type LinterParts } from '../node/lint/index.ts';
import { createLintRefusals } from '../node/lint/refusals.ts';
import { type AgentPlaces, openAgentPorts, openTests } from '../node/open-agent-ports.ts';
import { openPlans } from '../node/open-plans.ts';
import { openRoutaPorts } from '../node/open-routa-ports.ts';
import { openTicketPorts } from '../node/open-ticket-ports.ts';
import { closeStateFolder } from '../node/private-state-folder.ts';
import { createProcesses } from '../node/processes.ts';
import { chooseSandboxBy, openSandbox } from '../node/sandbox/open-sandbox.ts';
import { createScratch } from '../node/scratch/create-scratch.ts';
import { sha256, systemClock } from '../node/system.ts';
import { createTrials } from '../node/trials/create-trials.ts';
import { workspaceStateDir } from '../node/workspace-state.ts';
import { taskTests } from './agents/test-task.ts';
import { createEditorFiles } from './editor/editor-files.ts';
import { unsavedPython } from './editor/unsaved-python.ts';
import { watchPython } from './editor/watch-python.ts';
import type { FolderApp } from './folder-apps.ts';
import { showWarningMessage } from './inert-window.ts';
import { InterruptedRuns } from './interrupted/interrupted-runs.ts';
import { reportRecovery } from './interrupted/report-recovery.ts';
import { type LintTasks, shownLinter, taskLinter } from './lint/lint-tasks.ts';
import { chosenPythons } from './lint/python-extension.ts';
import type { Log } from './output.ts';
import { historyLimits, lintSettings, sandboxChoice } from './settings.ts';

/**
 * Builds the ports of one folder and hands them to the core. Loaded on first use only. What a crash
 * interrupted is finished first, so that no command meets half a change.
 */
export async function openFolder(
  folder: vscode.WorkspaceFolder,
  lintTasks: LintTasks,
  log: Log,
  analysisScript: string,
): Promise<FolderApp> {
  const root = folder.uri.fsPath;
  const stateDir = workspaceStateDir(root);
  const closed = await closeStateFolder(stateDir);
  if (!closed.ok) throw new Error(closed.error);
  if (closed.value !== undefined) {
    log.warn(closed.value);
    void showWarningMessage(closed.value);
  }
  chooseSandboxBy(sandboxChoice);
  const processes = createProcesses();
  const disk = createDiskFiles({ root, stateDir, processes });
  const written = new Map<string, WrittenFiles>();
  const files = createEditorFiles({
    folder: folder.uri,
    disk,
    stateDir,
    onApplied: (runId, how) => written.set(runId, how),
  });
  const detected = detectDefaultLintPath(root);
  const defaultLintPath = () => lintSettings(folder, LINTERS).defaultPath ?? detected;
  const refusals = createLintRefusals(root, stateDir, systemClock);
  const linterAt = (
    checkout: string,
    itsFiles: LinterParts['files'],
    own: Pick<LinterParts, 'interpreters' | 'refusals'>,
  ) =>
    createLinter({
      root: checkout,
      files: itsFiles,
      git: createGit(checkout, processes),
      processes,
      sandbox: openSandbox(root),
      settings: () => ({
        ...lintSettings(folder, LINTERS),
        defaultPath: defaultLintPath(),
        cacheDir: `${stateDir}/lint-cache`,
        // An editor lints again and again: what one lint learned serves the next.
        keepWarm: checkout === root,
      }),
      ...own,
    });
  const linter = linterAt(root, disk, { refusals, interpreters: () => chosenPythons(folder) });
  const journals = createJournals<RunEvent>(stateDir, systemClock, { limits: historyLimits });
  const interrupted = new InterruptedRuns({ root, stateDir, journals });
  reportRecovery(folder, await interrupted.recover(), log);
  const analysis = startAnalysis({
    script: analysisScript,
    root,
    stateDir,
    isWatched: true,
    unsaved: unsavedPython(folder.uri),
  });
  const { analyst, symbols } = analysis;
  const watch = watchPython(folder, analyst);
  const agentPlaces: AgentPlaces = {
    root,
    stateDir,
    files,
    historyLimits,
    simulatedLinter: linter,
    linter: shownLinter(lintTasks, folder, linter),
    linterAt: (checkout, itsFiles) =>
      linterAt(checkout, itsFiles, {
        // A checkout has no environment of its own.
        interpreters: async () => [...(await chosenPythons(folder)), ...(await pythonsIn(root))],
      }),
    analyst,
    wrapTests: tests => taskTests(folder, tests),
  };
  const hold = createHold({ root, stateDir, runsDir: stateDir, what: 'run' });
  const runsDir = join(stateDir, 'wraps');
  const wrapPorts = {
    files,
    journals: createJournals<WrapEvent>(runsDir, systemClock, {
      limits: historyLimits,
      transactions: stateDir,
    }),
    clock: systemClock,
    sha256,
    hold: createHold({ root, stateDir, runsDir, what: wrapWorkflow.name }),
  };
  const app = createApp({
    files,
    linter: taskLinter(lintTasks, folder, linter),
    // The preview runs beside the review, so without a task of its own.
    simulatedLinter: linter,
    lintCode: linter,
    textLinter: linter,
    trials: createTrials({
      root,
      processes,
      scratch: createScratch(root),
      sandbox: openSandbox(root),
      interpreters: () => chosenPythons(folder),
    }),
    tests: openTests(agentPlaces),
    symbols,
    analyst,
    journals,
    clock: systemClock,
    sha256,
    hold,
    defaultLintPath,
    agents: () => openAgentPorts(agentPlaces),
    tickets: () => openTicketPorts(agentPlaces),
    routa: () => openRoutaPorts(agentPlaces),
    wraps: wrapPorts,
  });
  const dispose = () => {
    watch.dispose();
    analysis.dispose();
    void linter.dispose();
  };
  const plans = openPlans({ root, stateDir, files, orders: journals });
  const wraps = createStoredRuns(async () => wrapPorts, wrapWorkflow);
  return {
    folder,
    app,
    files,
    journals,
    plans,
    wraps,
    hold,
    interrupted,
    analyst,
    linter,
    refusals,
    written,
    dispose,
  };
}

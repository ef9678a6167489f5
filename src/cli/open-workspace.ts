import path from 'node:path';
import { type App, createApp } from '../core/app.ts';
import { createAnalyst } from '../core/evidence/analyst.ts';
import type { Analyst } from '../core/ports/analyst.ts';
import type { Files } from '../core/ports/files.ts';
import type { LintRefusals } from '../core/ports/lint-refusals.ts';
import type { Trials } from '../core/ports/trials.ts';
import { WorkspaceIndex } from '../core/python/index/workspace-index.ts';
import { answerFrom } from '../core/python/python-symbols.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import type { WrapEvent } from '../core/wrap/events.ts';
import { detectDefaultLintPath } from '../node/default-lint-path.ts';
import { createDiskFiles } from '../node/files/disk-files.ts';
import { breather } from '../node/files/pause.ts';
import { watchWorkspace } from '../node/files/watch-workspace.ts';
import { createGit } from '../node/git/modified-files.ts';
import { limitsFromEnvironment } from '../node/journal/history-limits.ts';
import { createHold } from '../node/journal/hold-run.ts';
import { createJournals, type DiskJournals } from '../node/journal/journals.ts';
import { pythonsIn } from '../node/lint/environments.ts';
import { createLinter } from '../node/lint/index.ts';
import { createLintRefusals } from '../node/lint/refusals.ts';
import { openAgentPorts, openTests } from '../node/open-agent-ports.ts';
import { openRoutaPorts } from '../node/open-routa-ports.ts';
import { openTicketPorts } from '../node/open-ticket-ports.ts';
import { createProcesses } from '../node/processes.ts';
import { createIndexStore } from '../node/python/index-store.ts';
import { openSandbox } from '../node/sandbox/open-sandbox.ts';
import { createScratch } from '../node/scratch/create-scratch.ts';
import { sha256, systemClock } from '../node/system.ts';
import { createTrials } from '../node/trials/create-trials.ts';
import { workspaceStateDir } from '../node/workspace-state.ts';
import { analystIn } from './analysis.ts';
import { checkRoot } from './check-root.ts';
import { type Io, UsageError } from './io.ts';
import { givenLintTools, givenPrograms } from './lint-programs.ts';
import type { CommandLine } from './options.ts';
import { recoverFirst } from './recover-first.ts';

export interface Workspace {
  readonly root: string;
  readonly stateDir: string;
  readonly app: App;
  readonly files: Files;
  readonly journals: DiskJournals<RunEvent>;
  readonly refusals: LintRefusals;
  readonly defaultLintPath: string;
  readonly trials: Trials;
  readonly analyst: Analyst;
}

/** How long a workspace is open: for one question, or for as many as come in a session. */
export type OpenFor = 'command' | 'session';

/** For commands that write: first recovers what a crash left; refuses to continue while something needs a person. */
export async function openWorkspaceForWriting(
  line: CommandLine,
  io: Io,
  openFor?: OpenFor,
): Promise<Workspace> {
  const workspace = await openWorkspace(line, openFor);
  await recoverFirst(workspace, io);
  return workspace;
}

/** Builds the ports for `--root` and wires the core. */
export async function openWorkspace(line: CommandLine, openFor: OpenFor = 'command'): Promise<Workspace> {
  const { root } = line;
  checkRoot(root);
  const stateDir = workspaceStateDir(root);
  const defaultLintPath = line.text('lint-path') ?? detectDefaultLintPath(root);
  const processes = createProcesses();
  const files = createDiskFiles({ root, stateDir, secretsAllowed: line.list('allow-secret-file') });
  const limits = limitsFromEnvironment(process.env);
  if (!limits.ok) throw new UsageError(limits.error, 'Set it to a number, or leave it out.');
  const historyLimits = () => limits.value;
  const journals = createJournals<RunEvent>(stateDir, systemClock, { limits: historyLimits });
  const programs = givenPrograms(line);
  const lintTools = givenLintTools(line);
  const sandbox = openSandbox(root);
  const refusals = createLintRefusals(root, stateDir, systemClock);
  const linterAt = (folder: string, itsFiles: Files) =>
    createLinter({
      root: folder,
      files: itsFiles,
      processes,
      git: createGit(folder, processes),
      refusals,
      sandbox,
      settings: () => ({
        defaultPath: defaultLintPath,
        cacheDir: path.join(stateDir, 'lint-cache'),
        programs,
        ...lintTools,
      }),
      // A checkout has no environment of its own.
      interpreters: () => (folder === root ? Promise.resolve([]) : pythonsIn(root)),
    });
  const wrapsDir = path.join(stateDir, 'wraps');
  const linter = linterAt(root, files);
  const trials = createTrials({ root, processes, scratch: createScratch(root), sandbox });
  const testSeconds = line.text('test-timeout');
  const testTimeout = testSeconds === undefined ? {} : { testTimeoutMs: Number(testSeconds) * 1000 };
  const python = new WorkspaceIndex(files, {
    store: createIndexStore({ root, stateDir }),
    ...(openFor === 'session' && { watch: watchWorkspace(files.root, processes) }),
  });
  const places = {
    root,
    stateDir,
    files,
    historyLimits,
    simulatedLinter: linter,
    linter,
    linterAt,
    ...testTimeout,
  };
  const analyst = analystIn(
    { root, stateDir },
    createAnalyst({ files, python, sha256, breathe: breather() }),
  );
  const app = createApp({
    files,
    journals,
    linter,
    simulatedLinter: linter,
    lintCode: linter,
    approvedLintCode: line.list('approve-lint'),
    textLinter: linter,
    tests: openTests(places),
    trials,
    symbols: answerFrom(python),
    analyst,
    clock: systemClock,
    sha256,
    hold: createHold({ root, stateDir, runsDir: stateDir, what: 'run' }),
    defaultLintPath: () => defaultLintPath,
    agents: () => openAgentPorts(places),
    tickets: () => openTicketPorts(places),
    routa: () => openRoutaPorts(places),
    wraps: {
      journals: createJournals<WrapEvent>(wrapsDir, systemClock, {
        limits: historyLimits,
        transactions: stateDir,
      }),
      hold: createHold({ root, stateDir, runsDir: wrapsDir, what: 'wrapped program' }),
    },
  });
  return { root, stateDir, app, files, journals, refusals, defaultLintPath, trials, analyst };
}

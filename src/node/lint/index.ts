import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createLintBackend } from '../../core/lint/lint-backend.ts';
import type { Files } from '../../core/ports/files.ts';
import type { Git } from '../../core/ports/git.ts';
import type { LintRefusals } from '../../core/ports/lint-refusals.ts';
import type { LintCode, Linter, LintOutcome, SimulatedLinter, TextLinter } from '../../core/ports/linter.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import { makeFolder } from '../make-folder.ts';
import { lintRules } from '../sandbox/lint-rules.ts';
import { sentenceToTell } from '../sandbox/notice.ts';
import { sandboxed } from '../sandbox/sandboxed-processes.ts';
import { cachePlaces } from './cache-places.ts';
import { createEnvironments } from './environments.ts';
import { createToolFinder } from './find-tools.ts';
import { readLoadedCode } from './loaded-code.ts';
import { mayBeMissing } from './may-be-missing.ts';
import { createMypyDaemon, type DisposableDaemon, type WorthADaemon } from './mypy-daemon.ts';
import { openSimulation } from './open-simulation.ts';
import { rememberReports } from './remember.ts';
import { DEFAULT_TIMEOUT_MS, type LintSettings } from './settings.ts';

export type { LintSettings } from './settings.ts';

export interface LinterParts {
  /** Absolute folder of the workspace. */
  readonly root: string;
  readonly files: Files;
  readonly git: Git;
  readonly processes: Processes;
  /** Read anew for every lint, so that a changed setting counts at once. */
  readonly settings: () => LintSettings;
  /** Absolute paths of Pythons the host knows of now, besides those of the settings; asked at every lint. */
  readonly interpreters?: () => Promise<readonly string[]>;
  /** What a person said no to; left out: nothing is remembered. */
  readonly refusals?: LintRefusals;
  /** What the linters are started in; left out: nothing. */
  readonly sandbox?: Sandbox;
  /** When mypy is kept in memory; by default where it takes long without. */
  readonly worthADaemon?: WorthADaemon;
}

/** The linter of one workspace, for as long as a host has it open. */
export interface WorkspaceLinter extends Linter, SimulatedLinter, TextLinter, LintCode {
  /** Ends what is kept running for the next lint. */
  dispose(): Promise<void>;
}

/** `lint_backend` with the real tools. Linting once while nothing waits for it makes the next time fast. */
export function createLinter({
  root,
  files,
  git,
  processes,
  settings,
  interpreters = async () => [],
  refusals,
  sandbox,
  worthADaemon,
}: LinterParts): WorkspaceLinter {
  const confined = sandbox
    ? sandboxed(
        processes,
        sandbox,
        lintRules(root, () => settings().cacheDir),
      )
    : processes;
  const timeoutMs = () => settings().timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let daemon: DisposableDaemon | undefined;
  const openDaemon = () => {
    const { cacheDir, keepWarm } = settings();
    if (!keepWarm || cacheDir === undefined) return undefined;
    daemon ??= createMypyDaemon({
      root,
      processes: confined,
      folder: join(cacheDir, 'dmypy'),
      timeoutMs,
      ...(worthADaemon && { worthIt: worthADaemon }),
    });
    return daemon;
  };
  const environments = createEnvironments(root, processes, async () => [
    ...(await interpreters()),
    ...(settings().interpreters ?? []),
  ]);
  const backend = createLintBackend({
    roots: rootsOf(root),
    files,
    git,
    processes: confined,
    tools: createToolFinder(root, confined, settings, environments),
    openSimulation: changes => openSimulation(root, changes),
    loadedCode: () => readLoadedCode(root),
    async caches() {
      const { cacheDir } = settings();
      // A folder that is not there cannot be opened to the sandbox.
      if (cacheDir !== undefined) makeFolder(cacheDir);
      return cachePlaces(root, cacheDir);
    },
    defaultPath: () => settings().defaultPath ?? '.',
    mayBeMissing: () => mayBeMissing({ root, files }, settings()),
    ...(refusals && { refusals }),
    timeoutMs,
    daemon: {
      check: async (...question) => openDaemon()?.check(...question),
      follow: (...question) => openDaemon()?.follow(...question),
    },
  });
  const linter = { ...backend, ...rememberReports(backend, root, settings, environments) };
  return {
    ...linter,
    lint: async (...question) => reportOnce(await linter.lint(...question), sandbox, settings().cacheDir),
    dispose: async () => daemon?.dispose(),
  };
}

/** The report, which says the first time that there was no sandbox. */
async function reportOnce(
  outcome: LintOutcome,
  sandbox: Sandbox | undefined,
  folder: string | undefined,
): Promise<LintOutcome> {
  if (!sandbox || folder === undefined || outcome.kind !== 'report') return outcome;
  const sentence = await sentenceToTell(sandbox, folder);
  return sentence === undefined ? outcome : { ...outcome, notes: [...outcome.notes, sentence] };
}

/** Tools print the folder as it was given, or with its links resolved. */
function rootsOf(root: string): readonly string[] {
  try {
    return [...new Set([root, realpathSync.native(root)])];
  } catch {
    return [root];
  }
}

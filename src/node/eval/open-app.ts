import { join } from 'node:path';
import { type App, createApp } from '../../core/app.ts';
import { createAnalyst } from '../../core/evidence/analyst.ts';
import type { Files } from '../../core/ports/files.ts';
import { NOT_HELD } from '../../core/ports/hold.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import { WorkspaceIndex } from '../../core/python/index/workspace-index.ts';
import { answerFrom } from '../../core/python/python-symbols.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import { createDiskFiles } from '../files/disk-files.ts';
import { breather } from '../files/pause.ts';
import { createGit } from '../git/modified-files.ts';
import { createJournals } from '../journal/journals.ts';
import { createLinter } from '../lint/index.ts';
import { sha256, systemClock } from '../system.ts';
import { createTestRunner } from '../tests/test-runner.ts';
import type { TaskCopy } from './task-copy.ts';

/** What is the same for all runs of a suite. */
export interface EvalTools {
  /** Absolute: the Python that checks and tests run with, and whose pip says where packages come from. */
  readonly python: string;
  readonly processes: Processes;
  readonly sandbox: Sandbox;
  /** Programs to use as linters, by name; others are looked for as always. */
  readonly linters: Readonly<Record<string, string>>;
  /** Whether tests of packages run; only where Python has pytest. */
  readonly runsTests: boolean;
}

/** The whole product on one copy, as a person's command line opens it. */
export function openApp(
  { work, stateDir }: TaskCopy,
  tests: readonly string[],
  source: string,
  { python, processes, sandbox, linters, runsTests }: EvalTools,
): { readonly app: App; readonly files: Files } {
  const files = createDiskFiles({ root: work, stateDir, processes });
  const index = new WorkspaceIndex(files, {});
  const linter = createLinter({
    root: work,
    files,
    processes,
    git: createGit(work, processes),
    sandbox,
    settings: () => ({
      defaultPath: source,
      cacheDir: join(stateDir, 'lint-cache'),
      programs: linters,
      tools: 'auto',
    }),
  });
  const command = {
    label: ['python', '-m', 'pytest', ...tests].join(' '),
    origin: 'detected',
    program: python,
    // The package's own options may ask for plugins that are not installed.
    args: [
      '-B',
      '-m',
      'pytest',
      '-q',
      '-x',
      '-p',
      'no:cacheprovider',
      '-o',
      'addopts=',
      '-o',
      `pythonpath=${source}`,
      ...tests,
    ],
  } as const;
  const app = createApp({
    files,
    linter,
    simulatedLinter: linter,
    lintCode: linter,
    ...(runsTests && tests.length > 0
      ? { tests: createTestRunner(work, processes, { sandbox, command }) }
      : {}),
    symbols: answerFrom(index),
    analyst: createAnalyst({ files, python: index, sha256, breathe: breather() }),
    journals: createJournals<RunEvent>(stateDir, systemClock),
    clock: systemClock,
    sha256,
    hold: NOT_HELD,
    defaultLintPath: () => source,
  });
  return { app, files };
}

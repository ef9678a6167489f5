import { type App, type AppPorts, createApp, type RunRequest } from '../../src/core/app.ts';
import type { Files } from '../../src/core/ports/files.ts';
import type { Journals } from '../../src/core/ports/journal.ts';
import type { Model } from '../../src/core/ports/model.ts';
import { createPythonSymbols } from '../../src/core/python/python-symbols.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { sha256Of } from './memory-files.ts';
import { MemoryJournals } from './memory-journals.ts';

export const CLEAN = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };

/** The whole product over files, in memory as a rule, with linters that find nothing. */
export function appInMemory(
  files: Files,
  journals: Journals<RunEvent> = new MemoryJournals<RunEvent>(),
  more: Partial<AppPorts> = {},
): App {
  return createApp({
    files,
    journals,
    linter: { lint: async () => ({ kind: 'report', report: CLEAN, tools: [], notes: [] }) },
    symbols: createPythonSymbols(files),
    clock: { now: () => 0 },
    sha256: sha256Of,
    defaultLintPath: () => '.',
    ...more,
  });
}

/** One run with a reviewer who applies what they are shown. */
export function runInMemory(
  files: Files,
  run: Partial<RunRequest> & {
    readonly order: WorkOrder;
    readonly designer: Model;
    readonly qa: Model | undefined;
  },
  journals: Journals<RunEvent> = new MemoryJournals<RunEvent>(),
  more: Partial<AppPorts> = {},
): Promise<RunState> {
  return appInMemory(files, journals, more).runWorkOrder({
    reviewer: {
      review: async ({ approvalSha256, controlPlane }) => ({
        kind: 'apply',
        by: 'the test',
        approvalSha256,
        controlPlaneApproved: controlPlane,
      }),
      approveLint: async () => true,
    },
    until: 'end',
    onLintFailure: 'revert',
    policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
    lintPreview: false,
    signal: new AbortController().signal,
    ...run,
  });
}

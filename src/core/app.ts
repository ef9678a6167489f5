import type { LintBackendArgs, WorkOrder } from '../generated/contracts.ts';
import type { Sha256 } from './kernel/sha256.ts';
import type { Clock } from './ports/clock.ts';
import type { ApplyResult, Files } from './ports/files.ts';
import type { Journals } from './ports/journal.ts';
import type { Linter, LintOutcome } from './ports/linter.ts';
import type { Model } from './ports/model.ts';
import type { PythonSymbols } from './ports/python-symbols.ts';
import type { Reviewer } from './ports/reviewer.ts';
import type { RunEvent } from './workorder/events.ts';
import type { RunState } from './workorder/state.ts';

export interface AppPorts {
  readonly files: Files;
  readonly linter: Linter;
  readonly symbols: PythonSymbols;
  readonly journals: Journals<RunEvent>;
  readonly clock: Clock;
  readonly sha256: Sha256;
  /** Path that `null` or `""` means for `lint_backend` (C17). */
  readonly defaultLintPath: () => string;
}

export interface RunRequest {
  readonly order: WorkOrder;
  readonly designer: Model;
  readonly qa: Model;
  readonly reviewer: Reviewer;
  /** After an unclean lint: leave the change (editor) or take it back (headless default), C14. */
  readonly onLintFailure: 'keep' | 'revert';
  readonly signal: AbortSignal;
  /** Called after each journal line, with the state it leads to. */
  readonly onEvent?: (event: RunEvent, state: RunState) => void;
}

/** What every host calls; see createApp. */
export interface App {
  /** The whole pipeline of specification 1. Never rejects for expected faults: look at `outcome`. */
  runWorkOrder(request: RunRequest): Promise<RunState>;
  /** Undoes an applied run, touching only the bytes it changed. */
  revertRun(runId: string, by: string): Promise<ApplyResult>;
  lint(args: LintBackendArgs, signal: AbortSignal, onProgress?: (line: string) => void): Promise<LintOutcome>;
  /** One tool call by name with JSON arguments; the exact response of specification 1. */
  callTool(name: string, argumentsJson: string, signal: AbortSignal): Promise<unknown>;
}

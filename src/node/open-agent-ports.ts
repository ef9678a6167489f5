import path from 'node:path';
import { defined } from '../core/kernel/defined.ts';
import type { Analyst } from '../core/ports/analyst.ts';
import type { Delivery } from '../core/ports/delivery.ts';
import type { Files } from '../core/ports/files.ts';
import type { FolderLinter, SimulatedLinter } from '../core/ports/linter.ts';
import type { Processes } from '../core/ports/processes.ts';
import type { ResultBranches } from '../core/ports/result-branch.ts';
import type { TestRunner } from '../core/ports/test-runner.ts';
import type { AgentEvent } from '../core/taskagent/events.ts';
import type { AgentPorts } from '../core/taskagent/run-request.ts';
import { openDelivery } from './delivery/git-delivery.ts';
import { createResultBranches } from './delivery/result-branch.ts';
import type { HistoryLimits } from './journal/history-limits.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals, type JournalOptions } from './journal/journals.ts';
import { createSteering } from './journal/steering.ts';
import { createProcesses } from './processes.ts';
import { openSandbox } from './sandbox/open-sandbox.ts';
import { sha256, systemClock } from './system.ts';
import { createTestRunner } from './tests/test-runner.ts';

export interface AgentPlaces {
  /** The user's folder (absolute). */
  readonly root: string;
  /** The folder's state, outside of it. */
  readonly stateDir: string;
  /** How the folder's files are read and written here. */
  readonly files: Files;
  /** Ruff on what agents propose. */
  readonly simulatedLinter?: SimulatedLinter;
  /** The linters after an apply. */
  readonly linter?: FolderLinter;
  /** The same for a checkout of the folder. */
  readonly linterAt?: (folder: string, files: Files) => FolderLinter;
  /** What examines their changes; left out: each run of agents has its own. */
  readonly analyst?: Analyst;
  readonly testTimeoutMs?: number;
  readonly historyLimits?: () => HistoryLimits;
  /** Puts something round the tests, for example a terminal. */
  readonly wrapTests?: (tests: TestRunner) => TestRunner;
}

/**
 * How the journals of agents are kept: their changes have their records with all others of the folder, and a run that
 * waits for an answer or is BLOCKED continues when a person says so.
 */
export const journalOptions = ({
  stateDir,
  historyLimits,
}: Pick<AgentPlaces, 'stateDir' | 'historyLimits'>): JournalOptions => ({
  transactions: stateDir,
  keptOutcomes: ['WAITING', 'BLOCKED'],
  ...(historyLimits ? { limits: historyLimits } : {}),
});

/** The tests of the workspace, in the sandbox. */
export function openTests(
  {
    root,
    testTimeoutMs,
    wrapTests = tests => tests,
  }: Pick<AgentPlaces, 'root' | 'testTimeoutMs' | 'wrapTests'>,
  processes: Processes = createProcesses(),
): TestRunner {
  const options = { sandbox: openSandbox(root), ...defined({ timeoutMs: testTimeoutMs }) };
  return wrapTests(createTestRunner(root, processes, options));
}

/** Work of one kind of runs beside the folder; `undefined` where it is in no repository with a commit. */
export function openBranches(
  { root, linterAt, testTimeoutMs, wrapTests }: AgentPlaces,
  stateDir: string,
  delivery: Delivery | undefined,
  processes: Processes,
): ResultBranches | undefined {
  if (!delivery) return undefined;
  const places = { root, stateDir: path.join(stateDir, 'beside'), linterAt };
  return createResultBranches({ ...places, ...defined({ testTimeoutMs, wrapTests }) }, processes);
}

/** What agents need of a folder: the same for the editor and the command line. */
export async function openAgentPorts(places: AgentPlaces): Promise<AgentPorts> {
  const { root, files } = places;
  const stateDir = path.join(places.stateDir, 'agents');
  const processes = createProcesses();
  const delivery = await openDelivery(root, processes, new AbortController().signal);
  return {
    workspace: {
      label: 'the workspace',
      files,
      tests: openTests(places, processes),
      linter: places.linter,
      delivery,
      isolated: false,
    },
    branches: openBranches(places, stateDir, delivery, processes),
    journals: createJournals<AgentEvent>(stateDir, systemClock, journalOptions(places)),
    clock: systemClock,
    sha256,
    simulatedLinter: places.simulatedLinter,
    analyst: places.analyst,
    hold: createHold({ root, stateDir: places.stateDir, runsDir: stateDir, what: 'agent run' }),
    steering: createSteering(stateDir),
  };
}

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { EvalTools } from '../../node/eval/open-app.ts';
import { findOnPath } from '../../node/find-on-path.ts';
import { createToolFinder } from '../../node/lint/find-tools.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import { makeTemporaryFolder } from '../../node/temporary-folders.ts';
import { type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';

const LOOK_MS = 30_000;

export interface FoundTools extends EvalTools {
  /** `ruff 0.17.6`, in the order in which linters run. */
  readonly linterVersions: readonly string[];
  /** `pytest 9.2.0`, or empty. */
  readonly testsWith: string;
  /** What will not be looked at on this machine, in sentences. */
  readonly notes: readonly string[];
}

/** What checks, lints and tests run with; a Python is needed, the rest is said where it is missing. */
export async function openEvalTools(
  line: CommandLine,
  io: Io,
  linters: Readonly<Record<string, string>>,
): Promise<FoundTools> {
  const processes = createProcesses();
  const given = line.text('python');
  const python = given === undefined ? await findPython(io) : path.resolve(io.cwd, given);
  if (python === undefined)
    throw new UsageError('no Python was found on PATH', 'Name one with --python PATH.');
  const pytest = await pytestOf(python, processes, io, line.signal);
  const found = await findLinters(linters, processes, line.signal);
  const sandbox = openSandbox(io.cwd);
  const state = await sandbox.state();
  const notes = [
    ...(pytest === ''
      ? [`tests of packages do not run: ${python} has no pytest (${python} -m pip install pytest)`]
      : []),
    ...(found.length === 0 ? ['no linter was found: nothing is caught by one (--ruff PATH names it)'] : []),
    ...(state.kind === 'none'
      ? [`code of packages and of models runs without a sandbox: ${state.reason}`]
      : []),
  ];
  return {
    python,
    processes,
    sandbox,
    linters,
    runsTests: pytest !== '',
    linterVersions: found,
    testsWith: pytest,
    notes,
  };
}

const findPython = async (io: Io): Promise<string | undefined> =>
  (await findOnPath('python3', { outside: io.cwd, environment: io.env })) ??
  (await findOnPath('python', { outside: io.cwd, environment: io.env }));

async function pytestOf(python: string, processes: Processes, io: Io, signal: AbortSignal): Promise<string> {
  const look = 'print("works"); import importlib.metadata as m; print(m.version("pytest"))';
  const result = await processes.run({
    program: python,
    args: ['-I', '-c', look],
    cwd: io.cwd,
    timeoutMs: LOOK_MS,
    signal,
  });
  const [works, version = ''] = result.kind === 'exited' ? result.stdout.trim().split('\n') : [];
  if (works !== 'works')
    throw new UsageError(`${python} does not work as Python`, 'Name another one with --python PATH.');
  return version === '' ? '' : `pytest ${version}`;
}

/** As they are found for a folder that brings none of its own, as copies of packages do. */
async function findLinters(
  programs: Readonly<Record<string, string>>,
  processes: Processes,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const folder = await makeTemporaryFolder({ kind: 'eval' });
  try {
    const finder = createToolFinder(folder, processes, () => ({ programs, tools: 'auto' }));
    const looked = await Promise.all(
      LINTERS.map(async linter => ({ linter, found: await finder.find(linter, signal) })),
    );
    return looked.flatMap(({ found }) =>
      found.kind === 'found' ? [`${found.found.tool} ${found.found.version}`] : [],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

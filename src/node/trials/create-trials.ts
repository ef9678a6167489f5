import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import type { Processes } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import type { Scratch, ScratchCopies } from '../../core/ports/scratch.ts';
import type { FunctionTrial, TestsTried, Trials } from '../../core/ports/trials.ts';
import { pythonScripts } from '../../generated/python-scripts.ts';
import { createEnvironments } from '../lint/environments.ts';
import { sandboxed } from '../sandbox/sandboxed-processes.ts';
import { compareTests } from './compare-tests.ts';
import { findPython, PACKAGES, type Package, toolsIn } from './find-python.ts';
import { tryFunction } from './try-function.ts';

export interface TrialParts {
  /** Absolute folder of the workspace, whose environment is used. */
  readonly root: string;
  readonly processes: Processes;
  readonly scratch: Scratch;
  /** What everything is started in; left out: nothing. */
  readonly sandbox?: Sandbox;
  /** Absolute paths of Pythons the host knows of. */
  readonly interpreters?: () => Promise<readonly string[]>;
}

const WANTED: readonly Package[] = ['hypothesis', 'crosshair-tool'];
const FOR_TESTS: readonly Package[] = ['pytest', 'coverage'];

/** Trials with the Python of the workspace, each function in processes of its own. */
export function createTrials({
  root,
  processes,
  scratch,
  sandbox,
  interpreters = async () => [],
}: TrialParts): Trials {
  const environments = createEnvironments(root, processes, interpreters);
  const confined = (copies: ScratchCopies): Processes =>
    sandbox ? sandboxed(processes, sandbox, () => ({ writable: [copies.folder] })) : processes;
  async function inCopies<T>(
    changes: ChangeSet,
    signal: AbortSignal,
    none: (reason: string) => T,
    work: (copies: ScratchCopies) => Promise<T>,
  ): Promise<T> {
    const opened = await scratch.open(changes, signal);
    if (!opened.ok) return none(opened.error);
    try {
      await writeDriver(opened.value);
      return await work(opened.value);
    } finally {
      await opened.value.dispose();
    }
  }

  return {
    async look(signal) {
      const python = await findPython(root, processes, environments, WANTED, signal);
      const state = await sandbox?.state();
      return { tools: toolsIn(python, PACKAGES), sandbox: state?.kind === 'ready' ? state.name : undefined };
    },

    async compare(changes, { functions, renamed }, { seconds, seed, signal, onTried }) {
      if (functions.length === 0) return [];
      const none = (reason: string): readonly FunctionTrial[] =>
        functions.map(each => ({ function: each, result: { verdict: 'not run', reason }, ms: 0 }));
      const python = await findPython(root, processes, environments, WANTED, signal);
      if (python === undefined) return none('no Python was found');
      if (WANTED.every(name => python.versions[name] === undefined))
        return none(
          `Hypothesis and CrossHair are not installed: ${python.program} -m pip install ${WANTED.join(' ')}`,
        );
      return inCopies(changes, signal, none, async copies => {
        // Half of the processors: each trial starts processes, and others use the machine too.
        const turns = new Semaphore(Math.max(2, Math.floor(availableParallelism() / 2)));
        const trial = { copies, python, seconds, seed, renamed, signal };
        return Promise.all(
          functions.map(each =>
            turns.run(async () => {
              const start = performance.now();
              const result = await tryFunction(confined(copies), each, trial);
              const tried = { function: each, result, ms: Math.round(performance.now() - start) };
              onTried?.(tried);
              return tried;
            }, signal),
          ),
        );
      });
    },

    async compareTests(changes, changed, options) {
      const { signal } = options;
      const none = (reason: string): TestsTried => ({ kind: 'not run', reason });
      const python = await findPython(root, processes, environments, FOR_TESTS, signal);
      if (python === undefined) return none('no Python was found');
      if (python.versions.pytest === undefined)
        return none(`pytest is not installed: ${python.program} -m pip install ${FOR_TESTS.join(' ')}`);
      return inCopies(changes, signal, none, copies =>
        compareTests(confined(copies), { copies, python, root }, changed, options),
      );
    },
  };
}

/** Our own Python files, beside the copies: too long for a command line. */
async function writeDriver({ folder }: ScratchCopies): Promise<void> {
  const driver = join(folder, 'driver');
  const modules = join(driver, 'workorder_trials');
  await mkdir(modules, { recursive: true });
  await writeFile(join(modules, '__init__.py'), '');
  for (const [name, text] of Object.entries(pythonScripts)) {
    if (!name.startsWith('trials/')) continue;
    const file = basename(name);
    await writeFile(join(file === 'start.py' ? driver : modules, file), text);
  }
}

import * as vscode from 'vscode';
import { Cancelled, orCancelled } from '../../core/kernel/cancel.ts';
import { toolLines } from '../../core/panel/lint-tools.ts';
import type { FolderLinter, Linter, LintOutcome } from '../../core/ports/linter.ts';
import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { Log } from '../output.ts';
import { quietTask } from '../quiet-task.ts';
import { folderOf, NotBegun, startTask } from '../start-task.ts';
import type { LintWork } from './lint-terminal.ts';
import type { Problems } from './problems.ts';

const TYPE = 'workorder-lint';

/** A linter runs what the workspace's configuration names. */
const NOT_TRUSTED: LintOutcome = {
  kind: 'did_not_run',
  failure: {
    error: 'lint did not run: the workspace is not trusted; trust it to run its linters',
    changed: false,
  },
  tools: [],
};

/** Gives the linter of a folder; loading it is put off until a task runs. */
export type LinterOf = (folder: vscode.WorkspaceFolder) => Promise<Linter>;

/** `lint_backend` as a task: visible in Run Task, re-runnable, configurable in tasks.json. */
export class LintTasks implements vscode.TaskProvider {
  readonly #linterOf: LinterOf;
  readonly #problems: Problems;
  readonly #log: Log;
  readonly #lastArgs = new Map<string, LintBackendArgs>();
  /**
   * What runs have to do whose task has not begun. VS Code keeps one callback for equal definitions: where it asks for
   * the tasks of the provider meanwhile, it calls back the provider's task in the place of the run's.
   */
  readonly #waiting = new Map<string, LintWork>();

  constructor(linterOf: LinterOf, problems: Problems, log: Log) {
    this.#linterOf = linterOf;
    this.#problems = problems;
    this.#log = log;
  }

  register(): vscode.Disposable {
    return vscode.tasks.registerTaskProvider(TYPE, this);
  }

  provideTasks(): vscode.Task[] {
    return (vscode.workspace.workspaceFolders ?? []).flatMap(folder => [
      this.#task({ type: TYPE }, folder),
      this.#task({ type: TYPE, check_all: true }, folder, 'lint_backend: everything'),
    ]);
  }

  /** A task a person configured: the same definition object must come back. */
  resolveTask(task: vscode.Task): vscode.Task | undefined {
    const folder = folderOf(task.scope);
    return folder && this.#task(task.definition, folder, task.name);
  }

  /** What the folder was linted with last: to lint the same again. */
  lastArgs(folder: vscode.WorkspaceFolder): LintBackendArgs | undefined {
    return this.#lastArgs.get(folder.uri.toString());
  }

  /** Runs the linters as a task and gives their outcome; rejects with `Cancelled`. */
  async run(
    folder: vscode.WorkspaceFolder,
    args: LintBackendArgs,
    signal: AbortSignal,
  ): Promise<LintOutcome> {
    let answer: (outcome: Promise<LintOutcome>) => void = () => undefined;
    const linted = new Promise<LintOutcome>(resolve => {
      answer = resolve;
    });
    // Cancelling may win before anyone awaits the outcome.
    linted.catch(() => undefined);
    let isFirst = true;
    let begins: () => void = () => undefined;
    const work: LintWork = (own, print) => {
      begins();
      // The task can be run again by hand when the work order is long over.
      const until = isFirst ? AbortSignal.any([own, signal]) : own;
      isFirst = false;
      const outcome = this.#lint(folder, args, until, print);
      answer(outcome);
      return outcome;
    };
    const key = keyOf(folder, args);
    const task = (begin: () => void) => {
      begins = begin;
      this.#waiting.set(key, work);
      return this.#task({ type: TYPE, ...args }, folder, undefined, work);
    };
    try {
      await startTask(TYPE, task, folder, signal);
      return await orCancelled(linted, signal);
    } catch (error) {
      if (error instanceof Cancelled) throw error;
      if (error instanceof NotBegun) {
        this.#log.warn(
          `the lint task of ${folder.name}: ${error.message}; the linters run without its terminal`,
        );
        return this.#lint(folder, args, signal, line => this.#log.info(line));
      }
      const reason = error instanceof Error ? error.message : String(error);
      const failure = {
        error: `lint did not run: the task could not be started: ${reason}`,
        changed: false,
      } as const;
      return { kind: 'did_not_run', failure, tools: [] };
    } finally {
      if (this.#waiting.get(key) === work) this.#waiting.delete(key);
    }
  }

  #task(
    definition: vscode.TaskDefinition,
    folder: vscode.WorkspaceFolder,
    name = 'lint_backend',
    work?: LintWork,
  ): vscode.Task {
    // Only then have variables such as ${relativeFile} got their values.
    const execution = new vscode.CustomExecution(async resolved => {
      const { lintTerminal } = await import('./lint-terminal.ts');
      const args = argsOf(resolved);
      const waiting = work ?? this.#waiting.get(keyOf(folder, args));
      return lintTerminal(waiting ?? ((signal, print) => this.#lint(folder, args, signal, print)));
    });
    const task = quietTask(definition, folder, name, execution);
    task.detail = 'ruff and mypy, and import-linter with check_all; results in the Problems panel';
    return task;
  }

  async #lint(
    folder: vscode.WorkspaceFolder,
    args: LintBackendArgs,
    signal: AbortSignal,
    print: (line: string) => void,
  ): Promise<LintOutcome> {
    const path =
      args.path === undefined || args.path === null || args.path === '' ? 'the default path' : args.path;
    print(`lint_backend: ${args.check_all === true ? 'everything' : 'modified files'} in ${path}`);
    this.#lastArgs.set(folder.uri.toString(), args);
    if (!vscode.workspace.isTrusted) return NOT_TRUSTED;
    const linter = await this.#linterOf(folder);
    const outcome = await linter.lint(args, { signal, onProgress: print });
    await this.show(folder, outcome);
    return outcome;
  }

  /** What linters found, in the Problems panel and the log. */
  async show(folder: vscode.WorkspaceFolder, outcome: LintOutcome): Promise<void> {
    await this.#problems.show(folder, outcome);
    for (const line of toolLines(outcome.tools)) this.#log.info(`lint of ${folder.name}: ${line}`);
    if (outcome.kind === 'did_not_run') this.#log.warn(outcome.failure.error);
  }
}

/**
 * A linter for the pipeline that runs as a task of the folder; what a model asks for runs without one, as `direct` lints,
 * and so does the look at named files after an apply.
 */
export function taskLinter(tasks: LintTasks, folder: vscode.WorkspaceFolder, direct: FolderLinter): Linter {
  const shown = shownLinter(tasks, folder, direct);
  return {
    lint: (args, options) => {
      if (options.approvedCode) return direct.lint(args, options);
      return options.files ? shown.lint(args, options) : tasks.run(folder, args, options.signal);
    },
  };
}

/** The same linter; what it finds stands in the Problems panel. */
export const shownLinter = (
  tasks: LintTasks,
  folder: vscode.WorkspaceFolder,
  linter: FolderLinter,
): FolderLinter => ({
  ...linter,
  async lint(args, options) {
    const outcome = vscode.workspace.isTrusted ? await linter.lint(args, options) : NOT_TRUSTED;
    await tasks.show(folder, outcome);
    return outcome;
  },
});

function argsOf(definition: vscode.TaskDefinition): LintBackendArgs {
  const path: unknown = definition['path'];
  return {
    path: typeof path === 'string' ? path : null,
    check_all: definition['check_all'] === true,
  };
}

const keyOf = (folder: vscode.WorkspaceFolder, { path, check_all }: LintBackendArgs): string =>
  JSON.stringify([folder.uri.toString(), path ?? null, check_all === true]);

import * as vscode from 'vscode';
import type { App } from '../core/app.ts';
import type { WrittenFiles } from '../core/panel/undo-words.ts';
import type { StoredPlans } from '../core/plan/stored-plans.ts';
import type { Analyst } from '../core/ports/analyst.ts';
import type { Files } from '../core/ports/files.ts';
import type { Hold } from '../core/ports/hold.ts';
import type { LintRefusals } from '../core/ports/lint-refusals.ts';
import type { Linter } from '../core/ports/linter.ts';
import type { StoredRuns } from '../core/runs/stored-runs.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import type { WrapEvent } from '../core/wrap/events.ts';
import type { WrapState } from '../core/wrap/state.ts';
import type { DiskJournals } from '../node/journal/journals.ts';
import type { InterruptedRuns } from './interrupted/interrupted-runs.ts';
import type { LintTasks } from './lint/lint-tasks.ts';
import type { Log } from './output.ts';
import { SECTION } from './settings.ts';
import { assertTrust } from './trust.ts';

/** The core wired for one workspace folder. */
export interface FolderApp {
  readonly folder: vscode.WorkspaceFolder;
  readonly app: App;
  readonly files: Files;
  readonly journals: DiskJournals<RunEvent>;
  readonly plans: StoredPlans;
  /** Runs of wrapped programs, and of agents that are spoken to. */
  readonly wraps: StoredRuns<WrapEvent, WrapState>;
  /** Whether a run is at work in another process. */
  readonly hold: Hold;
  readonly interrupted: InterruptedRuns;
  /** How this window wrote the changes of runs, by run. */
  readonly written: ReadonlyMap<string, WrittenFiles>;
  /** Looks at changes; knows the files of the folder already. */
  readonly analyst: Analyst;
  /** The linters themselves, without the task around them. */
  readonly linter: Linter;
  /** What a person said linters must not load. */
  readonly refusals: LintRefusals;
  /** Ends what is kept in memory for the next lint. */
  dispose(): void;
}

/** One `FolderApp` per folder, made on first use: activation builds nothing. */
export class FolderApps {
  readonly #log: Log;
  readonly #analysisScript: string;
  readonly #lintTasks: () => LintTasks;
  readonly #apps = new Map<string, Promise<FolderApp>>();
  readonly #watch: vscode.Disposable;
  readonly #opened = new vscode.EventEmitter<void>();
  /** A folder was opened, so what it keeps can be read. */
  readonly onDidOpen = this.#opened.event;

  /** @param analysisScript the built thread of src/node/analysis */
  constructor(log: Log, lintTasks: () => LintTasks, analysisScript: string) {
    this.#log = log;
    this.#analysisScript = analysisScript;
    this.#lintTasks = lintTasks;
    this.#watch = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.#close()),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration(SECTION)) this.#close();
      }),
    );
  }

  /** Opening a folder recovers what was interrupted there, so it needs trust like everything that follows. */
  async of(folder: vscode.WorkspaceFolder): Promise<FolderApp> {
    assertTrust('Opening the runs of this folder');
    const key = folder.uri.toString();
    let app = this.#apps.get(key);
    if (app === undefined) {
      app = this.#open(folder);
      this.#apps.set(key, app);
      // A folder that could not be opened is tried again the next time.
      app.catch(() => this.#apps.delete(key));
    }
    return app;
  }

  dispose(): void {
    this.#watch.dispose();
    this.#opened.dispose();
    this.#close();
  }

  #close(): void {
    // One that could not be opened has nothing to end.
    for (const app of this.#apps.values()) app.then(opened => opened.dispose()).catch(() => undefined);
    this.#apps.clear();
  }

  async #open(folder: vscode.WorkspaceFolder): Promise<FolderApp> {
    const { openFolder } = await import('./open-folder.ts');
    const app = await openFolder(folder, this.#lintTasks(), this.#log, this.#analysisScript);
    this.#opened.fire();
    return app;
  }
}

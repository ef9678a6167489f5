import type { Files } from '../ports/files.ts';
import type { LinterName } from '../ports/linter.ts';
import type { LoadedPart, Setting } from './loaded-code.ts';
import type { LinterContext, ToolResult } from './run-linter.ts';
import type { Selection } from './select-files.ts';
import type { SimulatedChanges, SimulatedPlaces } from './simulated-workspace.ts';
import type { FoundTool } from './tool-finder.ts';

/**
 * All that Work Order knows of one linter. Its name is also its option on the command line, and with `_` for `-` its key
 * in the response of `lint_backend`.
 */
export interface LinterDescriptor {
  readonly name: LinterName;
  /** Completes "install with …". */
  readonly install: string;
  /** The setting below `workorder.lint` with the program to use; it has to be one of the machine, or a workspace could choose what is started. */
  readonly setting?: string;
  /** `files`: runs in every lint; `workspace`: looks at all files or none, so only where all are checked. */
  readonly scope: 'files' | 'workspace';
  readonly find: FindRules;
  readonly configuration: ConfigurationRules;
  readonly cache: CacheRules;
  /** Modules whose name it could load in the place of its own. */
  readonly modules: readonly string[];
  /**
   * What one setting makes it run besides its own code. `nothing`: no configuration makes it run anything. All other
   * linters are started through a Python that refuses code of the workspace, and wait for an approval where a setting
   * names some.
   */
  readonly loads: 'nothing' | ((setting: Setting) => readonly LoadedPart[]);
  /** What there is for it to do in a lint; what does it is loaded then, and the descriptor alone before. */
  workIn(lint: OneLint): Promise<Work>;
}

/** How it is found and started. */
export interface FindRules {
  /** Name of its program in an environment and on the PATH. */
  readonly program: string;
  /** `program`: by its program, or as the module of its name (`_` for `-`); `python`: always by the Python it is installed in. */
  readonly startedBy: 'program' | 'python';
  /** How the folder with its package's description begins. */
  readonly package: string;
  /** How it is asked for its version, and how the answer looks when it is this tool and no other of the name. */
  readonly version: { readonly args: readonly string[]; readonly pattern: RegExp };
}

/** Where it takes configuration from. */
export interface ConfigurationRules {
  /** Names of files in the workspace and in the folders around it. */
  readonly around: readonly string[];
  /** Names of files in the workspace's top folder only. */
  readonly atTop?: readonly string[];
  /** Paths in the home folder. */
  readonly inHome?: readonly string[];
  /** Paths in the folder for configuration of a person, `~/.config` for example. */
  readonly inUserFolder?: readonly string[];
  /** Its table in pyproject.toml, with the name of a list of further tables in it. */
  readonly toml?: { readonly table: string; readonly lists?: readonly string[] };
}

export interface CacheRules {
  /** Folders it remembers things in when they lie in the workspace: whoever writes there writes its answer. */
  readonly folders: readonly string[];
  /** The folder of a project that is used when it is there; left out: the cache is always outside the workspace. */
  readonly own?: string;
}

/** One call of `lint_backend`. */
export interface OneLint {
  readonly selection: Selection;
  readonly checkAll: boolean;
  readonly files: Files;
}

export type Work = Nothing | LinterWork;

export interface Nothing {
  readonly kind: 'nothing';
  /** For the reader of the report. */
  readonly note?: string;
}

export interface LinterWork {
  readonly kind: 'work';
  run(tool: FoundTool, context: LinterContext): Promise<ToolResult>;
  /** Over the files as a change set would leave them; left out: `run` in a copy of the workspace. */
  simulate?(
    tool: FoundTool,
    context: LinterContext,
    changes: SimulatedChanges,
    places: SimulatedPlaces,
  ): Promise<ToolResult>;
}

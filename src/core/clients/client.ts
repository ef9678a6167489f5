/** How a client writes down its settings. `jsonc`: JSON in which the client understands comments and trailing commas. */
export type ConfigFormat = 'json' | 'jsonc' | 'toml' | 'yaml';

/** Whose settings: this workspace's, or those of everything that the person opens with the client. */
export type ClientScope = 'project' | 'user';

/** A folder that a path begins in; which one it is on a machine, `node/clients/base-folder.ts` says. */
export type BaseFolder =
  | 'workspace'
  | 'home'
  /** `XDG_CONFIG_HOME`, else `~/.config`. */
  | 'config'
  /** Where VS Code keeps the settings of its user; another place on each system. */
  | 'vscode user'
  /** The folder that the variable names, when it is set; else the home folder's own of this name. */
  | { readonly variable: string; readonly orInHome: string };

export interface ConfigFile {
  readonly base: BaseFolder;
  /** Relative to the base, with `/`. */
  readonly path: string;
  /** Names that the client reads instead, when one of them is there already. */
  readonly orElse?: readonly string[];
  readonly format: ConfigFormat;
  /** Keys on the way to the entry, the entry's own name last. A YAML list has its name in each item. */
  readonly at: readonly string[];
  /** The whole file is this one entry, in words that the client wants around it. */
  readonly ownFile?: true;
  /** Lines that a new file begins with. */
  readonly begin?: readonly string[];
}

/** A program with its arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

export type EntryValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly [key: string]: EntryValue };
/** The entry of our server, as the client reads it. */
export type Entry = Readonly<Record<string, EntryValue>>;

/** A file whose text agents are given before they begin. */
export interface RulesFile {
  /** Workspace-relative. */
  readonly path: string;
  /** Ours alone, with these lines in front; left out: a section between markers in a file of the person's. */
  readonly ownFile?: readonly string[];
}

/** A program or editor with an agent that speaks the Model Context Protocol. */
export interface AgentClient {
  /** As a person calls it. */
  readonly label: string;
  readonly project?: ConfigFile;
  readonly user: ConfigFile;
  readonly rules: RulesFile;
  /**
   * What it puts in place of the workspace in arguments, where it starts servers elsewhere than in the folder that it
   * works in.
   */
  readonly workspaceVariable?: string;
  entry(launch: Launch, options: { readonly waitsForPerson: boolean }): Entry;
  /** The command that lists its servers, where it has one. */
  readonly listed?: string;
  /** What a person has to know or do before it starts the server; a sentence. */
  readonly note?: Partial<Record<ClientScope, string>>;
}

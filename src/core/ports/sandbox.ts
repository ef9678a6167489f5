import type { ProcessRequest } from './processes.ts';

/** What a program in a sandbox may do besides reading files: nothing but this, and no network beyond the machine itself. */
export interface SandboxRules {
  /** Absolute folders it may write in; those that do not exist are passed over. */
  readonly writable: readonly string[];
  /** Absolute files and folders inside these that it may not write. */
  readonly readOnly?: readonly string[];
  /** It looks for a process that another request started; otherwise it sees only its own. */
  readonly seesProcesses?: boolean;
  /** It may reach the network of the machine. */
  readonly network?: boolean;
  /** Folders that are shown in the place of others, in this order; only where the sandbox `mounts`. */
  readonly shown?: readonly ShownFolder[];
}

export interface ShownFolder {
  /** Absolute. */
  readonly from: string;
  /** Where the program finds it; absolute. */
  readonly at: string;
  readonly writable: boolean;
}

export type SandboxState =
  /** `mounts`: folders can be shown in the place of others. */
  | { readonly kind: 'ready'; readonly name: string; readonly mounts: boolean }
  /** Programs run without; `reason` is a sentence for a person. */
  | { readonly kind: 'none'; readonly reason: string };

/** A way to start programs that can do no more than rules say. */
export interface Sandbox {
  /** Whether it works here: it was really tried, once. */
  state(): Promise<SandboxState>;
  /** The same request, in the sandbox. Only when it is ready. */
  wrap(request: ProcessRequest, rules: SandboxRules): Promise<ProcessRequest>;
}

import type { WorkspaceModule } from '../index/workspace-module.ts';

/** What an expression stands for, as far as it can be known without running anything. */
export type Value =
  | { readonly kind: 'module'; readonly module: WorkspaceModule }
  | { readonly kind: 'class'; readonly module: WorkspaceModule; readonly index: number }
  | { readonly kind: 'instance'; readonly module: WorkspaceModule; readonly index: number }
  /** `super()` in a method of the class. */
  | { readonly kind: 'super'; readonly module: WorkspaceModule; readonly index: number }
  | { readonly kind: 'function'; readonly module: WorkspaceModule; readonly index: number }
  /** From outside the workspace: its dotted name, with `()` where something was called. */
  | { readonly kind: 'external'; readonly name: string }
  /** A builtin name, with `()` where something was called. */
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'unknown' };

export const UNKNOWN: Value = { kind: 'unknown' };

/** Where a name is used: inside which definition of which module; -1 for the module's own level. */
export interface Place {
  readonly module: WorkspaceModule;
  readonly index: number;
}

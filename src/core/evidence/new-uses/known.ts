import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { OutsideName } from '../code/outside-names.ts';

/** A definition of the workspace. */
export interface InModule {
  readonly module: WorkspaceModule;
  readonly index: number;
}

/** What an expression is, as far as the source says it for certain. */
export type Known =
  | { readonly kind: 'unknown' }
  /** Nothing that can be read binds the name. */
  | { readonly kind: 'unbound' }
  /** It is bound under a condition only. */
  | { readonly kind: 'maybe' }
  | { readonly kind: 'module'; readonly module: WorkspaceModule }
  | { readonly kind: 'outside module'; readonly name: string }
  | { readonly kind: 'outside'; readonly name: string; readonly entry: OutsideName }
  /** The first parameter is given by the object that it is asked of. */
  | ({
      readonly kind: 'function';
      readonly isGivenSelf: boolean;
      readonly isOfObject: boolean;
      readonly isOfSuper?: boolean;
    } & InModule)
  /** `super()` of a class method is asked by the class; `cls` may be a class below it. */
  | ({ readonly kind: 'class' | 'instance' | 'super'; readonly isOfClass?: boolean } & InModule)
  /** An object of a builtin type. */
  | { readonly kind: 'value'; readonly type: string };

export const UNKNOWN: Known = { kind: 'unknown' };

/** From one name to what it is bound to, and on to what that is: no further than so often. */
export const MOST_STEPS = 12;

/** Whether an attribute is there, or a call fits; what it gives. */
export type Judged =
  | { readonly verdict: 'fits'; readonly value: Known }
  /** Where it is not merely unknown, but looks wrong, that it was there before says nothing for it. */
  | { readonly verdict: 'open'; readonly reason: string; readonly looksWrong: boolean }
  /** Certain where nothing but the code that is shown decides it. */
  | { readonly verdict: 'broken'; readonly reason: string; readonly names: readonly string[] };

export const fits = (value: Known = UNKNOWN): Judged => ({ verdict: 'fits', value });
export const open = (reason: string): Judged => ({ verdict: 'open', reason, looksWrong: false });
export const looksWrong = (reason: string): Judged => ({ verdict: 'open', reason, looksWrong: true });

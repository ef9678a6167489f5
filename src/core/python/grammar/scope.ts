import type { Placement } from './module-index.ts';
import type { Outline } from './outline.ts';

/** Where a statement is. */
export interface Scope {
  readonly kind: 'module' | 'class' | 'function';
  /** Index of the class or function in the outline; -1 for the module. */
  readonly index: number;
  readonly placement: Placement;
  /** In a method: index of its class and the byte range of its first parameter, usually `self`. */
  readonly self: SelfParameter | undefined;
  readonly outline: Outline;
}

export interface SelfParameter {
  readonly classIndex: number;
  readonly start: number;
  readonly end: number;
}

/** The same scope, in a block that may be skipped or that only type checkers see. */
export function inBlock(scope: Scope, placement: 'conditional' | 'type_checking' = 'conditional'): Scope {
  if (scope.placement === 'type_checking' || scope.placement === placement) return scope;
  const { kind, index, self, outline } = scope;
  return { kind, index, placement, self, outline };
}

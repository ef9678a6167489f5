import type { OpenUse } from '../proofs/open-uses.ts';

/** What changed code newly asks for, and is not shown to find. */
export interface NewUse extends OpenUse {
  /** It cannot work: the target is plain, and nothing says that it is meant to fail. */
  readonly isBroken: boolean;
  /** It is looked up when the module is imported, and not only when a function is called. */
  readonly isOnImport: boolean;
  readonly text: string;
}

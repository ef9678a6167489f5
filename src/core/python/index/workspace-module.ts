import type { ModuleIndex } from '../grammar/module-index.ts';
import type { ModuleName } from './module-name.ts';

/** A Python file of the workspace that could be indexed. */
export interface WorkspaceModule extends ModuleName {
  readonly path: string;
  /** Stable as long as the file's bytes are. */
  readonly id: number;
  readonly index: ModuleIndex;
}

export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

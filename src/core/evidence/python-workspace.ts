import type { Files } from '../ports/files.ts';
import { IndexCache } from '../python/index-cache.ts';
import { WorkspaceIndex, type WorkspaceSnapshot } from '../python/workspace-index.ts';

/** The Python files of a workspace, looked at again for each run and indexed again only where they changed. */
export interface PythonWorkspace {
  look(): Promise<WorkspaceSnapshot>;
  readonly cache: IndexCache;
}

/** @param cache shared with others who index the same files, so that each file is indexed once */
export function watchPythonWorkspace(files: Files, cache = new IndexCache()): PythonWorkspace {
  const index = new WorkspaceIndex(files, new Map(), cache);
  return { look: () => index.refresh(), cache };
}

import type { Files } from '../ports/files.ts';
import { IndexCache, WorkspaceIndex, type WorkspaceSnapshot } from '../python/workspace-index.ts';

/** The Python files of a workspace, looked at again for each run and indexed again only where they changed. */
export interface PythonWorkspace {
  look(): Promise<WorkspaceSnapshot>;
  readonly cache: IndexCache;
}

export function watchPythonWorkspace(files: Files): PythonWorkspace {
  const cache = new IndexCache();
  const index = new WorkspaceIndex(files, new Map(), cache);
  return { look: () => index.refresh(), cache };
}

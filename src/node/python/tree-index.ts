import type { Processes } from '../../core/ports/processes.ts';
import { WorkspaceIndex } from '../../core/python/index/workspace-index.ts';
import { createRunGit } from '../git/run-git.ts';
import { openTree, type TreeFiles } from '../git/tree-files.ts';
import { createIndexStore } from './index-store.ts';

export interface TreePlace {
  /** The folder whose repository has the tree. */
  readonly root: string;
  readonly stateDir: string;
  /** The commit or tree. */
  readonly tree: string;
}

/**
 * The files of a commit with an index of its Python files. The name that git gives a content says whether it is known
 * from before. Throws what git says when the tree cannot be read.
 */
export async function openTreeIndex(
  { root, stateDir, tree }: TreePlace,
  processes: Processes,
  signal: AbortSignal,
): Promise<{ readonly files: TreeFiles; readonly python: WorkspaceIndex }> {
  const opened = await openTree(createRunGit(root, processes), tree, signal);
  if (!opened.ok) throw new Error(opened.error);
  const files = opened.value;
  const stamp = (path: string) => files.entries.get(path)?.oid;
  const store = createIndexStore({ root, stateDir, name: 'python-index-git', stamp });
  return { files, python: new WorkspaceIndex(files, { store }) };
}

import { isSkipped } from '../../python/grammar/module-index.ts';
import type { IndexCache } from '../../python/index/index-cache.ts';
import { moduleNameOf } from '../../python/index/module-name.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { SkippedFile, WorkspaceModule } from '../../python/index/workspace-module.ts';
import { OverlayTable } from './overlay-table.ts';

/** Python files with other bytes; `undefined` for a file that is not there. */
export type FileBytes = ReadonlyMap<string, Uint8Array | undefined>;

const PACKAGE = /^(.*)\/__init__\.pyi?$/;

/**
 * The snapshot with these files in place of its own. Only they are indexed; nothing is read from disk, and
 * the given snapshot stays as it is.
 */
export function overlaySnapshot(
  base: WorkspaceSnapshot,
  files: FileBytes,
  cache: IndexCache,
): WorkspaceSnapshot {
  const packages = packageFolders(base, files);
  const isPackage = (folder: string) => packages.has(folder);
  const modules = new Map<string, WorkspaceModule>();
  const own: WorkspaceModule[] = [];
  // A folder that becomes a package, or is none any more, may give what is in it another name.
  const renames = [...files.keys()].some(path => PACKAGE.test(path));
  let lastId = 0;
  for (const module of base.modules.values()) {
    lastId = Math.max(lastId, module.id);
    if (files.has(module.path)) continue;
    const name = renames ? moduleNameOf(module.path, isPackage) : module;
    const kept = name.name === module.name ? module : { ...module, ...name };
    modules.set(module.path, kept);
    if (kept !== module) own.push(kept);
  }
  const skipped: SkippedFile[] = base.skipped.filter(({ file }) => !files.has(file));
  for (const [path, bytes] of files) {
    if (bytes === undefined) continue;
    const index = cache.indexBytes(bytes);
    if (isSkipped(index)) {
      skipped.push({ file: path, reason: index.skipped });
      continue;
    }
    const module = { ...moduleNameOf(path, isPackage), path, id: ++lastId, index };
    modules.set(path, module);
    own.push(module);
  }
  const hidden = new Set([...files.keys(), ...own.map(({ path }) => path)]);
  return {
    table: new OverlayTable(base.table, hidden, own),
    modules,
    skipped,
    readBytes: async module => files.get(module.path) ?? (await base.readBytes(module)),
  };
}

function packageFolders(base: WorkspaceSnapshot, files: FileBytes): ReadonlySet<string> {
  const folders = new Set<string>();
  const add = (path: string) => {
    const folder = PACKAGE.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  };
  for (const path of base.modules.keys()) if (!files.has(path)) add(path);
  for (const { file } of base.skipped) if (!files.has(file)) add(file);
  for (const [path, bytes] of files) if (bytes !== undefined) add(path);
  return folders;
}

import { isSkipped } from '../python/module-index.ts';
import { moduleNameOf } from '../python/module-name.ts';
import { SymbolTable } from '../python/symbol-table.ts';
import type { IndexCache, WorkspaceSnapshot } from '../python/workspace-index.ts';
import type { SkippedFile, WorkspaceModule } from '../python/workspace-module.ts';

/** Python files with other bytes; `undefined` for a file that is not there. */
export type FileBytes = ReadonlyMap<string, Uint8Array | undefined>;

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
  const skipped: SkippedFile[] = base.skipped.filter(({ file }) => !files.has(file));
  let lastId = 0;
  for (const module of base.modules.values()) {
    lastId = Math.max(lastId, module.id);
    if (files.has(module.path)) continue;
    const name = moduleNameOf(module.path, isPackage);
    modules.set(module.path, name.name === module.name ? module : { ...module, ...name });
  }
  for (const [path, bytes] of files) {
    if (bytes === undefined) continue;
    const index = cache.indexBytes(bytes);
    if (isSkipped(index)) skipped.push({ file: path, reason: index.skipped });
    else modules.set(path, { ...moduleNameOf(path, isPackage), path, id: ++lastId, index });
  }
  const table = new SymbolTable();
  for (const module of modules.values()) table.add(module);
  return {
    table,
    modules,
    skipped,
    readBytes: async module => files.get(module.path) ?? (await base.readBytes(module)),
  };
}

const PACKAGE = /^(.*)\/__init__\.pyi?$/;

function packageFolders(base: WorkspaceSnapshot, files: FileBytes): ReadonlySet<string> {
  const paths = new Set([...base.modules.keys(), ...base.skipped.map(({ file }) => file)]);
  for (const [path, bytes] of files) {
    if (bytes === undefined) paths.delete(path);
    else paths.add(path);
  }
  const folders = new Set<string>();
  for (const path of paths) {
    const folder = PACKAGE.exec(path)?.[1];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

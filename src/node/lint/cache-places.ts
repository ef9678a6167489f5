import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CachePlace, CachePlaces } from '../../core/lint/tool-finder.ts';

/** As Python spells it. */
const NULL_DEVICE = process.platform === 'win32' ? 'nul' : '/dev/null';

/**
 * A tool's cache in the workspace is used when the project already has one, else a folder outside, so that
 * linting leaves nothing behind. Import-linter's is always outside: it does not bear two runs at a time.
 */
export async function cachePlaces(root: string, cacheDir: string | undefined): Promise<CachePlaces> {
  const none = { kind: 'none', nullDevice: NULL_DEVICE } as const;
  const outside = (name: string): CachePlace =>
    cacheDir === undefined ? none : { kind: 'folder', path: join(cacheDir, name) };
  const place = async (own: string, name: string): Promise<CachePlace> =>
    (await isFolder(join(root, own))) ? { kind: 'own' } : outside(name);
  const [ruff, mypy] = await Promise.all([place('.ruff_cache', 'ruff'), place('.mypy_cache', 'mypy')]);
  return { ruff, mypy, importLinter: outside('import-linter'), none };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LinterDescriptor } from '../../core/lint/linter-descriptor.ts';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import type { CachePlace, CachePlaces } from '../../core/lint/tool-finder.ts';

/** As Python spells it. */
const NULL_DEVICE = process.platform === 'win32' ? 'nul' : '/dev/null';

/**
 * A linter's cache in the workspace is used when the project already has one, else a folder outside, so that linting
 * leaves nothing behind.
 */
export async function cachePlaces(root: string, cacheDir: string | undefined): Promise<CachePlaces> {
  const none = { kind: 'none', nullDevice: NULL_DEVICE } as const;
  const placeOf = async ({ name, cache: { own } }: LinterDescriptor): Promise<CachePlace> => {
    if (own !== undefined && (await isFolder(join(root, own)))) return { kind: 'own' };
    return cacheDir === undefined ? none : { kind: 'folder', path: join(cacheDir, name) };
  };
  const places = await Promise.all(
    LINTERS.map(async linter => [linter.name, await placeOf(linter)] as const),
  );
  return { of: Object.fromEntries(places), none };
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

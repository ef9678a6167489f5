import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FoundTool } from '../../core/lint/tool-finder.ts';
import { executable, programName } from '../find-on-path.ts';
import { lintConfigurationFiles, sitePackagesOf } from './surroundings.ts';

/**
 * `dmypy` beside mypy, when it follows the same rules: from version 2 on, unless the project changes the one the daemon
 * always sets.
 */
export async function daemonClientOf(tool: FoundTool, root: string): Promise<string | undefined> {
  const isTooOld = Number.parseInt(tool.version, 10) < 2;
  if (tool.prefix.length > 0 || process.platform === 'win32' || isTooOld) return undefined;
  for (const file of lintConfigurationFiles(root)) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (/local_partial_types/.test(text)) return undefined;
  }
  return executable(join(dirname(tool.program), programName('dmypy')));
}

/** Changes whenever the configuration, the program or the installed packages do. */
export async function mypyStampOf(tool: FoundTool, root: string): Promise<string> {
  const watched = [tool.program, ...(await sitePackagesOf(tool.program)), ...lintConfigurationFiles(root)];
  const stamps = await Promise.all(
    watched.map(async path => {
      const found = await stat(path).catch(() => undefined);
      return found ? `${path} ${found.mtimeMs} ${found.size} ${found.ino}` : path;
    }),
  );
  return stamps.join('\n');
}

import { delimiter, isAbsolute } from 'node:path';

/** Names a started program may see; everything else, above all every key and token, stays here. */
const PASSED_ON = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'MYPYPATH',
  // Windows programs do not start without these.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
]);

/**
 * The environment of every program this product starts: an allow-list, so that no secret and no
 * variable that redirects a tool (`PYTHONPATH`, `GIT_DIR`, `RUFF_…`, `LD_PRELOAD`) is handed on.
 * Relative entries of PATH are dropped: they would name the workspace.
 */
export function scrubbedEnvironment(source: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    const upper = name.toUpperCase();
    if (value === undefined || !(PASSED_ON.has(upper) || upper.startsWith('LC_'))) continue;
    kept[name] = upper === 'PATH' ? absoluteEntries(value).join(delimiter) : value;
  }
  return kept;
}

/** The absolute folders of a PATH value, in order. */
export function absoluteEntries(path: string): readonly string[] {
  return path
    .split(delimiter)
    .map(entry => entry.replace(/^"(.*)"$/, '$1'))
    .filter(entry => isAbsolute(entry));
}

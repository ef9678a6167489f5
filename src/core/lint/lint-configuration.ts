/**
 * Files that decide what the linters do, some of them by running code (mypy plugins, contract types). Names are
 * compared without regard to case, wherever the file lies.
 */
export const LINT_CONFIGURATION_NAMES = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'mypy.ini',
  '.mypy.ini',
  'ruff.toml',
  '.ruff.toml',
  '.importlinter',
  'conftest.py',
  'sitecustomize.py',
  'usercustomize.py',
] as const;

const LINT_CONFIGURATION_EXTENSIONS = ['.pth', '.egg-link'] as const;

/** What tools remember of files: whoever writes there writes their answer. */
const CACHES = ['.mypy_cache', '.ruff_cache', '.import_linter_cache', '.grimp_cache'] as const;

/** Modules whose name a tool could load in the place of its own. */
const TOOL_MODULES = ['ruff', 'mypy', 'mypyc', 'mypy_extensions', 'dmypy', 'importlinter', 'grimp'] as const;

/** The paths of a change set that touch what the linters run or how: lint waits for its own approval then. */
export const lintConfigurationPaths = (paths: readonly string[]): readonly string[] =>
  paths.filter(path => {
    const segments = path.toLowerCase().split('/');
    const name = segments.at(-1) ?? '';
    return (
      LINT_CONFIGURATION_NAMES.some(known => known === name) ||
      LINT_CONFIGURATION_EXTENSIONS.some(extension => name.endsWith(extension)) ||
      TOOL_MODULES.some(module => segments.includes(module) || name === `${module}.py`) ||
      CACHES.some(cache => segments.includes(cache)) ||
      // Environments are what the tools are run from.
      segments.some(segment => segment === '.venv' || segment === 'venv')
    );
  });

export const touchesLintConfiguration = (paths: readonly string[]): boolean =>
  lintConfigurationPaths(paths).length > 0;

import { LINTERS } from './linters/registry.ts';

/** Read or run by what the linters are started with, whichever linter it is. */
const SHARED_NAMES = ['setup.py', 'tox.ini', 'conftest.py', 'sitecustomize.py', 'usercustomize.py'];

/**
 * Files that decide what the linters do, some of them by running code (mypy plugins, contract types). Names are
 * compared without regard to case, wherever the file lies.
 */
export const LINT_CONFIGURATION_NAMES: readonly string[] = [
  ...new Set([
    ...LINTERS.flatMap(({ configuration: { around, atTop = [] } }) => [...around, ...atTop]),
    ...SHARED_NAMES,
  ]),
];

const LINT_CONFIGURATION_EXTENSIONS = ['.pth', '.egg-link'] as const;

/** What linters remember of files: whoever writes there writes their answer. */
const CACHES = LINTERS.flatMap(({ cache }) => cache.folders);

/** Modules whose name a linter could load in the place of its own. */
const MODULES = LINTERS.flatMap(({ modules }) => modules);

/** The paths of a change set that touch what the linters run or how: lint waits for its own approval then. */
export const lintConfigurationPaths = (paths: readonly string[]): readonly string[] =>
  paths.filter(path => {
    const segments = path.toLowerCase().split('/');
    const name = segments.at(-1) ?? '';
    return (
      LINT_CONFIGURATION_NAMES.includes(name) ||
      LINT_CONFIGURATION_EXTENSIONS.some(extension => name.endsWith(extension)) ||
      MODULES.some(module => segments.includes(module) || name === `${module}.py`) ||
      CACHES.some(cache => segments.includes(cache)) ||
      // Environments are what the tools are run from.
      segments.some(segment => segment === '.venv' || segment === 'venv')
    );
  });

export const touchesLintConfiguration = (paths: readonly string[]): boolean =>
  lintConfigurationPaths(paths).length > 0;

import { IMPORT_LINTER_SCRIPT } from './import-linter-script.ts';
import type { MypyFormat } from './mypy.ts';
import type { Selection } from './select-files.ts';
import type { CachePlace } from './tool-finder.ts';
import { isTypeChecked } from './workspace-path.ts';

/** Longer lists of files do not fit on every platform's command line. */
const MAX_LENGTH = 24_000;

/** `./` in front: a name such as `-x.py` must not be read as an option. */
const asArgument = (path: string): string => (path === '' ? '.' : `./${path}`);

/**
 * The paths a tool is given: the folder itself when everything is selected, so that the project's own
 * exclusions hold, or when the list is too long; what was not selected is left out of the answer then.
 */
export function pathArguments(selection: Selection, files: readonly string[]): readonly string[] {
  const length = files.reduce((sum, file) => sum + file.length + 3, 0);
  if (selection.kind === 'all' || length > MAX_LENGTH) return [asArgument(selection.path)];
  return files.map(asArgument);
}

/**
 * Ruff only looks, whatever the project's configuration says of fixing, and what the project excludes stays
 * excluded when it is named.
 */
export const ruffArguments = (selection: Selection, cache: CachePlace): readonly string[] => [
  'check',
  '--output-format=json',
  '--no-fix',
  '--no-fix-only',
  '--force-exclude',
  ...ruffCache(cache),
  '--',
  ...pathArguments(selection, selection.files),
];

/** Ruff over one file whose content it reads from stdin; the path decides which configuration holds. */
export const ruffStdinArguments = (path: string): readonly string[] => [
  'check',
  '--output-format=json',
  '--no-fix',
  '--no-fix-only',
  '--force-exclude',
  '--no-cache',
  '--stdin-filename',
  asArgument(path),
  '-',
];

function ruffCache(cache: CachePlace): readonly string[] {
  switch (cache.kind) {
    case 'own':
      return [];
    case 'folder':
      return ['--cache-dir', cache.path];
    case 'none':
      return ['--no-cache'];
  }
}

export const mypyArguments = (
  selection: Selection,
  format: MypyFormat,
  cache: CachePlace,
  shadows: readonly (readonly [path: string, contentFile: string])[] = [],
): readonly string[] => [
  ...mypyFlags(format),
  ...mypyCache(cache),
  ...shadows.flatMap(([path, contentFile]) => ['--shadow-file', asArgument(path), contentFile]),
  '--',
  ...pathArguments(selection, selection.files.filter(isTypeChecked)),
];

/** How mypy prints; what it checks is the project's configuration. */
export const mypyFlags = (format: MypyFormat): readonly string[] => [
  ...(format === 'json'
    ? ['--output=json']
    : ['--show-error-end', '--show-error-codes', '--no-pretty', '--hide-error-code-links']),
  '--hide-error-context',
  '--no-color-output',
  // Its last line proves that mypy came to its end; in JSON that is an empty one.
  '--error-summary',
  // Nothing is installed by looking, whatever the project's configuration says.
  '--no-install-types',
];

function mypyCache(cache: CachePlace): readonly string[] {
  switch (cache.kind) {
    case 'own':
      return [];
    case 'folder':
      return [`--cache-dir=${cache.path}`];
    case 'none':
      return [`--cache-dir=${cache.nullDevice}`];
  }
}

/** `folders`: absolute folders whose packages are the workspace's; `runNone`: nothing in these is run. */
export const importLinterArguments = (
  folders: readonly string[],
  cache: CachePlace,
  runNone: readonly string[],
): readonly string[] => [
  '-c',
  IMPORT_LINTER_SCRIPT,
  ...folders,
  '--cache',
  cache.kind === 'folder' ? cache.path : '',
  '--run-none',
  ...runNone,
];

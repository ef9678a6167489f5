import type { Selection } from './select-files.ts';

/** Longer lists of files do not fit on every platform's command line. */
const MAX_LENGTH = 24_000;

/** `./` in front: a name such as `-x.py` must not be read as an option. */
export const asArgument = (path: string): string => (path === '' ? '.' : `./${path}`);

/**
 * The paths a tool is given: the folder itself when everything is selected, so that the project's own
 * exclusions hold, or when the list is too long; what was not selected is left out of the answer then.
 */
export function pathArguments(selection: Selection, files: readonly string[]): readonly string[] {
  const length = files.reduce((sum, file) => sum + file.length + 3, 0);
  if (selection.kind === 'all' || length > MAX_LENGTH) return [asArgument(selection.path)];
  return files.map(asArgument);
}

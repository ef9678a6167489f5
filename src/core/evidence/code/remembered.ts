import type { PythonFile } from './python-file.ts';

/**
 * Computes once for each file, and keeps it as long as the file: for what is small and asked of many files in turn.
 * What is large is better computed with `once`, which forgets it with the text of the file.
 */
export function rememberedByFile<T extends object>(
  compute: (file: PythonFile) => T,
): (file: PythonFile) => T {
  const known = new WeakMap<PythonFile, T>();
  return file => {
    const remembered = known.get(file);
    if (remembered !== undefined) return remembered;
    const computed = compute(file);
    known.set(file, computed);
    return computed;
  };
}

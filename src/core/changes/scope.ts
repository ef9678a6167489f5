/** Path segments without `.` and empty ones; `undefined` when the path could leave the workspace. */
function segmentsOf(path: string): readonly string[] | undefined {
  if (path.startsWith('/') || path.includes('\\')) return undefined;
  const segments = path.split('/').filter(segment => segment !== '' && segment !== '.');
  return segments.includes('..') ? undefined : segments;
}

/**
 * Whether `path` is one of the allow-list's files, or lies in one of its folders (C38, 001-062). Compared by
 * whole segments and exact spelling: `nomarr/helpers` holds neither `nomarr/helpers_old/x.py` nor
 * `nomarr/Helpers/x.py`. An entry that ends with `/` is a folder only; `.` or `./` is the whole workspace.
 */
export function isInScope(path: string, allowlist: readonly string[]): boolean {
  const inner = segmentsOf(path);
  if (inner === undefined || inner.length === 0) return false;
  return allowlist.some(entry => {
    const outer = segmentsOf(entry);
    if (entry === '' || outer === undefined || outer.length > inner.length) return false;
    if (outer.length === inner.length && entry.endsWith('/') && !path.endsWith('/')) return false;
    return outer.every((segment, i) => segment === inner[i]);
  });
}

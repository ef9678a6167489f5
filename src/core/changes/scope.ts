/** Path segments without `.` and empty ones; `undefined` when the path could leave the workspace. */
function segmentsOf(path: string): readonly string[] | undefined {
  if (path.startsWith('/') || path.includes('\\')) return undefined;
  const segments = path.split('/').filter(segment => segment !== '' && segment !== '.');
  return segments.includes('..') ? undefined : segments;
}

/**
 * Whether `path` is one of the allow-list's files, or lies in one of its folders. Compared by
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

/**
 * Whether a file could lie in both allow-lists. In doubt yes: an entry that leads out of the workspace overlaps with
 * everything, and case and Unicode forms do not tell entries apart, because some disks do not either.
 */
export function scopesMayOverlap(a: readonly string[], b: readonly string[]): boolean {
  return a.some(one => b.some(other => entriesMayOverlap(one, other)));
}

function entriesMayOverlap(a: string, b: string): boolean {
  const [one, other] = [a, b].map(entry => segmentsOf(entry.normalize('NFKC').toLowerCase()));
  if (one === undefined || other === undefined) return true;
  const [outer, inner] = one.length <= other.length ? [one, other] : [other, one];
  return outer.every((segment, i) => segment === inner[i]);
}

import { sep } from 'node:path';

/** Compares with the separator: `/x/repo-evil` is not inside `/x/repo`. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

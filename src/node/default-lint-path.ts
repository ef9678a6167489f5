import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const NOT_THE_PACKAGE = new Set(['tests', 'test', 'docs', 'examples', 'scripts', 'benchmarks']);

/**
 * What `lint_backend` checks when it is given no path: `src` where that layout is used, the package
 * where the workspace has exactly one at its top, else everything.
 */
export function detectDefaultLintPath(root: string): string {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !NOT_THE_PACKAGE.has(entry.name) && !entry.name.startsWith('.'))
    .map(entry => entry.name);
  const isPackage = (name: string) => existsSync(path.join(root, name, '__init__.py'));
  if (folders.includes('src') && !isPackage('src')) return 'src';
  const [only, ...others] = folders.filter(isPackage);
  return only !== undefined && others.length === 0 ? only : '.';
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../system.ts';

/** A package with more files is told apart by these. */
const MOST_FILES = 1000;

/**
 * SHA-256 over the files of a plugin or contract type that lie in the workspace, as its configuration names it: a path
 * (`tools/plugin.py:entry`) or a module (`tools.plugin`, `tools.contracts.Layers`). Without a file there, of nothing.
 */
export async function hashCode(root: string, name: string): Promise<string> {
  const parts: string[] = [];
  for (const file of await filesOf(root, name)) {
    const bytes = await readFile(path.join(root, file)).catch(() => undefined);
    if (bytes !== undefined) parts.push(`${file} ${sha256(bytes)}`);
  }
  return sha256(Buffer.from(parts.join('\n')));
}

async function filesOf(root: string, name: string): Promise<readonly string[]> {
  const [place = ''] = name.split(':');
  if (place.includes('/') || place.endsWith('.py')) return [path.normalize(place)];
  const modules = place.split('.').filter(part => part !== '');
  const found = new Set<string>();
  for (const folder of ['.', 'src'])
    for (let length = modules.length; length > 0; length--) {
      const module = path.join(folder, ...modules.slice(0, length));
      found.add(`${module}.py`);
      // A package: any of its modules may be what is loaded.
      const isWhole = length >= modules.length - 1;
      for (const file of isWhole ? await pythonIn(root, module) : [path.join(module, '__init__.py')])
        found.add(file);
    }
  return [...found].sort();
}

async function pythonIn(root: string, folder: string): Promise<readonly string[]> {
  const names = await readdir(path.join(root, folder), { recursive: true }).catch(() => []);
  return names
    .filter(file => file.endsWith('.py'))
    .sort()
    .slice(0, MOST_FILES)
    .map(file => path.join(folder, file));
}

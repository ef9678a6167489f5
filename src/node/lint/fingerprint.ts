import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LINTERS } from '../../core/lint/linters/registry.ts';
import { absoluteEntries } from '../environment.ts';
import { environmentPrograms } from './environments.ts';
import { gitStateFiles } from './git-state-files.ts';
import { linkedFolders, lintConfigurationFiles, sitePackagesOf } from './surroundings.ts';

/** Everything a lint can depend on, as one value; different values say nothing, equal ones that nothing changed. */
export type Fingerprint =
  | { readonly kind: 'known'; readonly value: string }
  /** Something outside what is looked at takes part, or a file changed just now. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** More files than this are not worth looking at each time. */
const MAX_FILES = 20_000;
/** A file may be written again within one tick of the file system's clock without getting a new time. */
const TICK_MS = 30;

const RELEVANT =
  /(\.(pyi?|pyw|ipynb|toml|cfg|ini|pth)|^(py\.typed|\.importlinter|\.gitignore|\.ignore|\.gitattributes|\.pdm-python))$/;
const SKIPPED = new Set([
  '.git',
  '.hg',
  'node_modules',
  '__pycache__',
  ...LINTERS.flatMap(({ cache }) => cache.own ?? []),
  '.tox',
  '.nox',
]);

/**
 * `programs`: absolute paths of the tools and Pythons that take part; `settings`: what else decides; `folders`: absolute,
 * where another tool could appear.
 */
export async function takeFingerprint(
  root: string,
  programs: readonly string[],
  settings: unknown,
  folders: readonly string[] = [],
): Promise<Fingerprint> {
  const packages = (await Promise.all(programs.map(sitePackagesOf))).flat();
  const configuration = lintConfigurationFiles(root);
  const outside = await reasonToDistrust(root, configuration, packages);
  if (outside !== undefined) return { kind: 'unknown', reason: outside };
  const found = await lookAround(root);
  if (found === undefined) return { kind: 'unknown', reason: `more than ${MAX_FILES} files` };
  const watched = new Set([
    ...found.files,
    ...(await gitStateFiles(root)),
    ...configuration,
    ...programs,
    ...environmentPrograms(root),
    ...folders,
    ...packages,
    ...absoluteEntries(process.env['PATH'] ?? ''),
  ]);
  const now = Date.now();
  const stamps = await Promise.all([...watched].map(stampOf));
  if (stamps.some(stamp => now - stamp.changedAt < TICK_MS)) {
    return { kind: 'unknown', reason: 'a file changed just now' };
  }
  const hash = createHash('sha256').update(JSON.stringify([settings, process.env['PATH'], found.folders]));
  for (const stamp of stamps) hash.update(stamp.text).update('\0');
  return { kind: 'known', value: hash.digest('hex') };
}

async function stampOf(path: string): Promise<{ readonly text: string; readonly changedAt: number }> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (!found) return { text: path, changedAt: 0 };
  return {
    text: `${path} ${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}`,
    changedAt: Number(found.ctimeMs),
  };
}

interface Surroundings {
  readonly files: readonly string[];
  /** Folders directly in the workspace: an environment or a cache that appears changes what is run. */
  readonly folders: readonly string[];
}

async function lookAround(root: string): Promise<Surroundings | undefined> {
  const files: string[] = [];
  const folders: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    if (files.length > MAX_FILES) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    // The packages of an environment are looked at as a whole.
    if (entries.some(entry => entry.name === 'pyvenv.cfg')) return;
    const inside: string[] = [];
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && folder === root) folders.push(entry.name);
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) inside.push(path);
      else if (RELEVANT.test(entry.name) || entry.isSymbolicLink()) files.push(path);
    }
    await Promise.all(inside.map(visit));
  };
  await visit(root);
  return files.length > MAX_FILES ? undefined : { files: files.sort(), folders: folders.sort() };
}

/** What makes a lint depend on files that are not looked at here. */
async function reasonToDistrust(
  root: string,
  configuration: readonly string[],
  packages: readonly string[],
): Promise<string | undefined> {
  if (process.env['MYPYPATH']) return 'MYPYPATH is set';
  for (const file of configuration) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (/^[ \t]*(mypy_path|python_executable|extend)\s*=/m.test(text)) return `${file} names further places`;
  }
  for (const folder of packages) {
    const elsewhere = (await linkedFolders(folder)).find(
      path => path !== root && !path.startsWith(`${root}/`),
    );
    if (elsewhere !== undefined) return `the package in ${elsewhere} is used where it lies`;
  }
  return undefined;
}

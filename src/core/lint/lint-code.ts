import { decodeUtf8 } from '../kernel/utf8.ts';
import type { Files } from '../ports/files.ts';
import { lintConfigurationPaths } from './lint-configuration.ts';

/** Where mypy and import-linter are told to load code of the project. */
const SOURCES = ['mypy.ini', '.mypy.ini', 'setup.cfg', 'pyproject.toml', '.importlinter'] as const;
/** `plugins` of mypy and `contract_types` of import-linter: a list in TOML, else indented lines. */
const LOADS = /^[ \t]*(?:plugins|contract_types)[ \t]*[=:][ \t]*(\[[^\]]*\]|.*(?:\r?\n[ \t]+\S.*)*)/gm;
/** Folders modules are imported from. */
const ROOTS = ['', 'src/'] as const;
/** More files than this are not followed. */
const MAX_FILES = 500;

/**
 * The changed paths that decide what the linters run: their configuration, and the modules of the workspace that it makes
 * them load, followed through their imports as far as text shows them. Lint waits for an approval of its own then.
 */
export async function lintCodePaths(paths: readonly string[], files: Files): Promise<readonly string[]> {
  const named = new Set(lintConfigurationPaths(paths));
  const loaded = await loadedPaths(files);
  return paths.filter(path => named.has(path) || loaded.has(path));
}

/** Every place a loaded module may lie in, whether there is a file or not: one could be created. */
async function loadedPaths(files: Files): Promise<ReadonlySet<string>> {
  const texts = await Promise.all(SOURCES.map(path => textOf(path, files)));
  const names = texts.flatMap(text => [...text.matchAll(LOADS)].flatMap(match => namesIn(match[1] ?? '')));
  const places = new Set(names.flatMap(placesOf));
  for (const path of places) {
    if (places.size > MAX_FILES) break;
    // A set goes on with what is added to it.
    for (const imported of importedPlaces(path, await textOf(path, files))) places.add(imported);
  }
  return places;
}

/** `tools/plugin.py:entry`, `app.plugin`, `own: app.contracts.Own`. */
const namesIn = (value: string): readonly string[] =>
  value
    .replace(/[#;].*$/gm, '')
    .split(/[^\w./-]+/)
    .filter(name => name !== '');

/** A path as it is; a dotted name as module, package, or a name in either, with the packages around it. */
function placesOf(name: string): readonly string[] {
  if (name.endsWith('.py')) return [name.replace(/^(\.\/)+/, '')];
  const segments = name.split('.').filter(segment => segment !== '');
  return ROOTS.flatMap(root =>
    segments.flatMap((_, index) => {
      const path = root + segments.slice(0, index + 1).join('/');
      return [`${path}.py`, `${path}/__init__.py`];
    }),
  );
}

const IMPORT = /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|.*)|import[ \t]+(.*))/gm;

function importedPlaces(path: string, text: string): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  return [...text.matchAll(IMPORT)].flatMap(([, dots = '', module = '', names = '', plain]) => {
    if (plain !== undefined) return namesIn(plain.replace(/\bas\s+\w+/g, '')).flatMap(placesOf);
    const imported = namesIn(names.replace(/\bas\s+\w+/g, ''));
    const full = ['', ...imported].map(name => [module, name].filter(Boolean).join('.'));
    if (dots === '') return full.flatMap(placesOf);
    const base = folders.slice(0, folders.length - dots.length + 1);
    return full.flatMap(name => placesOf([...base, ...name.split('.')].filter(Boolean).join('.')));
  });
}

async function textOf(path: string, files: Files): Promise<string> {
  const read = await files.read(path);
  return (read.kind === 'file' ? decodeUtf8(read.file.bytes) : undefined) ?? '';
}

import { matchesText } from '../../kernel/wildcards.ts';
import type { OtherTexts } from './other-texts.ts';

/** Which tests pytest finds and runs, as a file of settings says it. */
export interface PytestSettings {
  readonly path: string;
  /** Patterns of files, functions and classes; `undefined`: as pytest has them. */
  readonly files: readonly string[] | undefined;
  readonly functions: readonly string[] | undefined;
  readonly classes: readonly string[] | undefined;
  /** Folders that are left out, and those in which it looks. */
  readonly leftOut: readonly string[];
  readonly folders: readonly string[];
  /** The words that are added to each call. */
  readonly options: readonly string[];
}

const NAMES = ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg', 'pytest.toml'];

export async function readPytestSettings(texts: OtherTexts | undefined): Promise<readonly PytestSettings[]> {
  const found = (await texts?.called(NAMES)) ?? [];
  return found.flatMap(({ path, text }) => {
    if (!/^[ \t]*\[(?:tool[.:])?pytest\b/m.test(text)) return [];
    const lines = text.split(/\r?\n/);
    const read = (key: string) => wordsOfKey(lines, key);
    return [
      {
        path,
        files: read('python_files'),
        functions: read('python_functions'),
        classes: read('python_classes'),
        leftOut: read('norecursedirs') ?? [],
        folders: read('testpaths') ?? [],
        options: read('addopts') ?? [],
      },
    ];
  });
}

/** The words behind `key =`, and of the lines below that go on with it: those that begin with space, a quote or a bracket. */
function wordsOfKey(lines: readonly string[], key: string): readonly string[] | undefined {
  const first = lines.findIndex(line => isOfKey(line, key));
  if (first < 0) return undefined;
  const line = lines[first] ?? '';
  const value = [line.slice(line.indexOf('=') + 1)];
  for (const next of lines.slice(first + 1)) {
    if (!/^[\s"'\])]/.test(next) || next.trim() === '' || /^\s*\w+\s*=/.test(next)) break;
    value.push(next);
  }
  const words = value.flatMap(each => (each.split('#')[0] ?? '').split(/[\s"',[\]=]+/));
  return words.filter(word => word !== '');
}

const isOfKey = (line: string, key: string): boolean => {
  const at = line.indexOf('=');
  return at > 0 && line.slice(0, at).trim().replace(/"/g, '') === key;
};

/** Names of functions and classes fit a pattern, or begin with it. */
export const fitsName = (pattern: string, name: string): boolean =>
  /[*?[]/.test(pattern) ? matchesText(name, pattern) : name.startsWith(pattern);

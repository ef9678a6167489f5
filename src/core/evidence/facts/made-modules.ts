import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { matchesText } from '../../kernel/wildcards.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/** What a module is written from or compiled from. */
const SOURCES = [
  ...['.g4', '.lark', '.proto', '.thrift', '.ui', '.rs', '.c', '.cc', '.cpp', '.cxx', '.pyx', '.y', '.peg'],
];
/** Programs and settings that compile modules, or write them. */
const BUILDS = [
  ...['setup.py', 'setup.cfg', 'pyproject.toml', 'Cargo.toml', 'CMakeLists.txt', 'meson.build', 'Makefile'],
  ...['GNUmakefile', 'justfile', 'tox.ini', 'noxfile.py', 'tasks.py', 'hatch_build.py', 'build.py'],
];
const IGNORED = '.gitignore';

/**
 * Paths of deleted modules that a tool may write anew, or compile. A build that the change touches is believed when it
 * names the module by a word; one that stays as it was, when it names the file.
 */
export async function findMadeModules(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<ReadonlySet<string>> {
  const gone = versions.changed.flatMap(({ path, after }) => (after === undefined ? [path] : []));
  if (gone.length === 0) return new Set();
  const sources = new Set(await versions.otherTexts?.pathsEnding(SOURCES));
  const builds = await unchangedBuilds(versions);
  return new Set(
    gone.filter(
      path =>
        files.some(file => file.path !== path && isMadeByChange(path, file)) ||
        [...sources].some(source => !versions.changedPaths.has(source) && isSourceOf(source, path)) ||
        builds.some(({ file, names }) => !versions.changedPaths.has(file) && names(path)),
    ),
  );
}

function isMadeByChange(path: string, { path: file, after }: FileChange): boolean {
  if (after === undefined) return false;
  if (isSourceOf(file, path)) return true;
  const isBuild = [...BUILDS, IGNORED].includes(lastOf(file)) || /(?:^|\/)\w*build\w*\.py$/.test(file);
  return isBuild && hasWord(decodeUtf8(after) ?? '', stemOf(path));
}

/** It has the name of the module, or begins it: `Expr.g4` makes `ExprLexer.py`. */
const isSourceOf = (source: string, path: string): boolean =>
  SOURCES.some(each => source.endsWith(each)) &&
  stemOf(path).toLowerCase().startsWith(stemOf(source).toLowerCase());

interface Build {
  readonly file: string;
  readonly names: (path: string) => boolean;
}

async function unchangedBuilds({ otherTexts, after, open }: TwoVersions): Promise<readonly Build[]> {
  const found: Build[] = [];
  for (const { path, text } of (await otherTexts?.called([...BUILDS, IGNORED])) ?? [])
    found.push({
      file: path,
      names:
        lastOf(path) === IGNORED ? each => isIgnored(each, path, text) : each => text.includes(lastOf(each)),
    });
  for (const module of after.snapshot.modules.values()) {
    const file = BUILDS.includes(lastOf(module.path)) ? await open(module, 'after') : undefined;
    if (file !== undefined) found.push({ file: module.path, names: each => file.mentions(lastOf(each)) });
  }
  return found;
}

/** A line of the file, which stands in a folder around it, fits its name. */
const isIgnored = (path: string, ignoring: string, text: string): boolean =>
  path.startsWith(ignoring.slice(0, -IGNORED.length)) &&
  text.split('\n').some(line => {
    const pattern = line.trim();
    return pattern !== '' && !/^[#!]/.test(pattern) && matchesText(lastOf(path), lastOf(pattern));
  });

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (path: string): string => lastOf(path).split('.')[0] ?? '';

const hasWord = (text: string, word: string): boolean => text.split(/[^\p{L}\p{N}_]+/u).includes(word);

import type { OtherTexts } from '../code/other-texts.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { isInstaller } from './data-files.ts';
import type { Obstacle } from './obstacle.ts';

/** Texts for people, at the top of the workspace or among its documentation: `README.md`, `docs/a.rst`, `LICENSE`. */
const PROSE =
  /^(?:docs?\/(?:[^/]+\/)*)?(?:[^/]+\.(?:md|rst)|(?:README|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CHANGE(?:S|LOG)|HISTORY|NEWS)(?:\.txt)?)$/i;

export const isProse = (path: string): boolean => PROSE.test(path);

/** Words by which code takes files whatever their names are. */
const FINDING = ['glob', 'iterdir', 'listdir', 'scandir', 'walk(', 'find_examples'];
/** By these it reads what it has found, or whose name it has put together: `f"{topic}.md"`. */
const READING = ['open(', 'read_text', 'read_bytes', 'joinpath', 'with_suffix', 'get_data', 'files('];
const ENDINGS = ['.md', '.rst', '"md"', "'md'", '"rst"', "'rst'"];
/** What else such files lie in. */
const FOLDERS = ['docs', 'doc'];
/** Words of settings by which the examples in such files are run. */
const RUN =
  /doctest[-_](?:glob|rst|plus)|-m\s+doctest|sybil|pytest[-_](?:markdown|examples)|markdown[-_]docs|phmdoctest|mdtest|codeblocks/i;
/** What is worked out from such a file, but for what describes the project: `path = "CHANGES.md"`. */
const isWorkedOut = (line: string): boolean =>
  !/^\s*(?:readme|description|long_description|license|file)\b/.test(line) &&
  /\b(?:path|file|source)\b/.test(line) &&
  /\.(?:md|rst)\b|\b(?:NEWS|CHANGES|HISTORY)\b/i.test(line);

/**
 * Who may read one of these files, or run what is in it: a module that names it, or takes files by their ending; a
 * setting; a template.
 */
export async function findProseReader(
  paths: readonly string[],
  versions: TwoVersions,
): Promise<Obstacle | undefined> {
  if (paths.length === 0) return undefined;
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    const read = file && readBy(file, paths);
    if (read !== undefined) return obstacle(module.path, read);
  }
  const setting = await readBySettings(versions.otherTexts);
  if (setting !== undefined) return obstacle(setting, paths[0] ?? '');
  for (const path of paths) {
    const name = nameOf(path);
    const template = await versions.otherTexts?.find(new Set(name.split('.', 1)), 'templates', name);
    if (template !== undefined) return obstacle(template.place.file, path);
  }
  return undefined;
}

const obstacle = (reader: string, path: string): Obstacle => ({
  reason: `${reader} may read ${path}, which is something else now`,
  place: { file: path, line: 1, side: 'after' },
});

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The first of the files that a module may read. */
function readBy(file: PythonFile, paths: readonly string[]): string | undefined {
  const { path } = file.module;
  // A README is what an installer shows; a list of changes may say which version it is.
  const isShown = (name: string) => isInstaller(path) && /^README/i.test(name);
  const named = paths.find(each => file.mentions(nameOf(each)) && !isShown(nameOf(each)));
  if (named !== undefined || isInstaller(path)) return named;
  const isAny = (words: readonly string[]) => words.some(each => file.mentions(each));
  const finds = isAny(FINDING);
  if ((finds || isAny(READING)) && isAny(ENDINGS)) return paths[0];
  // Documentation that is a package has its texts as data.
  const isDocumentation = /^docs?\/(?!.*conf\.py$)/.test(path);
  return (finds && isAny(FOLDERS)) || isDocumentation ? paths.find(isInFolder) : undefined;
}

const isInFolder = (path: string): boolean => FOLDERS.some(folder => path.startsWith(`${folder}/`));

async function readBySettings(texts: OtherTexts | undefined): Promise<string | undefined> {
  const run = await texts?.match(RUN, 'all');
  if (run !== undefined) return run.place.file;
  const told = await texts?.called(['pyproject.toml', 'setup.cfg']);
  return told?.find(({ text }) => text.split('\n').some(isWorkedOut))?.path;
}

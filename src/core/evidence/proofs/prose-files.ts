import type { TwoVersions } from '../code/two-versions.ts';
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
 * setting. A program that installs the project shows it as a description.
 */
export async function findProseReader(
  paths: readonly string[],
  versions: TwoVersions,
): Promise<Obstacle | undefined> {
  const [first] = paths;
  if (first === undefined) return undefined;
  const names = paths.map(path => path.slice(path.lastIndexOf('/') + 1));
  const obstacle = (reader: string, path = first): Obstacle => ({
    reason: `${reader} may read ${path}, which is something else now`,
    place: { file: path, line: 1, side: 'after' },
  });
  for (const module of versions.after.snapshot.modules.values()) {
    const isSetup = /(?:^|\/)setup\.py$/.test(module.path);
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    // A README is what it shows; a list of changes may say which version it is.
    const named = names.findIndex(name => file.mentions(name) && !(isSetup && /^README/i.test(name)));
    if (named >= 0) return obstacle(module.path, paths[named]);
    if (isSetup) continue;
    const isAny = (words: readonly string[]) => words.some(each => file.mentions(each));
    const finds = isAny(FINDING);
    if ((finds || isAny(READING)) && isAny(ENDINGS)) return obstacle(module.path);
    const inFolder = paths.find(path => FOLDERS.some(folder => path.startsWith(`${folder}/`)));
    if (finds && inFolder !== undefined && isAny(FOLDERS)) return obstacle(module.path, inFolder);
    // Documentation that is a package has its texts as data.
    const isPackage = inFolder !== undefined && /^docs?\/(?!.*conf\.py$)/.test(module.path);
    if (isPackage) return obstacle(module.path, inFolder);
  }
  const setting = await versions.otherTexts?.match(RUN, 'all');
  if (setting !== undefined) return obstacle(setting.place.file);
  const told = await versions.otherTexts?.called(['pyproject.toml', 'setup.cfg']);
  const worked = told?.find(({ text }) => text.split('\n').some(isWorkedOut));
  if (worked !== undefined) return obstacle(worked.path);
  for (const [i, name] of names.entries()) {
    const template = await versions.otherTexts?.find(new Set(name.split('.', 1)), 'templates', name);
    if (template !== undefined) return obstacle(template.place.file, paths[i]);
  }
  return undefined;
}

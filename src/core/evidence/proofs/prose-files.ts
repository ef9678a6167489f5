import type { TwoVersions } from '../code/two-versions.ts';
import type { Obstacle } from './obstacle.ts';

/** Texts for people, at the top of the workspace or among its documentation: `README.md`, `docs/a.rst`, `LICENSE`. */
const PROSE =
  /^(?:docs?\/(?:[^/]+\/)*)?(?:[^/]+\.(?:md|rst)|(?:README|LICEN[CS]E|COPYING|NOTICE|AUTHORS|CONTRIBUTORS|CHANGE(?:S|LOG)|HISTORY|NEWS)(?:\.txt)?)$/i;

export const isProse = (path: string): boolean => PROSE.test(path);

/** Words by which code takes files whatever their names are. */
const FINDING = ['glob', 'iterdir', 'listdir', 'scandir', 'walk('];
const ENDINGS = ['.md', '.rst'];
/** Words of settings by which the examples in such files are run. */
const RUN = /doctest[-_]glob|sybil|pytest[-_]markdown|markdown[-_]docs|phmdoctest|mdtest/i;

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
    if (/(?:^|\/)setup\.py$/.test(module.path)) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const named = names.findIndex(name => file.mentions(name));
    if (named >= 0) return obstacle(module.path, paths[named]);
    const finds = FINDING.some(each => file.mentions(each));
    if (finds && ENDINGS.some(each => file.mentions(each))) return obstacle(module.path);
  }
  const setting = await versions.otherTexts?.match(RUN, 'all');
  if (setting !== undefined) return obstacle(setting.place.file);
  for (const [i, name] of names.entries()) {
    const template = await versions.otherTexts?.find(new Set(name.split('.', 1)), 'templates', name);
    if (template !== undefined) return obstacle(template.place.file, paths[i]);
  }
  return undefined;
}

import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { Obstacle } from './obstacle.ts';

/** Files in which setuptools is told what it installs. */
const SETTINGS = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** The packages that are listed one by one, with what is behind the list's beginning; `find:` and the like are no list. */
const LISTS: Readonly<Record<string, RegExp>> = {
  'pyproject.toml': /^\[tool\.setuptools\][^[]*?^packages\s*=\s*\[([^\]]*)\]/m,
  'setup.cfg': /^packages[ \t]*=(.*(?:\r?\n[ \t]+\S.*)*)/m,
  'setup.py': /\bpackages\s*=\s*\[([^\]]*)\]/,
};

/** A package that comes while setuptools installs those alone that are listed: it is there here, and nowhere else. */
export async function findUnlistedPackage(versions: TwoVersions): Promise<Obstacle | undefined> {
  const come = versions.changed.find(module => bringsPackage(module, versions));
  if (come?.after === undefined) return undefined;
  const { segments, rootSegments, isPackage } = come.after.module;
  const own = segments.slice(rootSegments, isPackage ? undefined : -1);
  for (const { path, text } of (await versions.otherTexts?.called(SETTINGS)) ?? []) {
    const [, list = ''] = LISTS[path.slice(path.lastIndexOf('/') + 1)]?.exec(text) ?? [];
    const listed: readonly string[] = list.match(/[\w.]+/g) ?? [];
    const isMeant = listed.some(each => each.split('.')[0] === own[0]);
    if (!isMeant || listed.includes(own.join('.'))) continue;
    return {
      reason: `${path} lists the packages that are installed, and ${own.join('.')} is none of them`,
      place: { file: come.path, line: 1, side: 'after' },
    };
  }
  return undefined;
}

/** The first module of a folder. */
function bringsPackage({ change, path, after }: ChangedModule, { before }: TwoVersions): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  if (change !== 'created' || after === undefined || folder === '') return false;
  return ![...before.snapshot.modules.keys()].some(
    each => each.startsWith(folder) && !each.slice(folder.length).includes('/'),
  );
}

import type { EvidencePlace } from '../../../generated/contracts.ts';
import { groupBy } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import { firstNamesImported } from '../code/first-names-imported.ts';
import { PRIVATE_STANDARD, STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { bindingsOf } from './bindings.ts';
import type { Obstacle } from './obstacle.ts';

/** Names that Python or a tool runs without anybody importing them. */
const RUN_BY_NAME = new Set([
  '__main__',
  'conftest',
  'sitecustomize',
  'usercustomize',
  'setup',
  'noxfile',
  'tasks',
]);

/** A new file that may be found in place of another module, or that is run because of its name. */
export function findShadowing({ before, after, changed }: TwoVersions): readonly Obstacle[] {
  return changed.flatMap((module): readonly Obstacle[] => {
    if (module.change !== 'created' || module.after === undefined) return [];
    const place: EvidencePlace = { file: module.path, line: 1, side: 'after' };
    const own = module.after.module;
    const name = own.segments.at(-1) ?? '';
    const obstacle = (reason: string): readonly Obstacle[] => [
      { reason: `${module.path} is new, and ${reason}`, place },
    ];
    const named = modulesByName(after);
    const dotted = own.segments.join('.');
    const twin = named.get(dotted)?.find(each => each.path !== own.path);
    if (twin !== undefined) return obstacle(`${twin.path} has the same name`);
    if (own.isStub) return obstacle('it is a stub');
    if (isTestFile(module.path) || RUN_BY_NAME.has(name)) return obstacle('it is run because of its name');
    if (STANDARD_LIBRARY.has(name))
      return obstacle(`it may be found in place of the standard library's ${name}`);
    if (firstNamesImported(before.snapshot).has(name))
      return obstacle(`it may be found in place of the package ${name}`);
    const isTop = own.segments.length - own.rootSegments === 1;
    if (isTop && [...firstNamesImported(before.snapshot)].some(each => isFromOutside(each, before)))
      return obstacle('a package from outside may import another module of that name');
    if (foldersOfModules(before).has(dotted))
      return obstacle(
        own.isPackage
          ? 'the folder was importable without it'
          : 'it is found in place of the folder of that name',
      );
    const around = named.get(own.segments.slice(0, -1).join('.'))?.find(({ isPackage }) => isPackage);
    if (around !== undefined && bindingsOf(around).has(name))
      return obstacle(`${around.path} binds ${name} itself`);
    return [];
  });
}

const isFromOutside = (name: string, { snapshot }: WorkspaceVersion): boolean =>
  !STANDARD_LIBRARY.has(name) && !PRIVATE_STANDARD.has(name) && !snapshot.table.hasModuleNamed(name);

/** By where they lie: `folder.name`. */
const modulesByName = once(({ snapshot }: WorkspaceVersion) =>
  groupBy([...snapshot.modules.values()], ({ segments }) => segments.join('.')),
);

/** The folders in which modules lie, also deeper inside, by their dotted names. */
const foldersOfModules = once(({ snapshot }: WorkspaceVersion): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { segments } of snapshot.modules.values())
    for (let length = segments.length - 1; length > 0; length--)
      found.add(segments.slice(0, length).join('.'));
  return found;
});

/** Words by which code lists what is in a folder. */
const LISTING = [
  'iterdir',
  'listdir',
  'scandir',
  'glob',
  'os.walk',
  '.walk(',
  'iter_modules',
  'walk_packages',
  'find_packages',
  'importlib.resources',
  'pkg_resources',
];

/** By these a program finds the modules of a package, whatever their names. */
const FINDING = ['iter_modules', 'walk_packages', '*.py'];

/** A module that comes while some code imports all that it finds. */
export async function findFoundFile(versions: TwoVersions): Promise<Obstacle | undefined> {
  const come = versions.changed.find(({ change }) => change === 'created');
  const found = come && (await listedBy(versions, come, FINDING));
  return found && { ...found, place: { file: come.path, line: 1, side: 'after' } };
}

/** A file that comes or goes while some code lists what is in folders: it may find it there. */
export async function findListedFile(versions: TwoVersions): Promise<Obstacle | undefined> {
  const other = versions.changed.find(({ change }) => change !== 'modified');
  return other && listedBy(versions, other, LISTING);
}

async function listedBy(
  versions: TwoVersions,
  other: ChangedModule,
  words: readonly string[],
): Promise<Obstacle | undefined> {
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    const word = words.find(each => file?.mentions(each) === true);
    if (word === undefined) continue;
    const reason = `${other.path} is ${other.change}, and ${module.path} may list it (${word})`;
    return { reason, place: { file: module.path, line: 1, side: 'after' } };
  }
  return undefined;
}

import { folderOf } from '../code/folder-of.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { OpenTest } from './open-test.ts';

/** New files that tests may find in place of what they import now: their own folder comes first. */
export function findHidingFiles({ before, after, changed }: TwoVersions): readonly OpenTest[] {
  const imported = new Set<string>(['pytest', 'unittest']);
  for (const { index } of before.snapshot.modules.values())
    for (const { level, kind, module, names } of index.imports)
      if (level === 0)
        for (const name of kind === 'from' ? [module] : names.map(each => each.name))
          imported.add(name.split('.')[0] ?? '');
  return changed.flatMap(({ change, after: file, path }): readonly OpenTest[] => {
    const own = file?.module;
    if (change !== 'created' || own === undefined) return [];
    const folder = folderOf(path);
    const name = own.segments.at(-1) ?? '';
    const hidden = own.isPackage ? `${folder.slice(0, -1)}.py` : '';
    if (after.snapshot.modules.has(hidden))
      return [
        {
          reason: `${path} is new, and is found in place of ${hidden}`,
          place: { file: path, line: 1, side: 'after' },
        },
      ];
    const isInPackage = !own.isPackage && after.snapshot.modules.has(`${folder}__init__.py`);
    if (isInPackage || !(imported.has(name) || STANDARD_LIBRARY.has(name))) return [];
    const isNewPackage =
      own.segments.length === 1 &&
      ![...before.snapshot.modules.values()].some(each => each.segments.includes(name)) &&
      !STANDARD_LIBRARY.has(name) &&
      name !== 'pytest';
    if (isNewPackage) return [];
    return [
      {
        reason: `${path} is new, and tests may find it in place of another ${name}`,
        place: { file: path, line: 1, side: 'after' },
      },
    ];
  });
}

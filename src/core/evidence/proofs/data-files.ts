import type { FileChange } from '../../changes/change-set.ts';
import { onlyTells } from '../code/packaging-settings.ts';
import { onlyPins } from '../code/pinned-tools.ts';
import { placeOfFile } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isPython, type TwoVersions } from '../code/two-versions.ts';
import type { Obstacle } from './obstacle.ts';

/** Words of code that reads a file. */
const READING = [
  ...['open(', 'read_text', 'read_bytes', 'get_data', 'load(', 'loads(', 'files(', 'joinpath', 'resource_'],
  ...['read(', 'path(', '.exists(', 'is_file('],
];
/** The same, which puts names of files together or takes all that there are. */
const FINDING = ['with_suffix', 'with_stem', 'with_name', 'glob(', 'iterdir', 'listdir', 'scandir', 'walk('];

/** A program that installs the project; what it reads it shows as a description. */
export const isInstaller = (path: string): boolean => /(?:^|\/)setup\.py$/.test(path);

/** Of more files than these it is not looked for who reads which. */
const MOST_FILES = 50;

/**
 * Where a module names a file that is no Python and differs: what it reads there on import may decide which names it
 * has, or whether it can be imported at all. A program that installs the project is no module of it.
 */
export async function findDataReader(
  files: readonly FileChange[],
  versions: TwoVersions,
): Promise<Obstacle | undefined> {
  const data = files.filter(file => !isPython(file.path) && !onlyTells(file) && !onlyPins(file));
  const [first] = data;
  if (first === undefined) return undefined;
  if (data.length > MOST_FILES)
    return { reason: 'modules may read some of the many files that differ', place: placeOfFile(first) };
  for (const module of versions.after.snapshot.modules.values()) {
    if (isInstaller(module.path)) continue;
    const file = await versions.open(module, 'after');
    const read = file && data.find(({ path }) => mayRead(file, path));
    if (read === undefined) continue;
    const reason = `${module.path} may read ${read.path}, which is something else now`;
    return { reason, place: placeOfFile(read) };
  }
  return undefined;
}

function mayRead(file: PythonFile, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isAny = (words: readonly string[]) => words.some(each => file.mentions(each));
  if (file.mentions(name)) return isAny(READING) || isAny(FINDING);
  const [top = ''] = path.split('/');
  if (!path.includes('/') || !file.module.path.startsWith(`${top}/`)) return false;
  // `f"{name}.json"`
  const dot = name.lastIndexOf('.');
  const ending = dot < 0 ? undefined : name.slice(dot);
  const isEnding = ending !== undefined && (file.mentions(`${ending}"`) || file.mentions(`${ending}'`));
  return isAny(FINDING) || (isEnding && isAny(READING));
}

import { matchesText } from '../../kernel/wildcards.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { mayBeIgnored, whyLeftOut } from './left-out-files.ts';
import type { Obstacle } from './obstacle.ts';

/** Files in which setuptools is told what it installs. */
const SETTINGS = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** The packages, or modules, that are listed one by one, with what is behind the list's beginning. */
const LISTS: Readonly<Record<string, RegExp>> = {
  'pyproject.toml': /^\[tool\.setuptools\][^[]*?^(?:packages|py-modules)\s*=\s*\[([^\]]*)\]/m,
  'setup.cfg': /^(?:packages|py_modules)[ \t]*=(?![ \t]*find)(.*(?:\r?\n[ \t]+\S.*)*)/m,
  'setup.py': /\b(?:packages|py_modules)\s{0,9}=\s{0,9}[[(]([^\])]{0,4000})[\])]/,
};
/** What is put together elsewhere. */
const NAMED = /\b(?:packages|py_modules)\s*=\s*[A-Z_]{2,}\b|["'](?:packages|py_modules)["']\s*:/;
/** Patterns of what is looked for. */
const FOUND =
  /^\[tool\.setuptools\.packages\.find\][^[]*?^include\s*=\s*\[([^\]]*)\]|\bfind_(?:namespace_)?packages\([^)]{0,300}?include\s{0,9}=\s{0,9}[[(]([^\])]{0,900})[\])]|^\[options\.packages\.find\][^[]*?^include[ \t]*=(.*(?:\r?\n[ \t]+\S.*)*)/m;
/** What is found, but for some. */
const EXCLUDING =
  /^\[tool\.setuptools\.packages\.find\][^[]{0,900}?^\s{0,9}exclude\b|\bfind_(?:namespace_)?packages\([^)]{0,300}?exclude|^\[options\.packages\.find\][^[]{0,900}?^exclude/m;
/** These install the package that has the name of the project, where nothing else is said. */
const BUILDER = /^build-backend\s{0,9}=\s{0,9}["'](?:hatchling|flit_core|poetry|uv_build|pdm)/m;
const LISTING = /^\s{0,9}(?:only-include|includes?|packages)\s{0,9}=/m;
/** This looks for packages alone, which have an `__init__.py`. */
const OF_PACKAGES = /\bfind_packages\(|^packages[ \t]*=[ \t]*find:/m;

/**
 * A package, or a module at the top, that comes while setuptools installs only what is listed or found in a certain way:
 * it is there here, and nowhere else.
 */
export async function findUnlistedPackage(versions: TwoVersions): Promise<Obstacle | undefined> {
  const created = versions.changed.filter(isNewModule);
  if (created.length === 0) return undefined;
  const leftOut = await findLeftOut(created, versions);
  if (leftOut !== undefined) return leftOut;
  const come = created.filter(module => bringsPackage(module, versions));
  if (come.length === 0) return undefined;
  const hatch = ((await versions.otherTexts?.called(['hatch.toml'])) ?? [])[0];
  const [first] = come;
  if (hatch !== undefined && first !== undefined)
    return {
      reason: `${hatch.path} may say what is installed`,
      place: { file: first.path, line: 1, side: 'after' },
    };
  for (const { path, text } of (await versions.otherTexts?.called(SETTINGS)) ?? [])
    for (const module of come) {
      const { segments = [], rootSegments = 0, isPackage = false } = module.after?.module ?? {};
      const names = segments.slice(
        rootSegments,
        isPackage || segments.length - rootSegments === 1 ? undefined : -1,
      );
      const why = whyNotInstalled(path, text, names.join('.'), isIn(module, versions));
      if (why !== undefined)
        return { reason: `${path} ${why}`, place: { file: module.path, line: 1, side: 'after' } };
    }
  return undefined;
}

/** What other builders leave out, or git, and so whoever else has the workspace. */
async function findLeftOut(
  created: readonly ChangedModule[],
  { otherTexts }: TwoVersions,
): Promise<Obstacle | undefined> {
  for (const { path, text } of (await otherTexts?.called(['pyproject.toml', IGNORING])) ?? [])
    for (const { path: file } of created) {
      const isIgnoring = path.endsWith(IGNORING);
      const around = path.slice(0, path.lastIndexOf('/') + 1);
      const ignored = isIgnoring && mayBeIgnored(text, around, file) ? `may ignore ${file}` : undefined;
      const why = isIgnoring ? ignored : whyLeftOut(text, file);
      if (why !== undefined) return { reason: `${path} ${why}`, place: { file, line: 1, side: 'after' } };
    }
  return undefined;
}

const IGNORING = '.gitignore';

function whyNotInstalled(path: string, text: string, own: string, hasInit: boolean): string | undefined {
  const [, list = ''] = LISTS[path.slice(path.lastIndexOf('/') + 1)]?.exec(text) ?? [];
  const listed: readonly string[] = list.match(/[\w.]+/g) ?? [];
  if (listed.length > 0 && !listed.includes(own)) return `lists what is installed, and ${own} is none of it`;
  if (NAMED.test(text)) return `puts together what is installed, which may lack ${own}`;
  const [, ...found] = FOUND.exec(text) ?? [];
  const patterns = found.flatMap(each => each?.match(/[\w.*?]+/g) ?? []);
  if (patterns.length > 0 && !patterns.some(each => matchesText(own, each)))
    return `installs what is called ${patterns.join(', ')}, and ${own} is not`;
  if (EXCLUDING.test(text)) return `leaves out some of what is found, which may be ${own}`;
  if (BUILDER.test(text) && !own.includes('.') && !LISTING.test(text))
    return `has a builder that installs one package, and ${own} is another one`;
  return OF_PACKAGES.test(text) && !hasInit
    ? `installs folders with an __init__.py, and ${own} has none`
    : undefined;
}

/** Whether a package is around the module. */
const isIn = ({ path }: ChangedModule, { after }: TwoVersions): boolean =>
  after.snapshot.modules.has(`${path.slice(0, path.lastIndexOf('/') + 1)}__init__.py`);

const isNewModule = ({ change, path, after }: ChangedModule): boolean =>
  change === 'created' && after !== undefined && !/^(?:tests?|docs?|examples?|scripts?)\//.test(path);

/** The first module of a folder, or one at the top. */
function bringsPackage({ path, after }: ChangedModule, { before }: TwoVersions): boolean {
  if (after === undefined) return false;
  const { segments, rootSegments } = after.module;
  if (segments.length - rootSegments === 1) return true;
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return ![...before.snapshot.modules.keys()].some(
    each => each.startsWith(folder) && !each.slice(folder.length).includes('/'),
  );
}

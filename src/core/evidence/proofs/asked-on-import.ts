import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { importTimeChosen } from '../code/import-time.ts';
import { closureOf, importersByPath, leadingTo } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';

/**
 * What asks the module for the name on import although it does not import it: `import pkg`, then `pkg.part.name()`, or
 * `other.part.name` through a module that does.
 */
export async function* modulesAsking(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
): AsyncGenerator<WorkspaceModule> {
  const last = lastSegmentOf(source.module);
  const importing = importingByTexts(versions);
  for (const file of await filesThatMayAsk(source, name, versions)) {
    const { members, anyMembers, texts } = askedBy(file);
    const isAsked =
      members.has(`${last}.${name}`) ||
      // Under whatever name it has the module.
      (importing.has(file.module.path) && anyMembers.has(name)) ||
      texts.has(name) ||
      texts.has(`${last}.${name}`);
    if (isAsked && mayAsk(file.module, source, versions)) yield file.module;
  }
}

/** Whether anything can be asked of the module when other modules are imported. */
export function mayBeAsked({ module: { path } }: PythonFile, versions: TwoVersions): boolean {
  const isOther = (each: string) => each !== path;
  return (
    importersByPath(versions.after).get(path)?.some(isOther) === true ||
    [...importingByTexts(versions)].some(isOther)
  );
}

const lastSegmentOf = ({ segments }: WorkspaceModule): string => segments.at(-1) ?? '';

/** Whether a module has the other one when it runs, however it came there. */
const mayAsk = (module: WorkspaceModule, { module: asked }: PythonFile, versions: TwoVersions): boolean =>
  module.path !== asked.path &&
  (importingByTexts(versions).has(module.path) || closureOf(module, versions.after).has(asked.path));

/** By the module that is asked, what was searched for one by one. */
const searchedIn = once((_: TwoVersions) => new Map<PythonFile, Promise<readonly PythonFile[]>>());

/** From so many modules on, all files are read once for what they mention and ask for. */
const MANY_SOURCES = 10;

/** Files that may ask the module for the name; where many are asked, also some that never do. */
async function filesThatMayAsk(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
): Promise<readonly PythonFile[]> {
  const searched = searchedIn(versions);
  const known = searched.get(source);
  if (known !== undefined) return known;
  if (searched.size < MANY_SOURCES) {
    const found = searchFor(source, versions);
    searched.set(source, found);
    return found;
  }
  const last = lastSegmentOf(source.module);
  const all = await readAll(versions);
  return [
    ...(membersAsked(all, last).get(name) ?? []),
    // A text may be put together: `"%smod" % ""`.
    ...(all.byTexts.get(name) ?? []).filter(file => file.mentions(last)),
  ];
}

async function searchFor(source: PythonFile, versions: TwoVersions): Promise<readonly PythonFile[]> {
  const last = lastSegmentOf(source.module);
  const { modules } = versions.after.snapshot;
  const leading = leadingTo([source.module.path], importersByPath(versions.after));
  const byTexts = importingByTexts(versions);
  const mayAskIt = beforeDot(last);
  const found: PythonFile[] = [];
  const isLeading = pathsWithin(leading);
  for (const module of modules.values()) {
    const file =
      byTexts.has(module.path) || isLeading(module.path) ? await versions.open(module, 'after') : undefined;
    if (file === undefined || !file.mentions(last)) continue;
    if (byTexts.has(module.path) || asksByTexts(file) || file.matches(mayAskIt)) found.push(file);
  }
  return found;
}

/** Whether a module or a package around it is one of these, by paths. */
function pathsWithin(paths: ReadonlySet<string>): (path: string) => boolean {
  const packages = new Set(
    [...paths].flatMap(path => (path.endsWith(PACKAGE) ? path.slice(0, -PACKAGE.length) : [])),
  );
  const isInPackage = (path: string) => {
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      if (packages.has(path.slice(0, at))) return true;
    return false;
  };
  return path => paths.has(path) || (packages.size > 0 && isInPackage(path));
}

const PACKAGE = '/__init__.py';

/** What files ask of modules with this last name, by the name that they ask for. */
function membersAsked({ naming, asked }: All, last: string): ReadonlyMap<string, readonly PythonFile[]> {
  const known = asked.get(last);
  if (known !== undefined) return known;
  const found = new Map<string, PythonFile[]>();
  const mayAskIt = beforeDot(last);
  for (const file of naming.get(last) ?? [])
    for (const each of file.matches(mayAskIt) ? askedBy(file).members : NOTHING)
      if (each.startsWith(`${last}.`)) addTo(found, each.slice(last.length + 1), file);
  asked.set(last, found);
  return found;
}

/** A name in front of a dot, or of a comment, behind which the dot may stand: few files that import it have that. */
const beforeDot = (name: string): RegExp => (IS_NAME.test(name) ? new RegExp(`${name}[\\s\\\\]*[.#]`) : /\./);
const IS_NAME = /^\w+$/;
const NOTHING: ReadonlySet<string> = new Set();

interface All {
  /** By the last name of a module: files that have it as a word. */
  readonly naming: ReadonlyMap<string, readonly PythonFile[]>;
  /** By what is asked for: files in which a text may be the name of it, or of the module. */
  readonly byTexts: ReadonlyMap<string, readonly PythonFile[]>;
  /** Of `naming`, what was asked for so far. */
  readonly asked: Map<string, ReadonlyMap<string, readonly PythonFile[]>>;
}

const readAll = once(async (versions: TwoVersions): Promise<All> => {
  const { snapshot } = versions.after;
  const lasts = new Set([...snapshot.modules.values()].map(lastSegmentOf));
  const importing = importingByTexts(versions);
  const [naming, byTexts] = [new Map<string, PythonFile[]>(), new Map<string, PythonFile[]>()];
  for (const module of snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    const isImporting = importing.has(module.path);
    if (!isImporting && !asksByTexts(file)) {
      for (const last of file.mentionedOf(lasts)) addTo(naming, last, file);
      continue;
    }
    const { members, anyMembers, texts } = askedBy(file);
    const names = new Set([...texts, ...members].map(each => each.slice(each.lastIndexOf('.') + 1)));
    for (const each of texts) names.add(each);
    if (isImporting) for (const each of anyMembers) names.add(each);
    for (const name of names) addTo(byTexts, name, file);
  }
  return { naming, byTexts, asked: new Map() };
});

/** Paths of modules that may import others by texts. */
const importingByTexts = once(({ after }: TwoVersions): ReadonlySet<string> => {
  const found = [...after.snapshot.modules.values()].filter(({ index }) =>
    index.imports.some(
      ({ module, names }) => module === 'importlib' || names.some(({ name }) => name.startsWith('importlib')),
    ),
  );
  return new Set(found.map(({ path }) => path));
});

/** By these a text is the name of what is asked for. */
const BY_TEXT = ['getattr', 'attrgetter', 'methodcaller', 'import_module'];

const asksByTexts = (file: PythonFile): boolean => BY_TEXT.some(word => file.mentions(word));

/** What the tokens of a file that run on import ask for. */
interface Asked {
  /** `part.name`, wherever it stands in a longer path. */
  readonly members: ReadonlySet<string>;
  readonly anyMembers: ReadonlySet<string>;
  /** Texts, where one may be the name of what is asked for. */
  readonly texts: ReadonlySet<string>;
}

const askedBy = once(readAsked);

function readAsked(file: PythonFile): Asked {
  const [members, anyMembers, texts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const byText = asksByTexts(file);
  const { tokens } = file;
  for (const unit of readUnits(file)) {
    if (unit.content.kind === 'import') continue;
    // By their indices: all tokens of a workspace are looked at, and few are asked for.
    const chosen = importTimeChosen(unit, file);
    for (let i = 0; i < chosen.length; i++) {
      const at = chosen[i] ?? -1;
      if (byText && tokens.kind(at) === STRING && tokens.text(at).startsWith(':'))
        texts.add(tokens.text(at).slice(1));
      if (tokens.op(chosen[i - 1] ?? -1) !== op.DOT) continue;
      const text = tokens.text(at);
      anyMembers.add(text);
      if (i > 1) members.add(`${tokens.text(chosen[i - 2] ?? -1)}.${text}`);
    }
  }
  return { members, anyMembers, texts };
}

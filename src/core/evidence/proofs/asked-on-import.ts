import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { importTimeTokens } from '../code/import-time.ts';
import { closureOf, importersByPath, leadingTo, withPackages } from '../code/imported-modules.ts';
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
  for (const module of (await askersOf(source, versions)).get(name) ?? [])
    if (mayAsk(module, source, versions)) yield module;
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

/** By the name that is asked for: modules that may ask for it. */
type Askers = ReadonlyMap<string, readonly WorkspaceModule[]>;

/** What is known of one change. */
interface Known {
  readonly bySource: Map<PythonFile, Promise<Askers>>;
  /** By the last name of the module that is asked. */
  readonly byLast: Map<string, Promise<Askers>>;
}

const knownOf = once((_: TwoVersions): Known => ({ bySource: new Map(), byLast: new Map() }));

/** From so many modules on, it is read once of all files which of them they mention. */
const MANY_SOURCES = 10;

/** Of what mentions the module by its last name; where many are asked, also of what never has it. */
function askersOf(source: PythonFile, versions: TwoVersions): Promise<Askers> {
  const { bySource, byLast } = knownOf(versions);
  const last = lastSegmentOf(source.module);
  const known = bySource.get(source) ?? byLast.get(last);
  if (known !== undefined) return known;
  if (bySource.size < MANY_SOURCES) {
    const found = searchMentions(source, versions).then(files => readAskers(files, last, versions));
    bySource.set(source, found);
    return found;
  }
  const found = mentionsOfModules(versions).then(files => readAskers(files.get(last) ?? [], last, versions));
  byLast.set(last, found);
  return found;
}

function readAskers(files: readonly PythonFile[], last: string, versions: TwoVersions): Askers {
  const found = new Map<string, WorkspaceModule[]>();
  const byTexts = importingByTexts(versions);
  const start = `${last}.`;
  for (const file of files) {
    const { members, anyMembers, texts } = askedBy(file);
    const names = new Set<string>(texts);
    for (const each of [...members, ...texts])
      if (each.startsWith(start)) names.add(each.slice(start.length));
    // Under whatever name it has the module.
    if (byTexts.has(file.module.path)) for (const each of anyMembers) names.add(each);
    for (const name of names) addTo(found, name, file.module);
  }
  return found;
}

async function searchMentions(source: PythonFile, versions: TwoVersions): Promise<readonly PythonFile[]> {
  const last = lastSegmentOf(source.module);
  const { modules } = versions.after.snapshot;
  const leading = leadingTo([source.module.path], importersByPath(versions.after));
  const byTexts = importingByTexts(versions);
  const found: PythonFile[] = [];
  for (const module of modules.values()) {
    const mayHaveIt =
      byTexts.has(module.path) || [...withPackages(module, modules)].some(({ path }) => leading.has(path));
    const file = mayHaveIt ? await versions.open(module, 'after') : undefined;
    if (file?.mentionsName(last)) found.push(file);
  }
  return found;
}

/** By the last name of a module, the files that mention it. */
const mentionsOfModules = once(
  async ({ after: { snapshot }, open }: TwoVersions): Promise<ReadonlyMap<string, readonly PythonFile[]>> => {
    const lasts = new Set([...snapshot.modules.values()].map(lastSegmentOf));
    const found = new Map<string, PythonFile[]>();
    for (const module of snapshot.modules.values()) {
      const file = await open(module, 'after');
      if (file !== undefined) for (const last of file.mentionedOf(lasts)) addTo(found, last, file);
    }
    return found;
  },
);

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
  const byText = BY_TEXT.some(word => file.mentions(word));
  for (const unit of readUnits(file)) {
    if (unit.content.kind === 'import') continue;
    const tokens = importTimeTokens(unit, file);
    for (const [i, { text }] of tokens.entries()) {
      if (byText && text.startsWith(':')) texts.add(text.slice(1));
      if (i === 0 || tokens[i - 1]?.op !== op.DOT) continue;
      anyMembers.add(text);
      if (i > 1) members.add(`${tokens[i - 2]?.text}.${text}`);
    }
  }
  return { members, anyMembers, texts };
}

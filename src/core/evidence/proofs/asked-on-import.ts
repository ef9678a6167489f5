import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { importTimeTokens } from '../code/import-time.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';

/** Modules that are looked at for all names together; beyond that a name counts as asked for. */
const MOST_LOOKED_AT = 3_000_000;

/**
 * What asks the module for the name on import although it does not import it: `import pkg`, then `pkg.part.name()`, or
 * `other.part.name` through a module that does.
 */
export async function* modulesAsking(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
): AsyncGenerator<WorkspaceModule> {
  const known = knownOf(versions);
  if (known.lookedAt > MOST_LOOKED_AT) {
    yield source.module;
    return;
  }
  const last = lastSegmentOf(source.module);
  const byTexts = importingByTexts(versions);
  const mentioning = await modulesMentioning(source, versions);
  known.lookedAt += mentioning.length;
  for (const { module, file } of mentioning) {
    const asked = askedBy(file);
    const isAsked =
      asked.members.has(`${last}.${name}`) ||
      // Under whatever name it has the module.
      (asked.anyMembers.has(name) && byTexts.has(module.path)) ||
      asked.texts.has(name) ||
      asked.texts.has(`${last}.${name}`);
    if (isAsked && mayAsk(module, source, versions)) yield module;
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

interface Mentioning {
  readonly module: WorkspaceModule;
  readonly file: PythonFile;
}

/** What is known of one change. */
interface Known {
  lookedAt: number;
  /** By the path of the module that is asked. */
  readonly leading: Map<string, ReadonlySet<string>>;
  readonly mentioning: Map<PythonFile, Promise<readonly Mentioning[]>>;
}

const knownOf = once((_: TwoVersions): Known => ({ lookedAt: 0, leading: new Map(), mentioning: new Map() }));

/** Whether a module has the other one when it runs, however it came there. */
function mayAsk({ path }: WorkspaceModule, { module: asked }: PythonFile, versions: TwoVersions): boolean {
  if (path === asked.path) return false;
  if (importingByTexts(versions).has(path)) return true;
  const importers = importersByPath(versions.after);
  return importers.get(asked.path)?.includes(path) === true || leadingToIt(asked, versions).has(path);
}

/** Paths of the modules that import it, directly or not. */
function leadingToIt({ path }: WorkspaceModule, versions: TwoVersions): ReadonlySet<string> {
  const { leading } = knownOf(versions);
  const known = leading.get(path) ?? leadingTo([path], importersByPath(versions.after));
  leading.set(path, known);
  return known;
}

/** From so many modules on, it is read once of all files which of them they mention. */
const MANY_SOURCES = 20;

/** Modules that mention it by its last name, and may have it when they run. */
function modulesMentioning(source: PythonFile, versions: TwoVersions): Promise<readonly Mentioning[]> {
  const { mentioning } = knownOf(versions);
  const known =
    mentioning.get(source) ??
    (mentioning.size < MANY_SOURCES
      ? searchMentions(source, versions)
      : mentionsOfModules(versions).then(found => found.get(lastSegmentOf(source.module)) ?? []));
  mentioning.set(source, known);
  return known;
}

async function searchMentions(source: PythonFile, versions: TwoVersions): Promise<readonly Mentioning[]> {
  const last = lastSegmentOf(source.module);
  const found: Mentioning[] = [];
  for (const module of versions.after.snapshot.modules.values()) {
    const file = mayAsk(module, source, versions) ? await versions.open(module, 'after') : undefined;
    if (file?.mentions(last)) found.push({ module, file });
  }
  return found;
}

/** By the last name of a module, the modules that mention it. */
const mentionsOfModules = once(
  async ({ after: { snapshot }, open }: TwoVersions): Promise<ReadonlyMap<string, readonly Mentioning[]>> => {
    const lasts = new Set([...snapshot.modules.values()].map(lastSegmentOf));
    const found = new Map<string, Mentioning[]>();
    for (const module of snapshot.modules.values()) {
      const file = await open(module, 'after');
      for (const last of file?.mentionedOf(lasts) ?? [])
        addTo(found, last, { module, file: file as PythonFile });
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

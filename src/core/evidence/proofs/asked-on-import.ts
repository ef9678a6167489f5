import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { importTimeTokens } from '../code/import-time.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';

/** Modules that are looked at for all names together; beyond that a name counts as asked for. */
const MOST_LOOKED_AT = 300_000;

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
  const last = source.module.segments.at(-1) ?? '';
  const naming = await modulesNaming(source, versions);
  known.lookedAt += naming.length;
  for (const { module, asked, mayImportIt } of naming) {
    const isAsked =
      asked.members.has(`${last}.${name}`) ||
      // Under whatever name it has the module.
      (mayImportIt && asked.anyMembers.has(name)) ||
      asked.texts.has(name) ||
      asked.texts.has(`${last}.${name}`);
    if (isAsked) yield module;
  }
}

/** Whether anything can be asked of the module when other modules are imported. */
export const mayBeAsked = (source: PythonFile, versions: TwoVersions): boolean =>
  modulesThatMayAsk(source, versions).size > 0;

interface Naming {
  readonly module: WorkspaceModule;
  readonly asked: Asked;
  /** By a text, and under whatever name. */
  readonly mayImportIt: boolean;
}

/** What is known of one change. */
interface Known {
  lookedAt: number;
  /** By the path of the module that is asked. */
  readonly mayAsk: Map<string, ReadonlySet<string>>;
  readonly ofOthers: Map<PythonFile, Promise<NamingOf>>;
}

const knownOf = once((_: TwoVersions): Known => ({ lookedAt: 0, mayAsk: new Map(), ofOthers: new Map() }));

/** Paths of the other modules that have this one when they run, however it came there. */
function modulesThatMayAsk({ module: { path } }: PythonFile, versions: TwoVersions): ReadonlySet<string> {
  const { mayAsk } = knownOf(versions);
  const known = mayAsk.get(path);
  if (known !== undefined) return known;
  const found = new Set([
    ...leadingTo([path], importersByPath(versions.after)),
    ...importingByTexts(versions),
  ]);
  found.delete(path);
  mayAsk.set(path, found);
  return found;
}

/** Those of them that mention the module by its last name. */
async function modulesNaming(source: PythonFile, versions: TwoVersions): Promise<readonly Naming[]> {
  const ofChanged = (await namingOfChanged(versions)).get(source);
  if (ofChanged !== undefined) return ofChanged;
  const { ofOthers } = knownOf(versions);
  const ofOther = ofOthers.get(source) ?? findNaming([source], versions);
  ofOthers.set(source, ofOther);
  return (await ofOther).get(source) ?? [];
}

type NamingOf = ReadonlyMap<PythonFile, readonly Naming[]>;

/** Of all changed modules together: each of the others is opened once. */
const namingOfChanged = once((versions: TwoVersions) =>
  findNaming(
    versions.changed.flatMap(({ after }) => after ?? []),
    versions,
  ),
);

async function findNaming(sources: readonly PythonFile[], versions: TwoVersions): Promise<NamingOf> {
  const wanted = sources.map(source => ({
    last: source.module.segments.at(-1) ?? '',
    mayAsk: modulesThatMayAsk(source, versions),
    found: [] as Naming[],
  }));
  const byTexts = importingByTexts(versions);
  for (const module of versions.after.snapshot.modules.values()) {
    const asking = wanted.filter(({ mayAsk }) => mayAsk.has(module.path));
    const file = asking.length === 0 ? undefined : await versions.open(module, 'after');
    if (file === undefined) continue;
    for (const { last, found } of asking)
      if (file.mentions(last))
        found.push({ module, asked: askedBy(file), mayImportIt: byTexts.has(module.path) });
  }
  return new Map(sources.map((source, i) => [source, wanted[i]?.found ?? []]));
}

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

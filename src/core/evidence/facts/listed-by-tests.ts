import type { FileChange } from '../../changes/change-set.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { closureOf } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { OpenTest } from './open-test.ts';
import { ReachedRegistries } from './reached-registries.ts';
import {
  allRegistering,
  isOfClass,
  registriesOf,
  type Unregistered,
  unregisteredIn,
} from './registering-changes.ts';
import { rangesIn } from './test-ranges.ts';

const LISTS_FILES = [
  'glob',
  'rglob',
  'iglob',
  'iterdir',
  'listdir',
  'walk',
  'scandir',
  'iter_modules',
  'walk_packages',
  'find_packages',
  'contents',
  'ls_files',
];
const LISTS_NAMES = ['dir', 'getmembers', 'getmembers_static'];
/** These list names in tests; elsewhere they mostly look at objects. */
const LISTS_NAMES_IN_TESTS = ['vars', '__dict__', '__all__'];
const LISTS_CLASSES = ['__subclasses__'];

/**
 * Tests that go through what modules register or contain, where less of it may be there: what registered itself is
 * gone or no longer imported, a name where names are listed, a file where files are.
 */
export async function findListedByTests(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly OpenTest[]> {
  const lost = new Losses(versions, files);
  if (!lost.isAny) return [];
  for (const module of versions.before.snapshot.modules.values()) {
    if (!isTestFile(module.path)) continue;
    const file = await versions.open(module, 'before');
    const ranges = file === undefined ? [] : rangesIn(file);
    if (file === undefined || ranges.length === 0) continue;
    const reached = new ReachedRegistries(versions);
    for (const [from, to] of ranges) await reached.follow(file, from, to, module);
    const what = await lost.among(reached, module);
    if (what === undefined) continue;
    const place = placeIn(file, file.tokens.start(ranges[0]?.[0] ?? 0), 'before');
    return [{ reason: `${module.path} may go through ${what}`, place }];
  }
  return [];
}

/** What a change takes away from those who list it. */
class Losses {
  readonly #versions: TwoVersions;
  readonly #unregistered: readonly Unregistered[];
  readonly #files: readonly string[];
  readonly #names: readonly string[];
  readonly #imports: boolean;
  #registries: Promise<ReadonlySet<string>> | undefined;
  readonly #ofModules = new Map<string, Promise<LostModule>>();

  constructor(versions: TwoVersions, files: readonly FileChange[]) {
    this.#versions = versions;
    this.#unregistered = unregisteredIn(versions);
    this.#files = files.flatMap(({ path, after }) =>
      after === undefined && !isTestFile(path) ? [path] : [],
    );
    const others = versions.changed.filter(({ path, before }) => before !== undefined && !isTestFile(path));
    this.#names = others.filter(each => losesName(each)).map(({ path }) => path);
    this.#imports = others.some(({ before, after }) => importsOf(before) !== importsOf(after));
  }

  get isAny(): boolean {
    const counts = [this.#unregistered, this.#files, this.#names].map(({ length }) => length);
    return this.#imports || counts.some(count => count > 0);
  }

  async among(reached: ReachedRegistries, test: WorkspaceModule): Promise<string | undefined> {
    const lists = (words: readonly string[]) => words.some(each => reached.words.has(each));
    if (this.#files.length > 0 && lists(LISTS_FILES)) return 'files, one of which is gone';
    const listsNames =
      lists(LISTS_NAMES) || LISTS_NAMES_IN_TESTS.some(each => reached.wordsOfTests.has(each));
    if (this.#names.length > 0 && listsNames) return 'names, one of which is gone';
    if (lists(LISTS_CLASSES) && this.#unregistered.some(isOfClass))
      return 'the classes below another one, which may be fewer';
    this.#registries ??= registriesOf(this.#unregistered, this.#versions);
    if (meet(await this.#registries, reached.registries))
      return 'what registers itself, and is gone or does so in another way';
    if (!this.#imports) return undefined;
    for (const path of this.#importedNoMore(test)) {
      const own = this.#ofModules.get(path) ?? this.#openLost(path);
      this.#ofModules.set(path, own);
      const { registries, hasClasses } = await own;
      if (meet(registries, reached.registries)) return `what ${path} registers, which is no longer imported`;
      if (hasClasses && lists(LISTS_CLASSES)) return `the classes of ${path}, which is no longer imported`;
    }
    return undefined;
  }

  /** Modules that run no more when the test is imported. */
  #importedNoMore(test: WorkspaceModule): readonly string[] {
    const { before, after } = this.#versions;
    const now = after.snapshot.modules.get(test.path);
    const known = closureOf(test, before);
    return [...(now === undefined ? known : known.without(closureOf(now, after)))];
  }

  async #openLost(path: string): Promise<LostModule> {
    const module = this.#versions.before.snapshot.modules.get(path);
    const file = module && (await this.#versions.open(module, 'before'));
    const all = file === undefined ? [] : allRegistering(file);
    return { registries: await registriesOf(all, this.#versions), hasClasses: all.some(isOfClass) };
  }
}

interface LostModule {
  readonly registries: ReadonlySet<string>;
  readonly hasClasses: boolean;
}

const meet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some(each => b.has(each));

/** A name at the top of the module, or in a class there, is gone. */
function losesName({ before, after }: ChangedModule): boolean {
  const [old, now] = [namesIn(before), namesIn(after)];
  // Where they follow each other as before, as they mostly do, nothing is looked up.
  let found = 0;
  for (const name of now) if (name === old[found]) found++;
  if (found === old.length) return false;
  const left = new Set(now);
  return old.some(name => !left.has(name));
}

function namesIn(file: PythonFile | undefined): readonly string[] {
  if (file === undefined) return [];
  const { definitions, imports, otherNames, exports } = file.module.index;
  const names: string[] = [];
  for (const { name, parent } of definitions) {
    const around = definitions[parent];
    if (around === undefined) names.push(name);
    else if (around.kind === 'class') names.push(`${around.name}.${name}`);
  }
  return [
    ...names,
    ...imports.flatMap(({ parent, names }) =>
      parent === -1 ? names.map(({ name, alias }) => alias ?? name) : [],
    ),
    ...otherNames,
    ...(exports?.names ?? []).map(name => `export ${name}`),
  ];
}

const importsOf = (file: PythonFile | undefined): string =>
  (file?.module.index.imports ?? [])
    .map(({ level, module, names }) => `${level} ${module} ${names.map(({ name }) => name)}`)
    .join('\n');

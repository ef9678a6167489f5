import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { onlyLints, onlyTells } from '../code/packaging-settings.ts';
import { onlyPins } from '../code/pinned-tools.ts';
import { placeIn, placeOfFile } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { oldNameOf, renamedFiles } from '../code/renamed-files.ts';
import { movedModules } from '../code/same-module.ts';
import {
  NO_LONGER_STANDARD,
  OF_ITS_TESTS,
  PRIVATE_STANDARD,
  STANDARD_LIBRARY,
} from '../code/standard-library.ts';
import { mayFailThere } from '../code/surroundings.ts';
import { isTestFile } from '../code/test-files.ts';
import { isPython } from '../code/two-versions.ts';
import { statementFrom } from '../new-uses/statements.ts';
import { isChosenInSettings } from './chosen-packages.ts';
import { installedWith } from './distributions.ts';
import { newDynamicImports } from './dynamic-imports.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import { ImportedOtherwise } from './imported-otherwise.ts';
import { alreadyNeeded } from './needed-already.ts';
import { provedIfReadable } from './prove-unchanged.ts';
import { newToldImport } from './told-imports.ts';
import { newToldPackages, type ToldPackage } from './told-packages.ts';
import { hasWitness, violated, type Witness } from './witness.ts';

export async function checkNewImports(facts: Facts): Promise<Verdict> {
  const witnesses: Witness[] = [];
  const open: Witness[] = [];
  const following = new Set(
    facts.imports.flatMap(({ follows_move: follows, after, place }) =>
      follows && after !== undefined ? [`${after} ${place.file}:${place.line}`] : [],
    ),
  );
  const { from } = movedModules(facts.versions);
  const renamed = renamedFiles(facts.versions);
  const otherwise = new ImportedOtherwise(facts);
  for (const module of facts.versions.changed) {
    const { after } = module;
    if (after === undefined) continue;
    const before = (from.get(module) ?? renamed.from.get(module) ?? module).before;
    const own = before === undefined ? [] : readImports(before);
    const known = new Set(own.map(({ target }) => target));
    const conditions = new Set(own.map(entry => conditionOf(entry, before)));
    const whyNot = otherwise.in(before, after);
    for (const entry of readImports(after)) {
      const { statement, text } = entry;
      const target = known.has(entry.target) ? entry.target : oldNameOf(entry.target, facts.versions);
      const place = placeIn(after, statement.start, 'after');
      if (following.has(`${text} ${place.file}:${place.line}`)) continue;
      const isOfStar = known.has(`${target.slice(0, Math.max(0, target.lastIndexOf('.')))}.*`);
      const doubt = known.has(target)
        ? undefined
        : isOfStar
          ? 'is in place of an import of *'
          : whyNot(entry);
      if (doubt !== undefined) open.push({ reason: `"${text}" ${doubt}`, place });
      else if (!known.has(target)) witnesses.push({ reason: `"${text}" is new`, place, after: text });
      else if (!conditions.has(conditionOf({ ...entry, target }, after)))
        open.push({ reason: `"${text}" is imported under another condition`, place });
    }
  }
  if (hasWitness(witnesses)) return violated(facts, witnesses);
  const [dynamic = await newToldImport(facts)] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  const told = toldPackage(facts, ({ target }, { name }) => !`${name}.`.startsWith(`${target}.`));
  if (told !== undefined) return told;
  const [first] = open;
  if (first !== undefined) return undecided(first.reason, [first.place]);
  const other = facts.files.find(({ path }) => !isPython(path) && !NO_CODE.test(path));
  if (other !== undefined) return undecided(`${other.path} may hold code that imports`, [placeOfFile(other)]);
  const chosen = findChosen(facts);
  if (chosen !== undefined) return chosen;
  return provedIfReadable(facts, 'no import is new');
}

/** What is imported, and when: always, in a function, under which kind of condition. */
function conditionOf({ target, statement }: ImportEntry, file: PythonFile | undefined): string {
  const { placement, parent, start } = statement;
  // The same import may stand under a condition that never held.
  const guards = placement === 'always' || file === undefined ? [] : statementFrom(file, start)?.guards;
  return `${target} ${placement} ${parent !== -1} ${neverRuns(statement, file)} ${guards?.join()}`;
}

/** In a function, below a `return` and the like. */
const neverRuns = ({ parent, start }: Import, file: PythonFile | undefined): boolean =>
  parent !== -1 &&
  file !== undefined &&
  mayFailThere({ file, at: file.tokens.firstFrom(start) }) === 'it may never run';

const SETTINGS = /\.(?:json|ya?ml|toml|cfg|ini|html?|jinja2?|j2)$|(?:^|\/)\.env(?:\.\w+)?$/;
const textOf = (bytes: Uint8Array | undefined): string => (bytes && decodeUtf8(bytes)) ?? '';

/** Settings and templates that may say what is imported. */
function findChosen({ files }: Facts): Verdict | undefined {
  const chosen = files.find(
    file =>
      SETTINGS.test(file.path) &&
      !onlyTells(file) &&
      !onlyLints(file) &&
      !onlyPins(file) &&
      isChosenInSettings(textOf(file.before), textOf(file.after)),
  );
  return (
    chosen &&
    undecided(`${chosen.path} may say what is imported`, [{ file: chosen.path, line: 1, side: 'after' }])
  );
}

/** A package that a function is told in a text, and that it imports. */
function toldPackage(
  { versions }: Facts,
  isNew: (told: ToldPackage, module: WorkspaceModule) => boolean,
): Verdict | undefined {
  for (const { before, after } of versions.changed) {
    if (after === undefined) continue;
    const told = newToldPackages(before, after).find(each => isNew(each, after.module));
    if (told === undefined) continue;
    const reason = `"${told.target}" is told to what imports it, or may be`;
    return undecided(reason, [placeIn(after, told.start, 'after')]);
  }
  return undefined;
}

export async function checkDependencies(facts: Facts): Promise<Verdict> {
  const manifests = facts.files.filter(
    file =>
      !PROSE.test(file.path) &&
      (!isPython(file.path) || INSTALLING.test(file.path)) &&
      !onlyTells(file) &&
      !onlyLints(file),
  );
  const packages = new KnownPackages(facts);
  const open: Witness[] = [];
  const added = facts.versions.changed.flatMap(({ before, after }) => {
    const own = before === undefined ? [] : readImports(before);
    const imported = new Set(own.filter(({ statement }) => !neverRuns(statement, before)).map(packageOf));
    const required = new Set(own.filter(isRequired).map(packageOf));
    return (after === undefined ? [] : readImports(after)).flatMap((entry): readonly Witness[] => {
      const { statement, text, target } = entry;
      if (statement.level > 0) return [];
      const isTwin = (isRequired(entry) ? required : imported).has(packageOf(entry));
      const known =
        isTwin || after === undefined
          ? 'certain'
          : packages.find(entry, after.module, facts.versions.after.snapshot);
      if (known === 'certain') return [];
      const place = { file: after?.module.path ?? '', line: statement.line, side: 'after' } as const;
      const witness = { reason: `"${text}" needs ${target.split('.')[0]}`, place, after: text };
      if (packageOf(entry) === 'pytest' && after !== undefined && runsTests(facts, after.module.path)) {
        open.push({ reason: 'pytest may be needed already: there are tests that only it runs', place });
        return [];
      }
      if (known === 'unknown' && isRequired(entry) && after?.module.isStub !== true) return [witness];
      open.push(
        known === 'unknown'
          ? { reason: 'a package is imported under a condition, or inside of a function', place }
          : { reason: `"${text}" may need a package that was not needed there before`, place },
      );
      return [];
    });
  });
  if (hasWitness(added)) return (await alreadyNeeded(facts, added)) ?? violated(facts, added);
  if (manifests.length > 0)
    return undecided(
      `${manifests.map(({ path }) => path).join(', ')} is changed`,
      manifests.map(({ path }) => ({ file: path, line: 1, side: 'after' })),
    );
  const [first] = open;
  if (first !== undefined)
    return undecided(
      first.reason,
      open.map(({ place }) => place),
    );
  const [dynamic = await newToldImport(facts)] = newDynamicImports(facts);
  if (dynamic !== undefined) return undecided('code may import what is not written down', [dynamic]);
  const { snapshot } = facts.versions.after;
  const told = toldPackage(facts, (each, module) => packages.find(each, module, snapshot) !== 'certain');
  if (told !== undefined) return told;
  const chosen = findChosen(facts);
  if (chosen !== undefined) return chosen;
  const outside = nowFromOutside(facts);
  if (outside !== undefined) return outside;
  return provedIfReadable(facts, 'no package is imported for the first time');
}

/** Whether a file is one of tests, and functions of some of them were tests before: nothing in the standard library runs these. */
const runsTests = ({ versions: { before } }: Facts, path: string): boolean =>
  isTestFile(path) &&
  [...before.snapshot.modules.values()].some(
    module =>
      isTestFile(module.path) &&
      module.index.definitions.some(
        ({ parent, kind, name }) => parent === -1 && kind === 'function' && name.startsWith('test_'),
      ),
  );

/** An import, in whatever file, that found a module of the workspace before the change and finds none any more. */
function nowFromOutside({ versions: { before, after, changed } }: Facts): Verdict | undefined {
  if (changed.every(each => each.after !== undefined)) return undefined;
  for (const module of after.snapshot.modules.values())
    for (const { kind, level, module: source, names, line } of module.index.imports) {
      if (level > 0) continue;
      const dotted = kind === 'from' ? [source] : names.map(({ name }) => name);
      const top = dotted
        .map(name => name.split('.')[0] ?? '')
        .find(
          name =>
            !STANDARD_LIBRARY.has(name) &&
            before.graph.findModule(name, module) !== undefined &&
            after.graph.findModule(name, module) === undefined,
        );
      if (top !== undefined)
        return undecided(`${top} is imported there, and is no module of the workspace any more`, [
          { file: module.path, line, side: 'after' },
        ]);
    }
  return undefined;
}

/** Python files that say what is installed. */
const INSTALLING = /(?:^|\/)(?:setup|noxfile|toxfile|conanfile|fabfile|tasks|duties|dodo)\.py$/;
/** Every file that is no Python and no prose may name packages. */
const PROSE = /\.(?:md|rst|html|css|svg|png)$/i;

/** Files that hold no code that imports: texts, data, settings, pictures. */
const NO_CODE =
  /\.(?:md|rst|txt|html?|css|svg|png|jpe?g|gif|ico|json|ya?ml|toml|cfg|ini|lock|in|csv|tsv|xml|po|pot|typed)$|(?:^|\/)(?:LICEN[CS]E|AUTHORS|CHANGE\w*|NOTICE|README|\.\w+)$/i;

/** What a function or a condition imports is needed when that runs, which may be never. */
const isRequired = ({ statement }: ImportEntry): boolean =>
  statement.placement === 'always' && statement.parent === -1;

/** Names that many packages share: two of them are one package only where more of the name is the same. */
const SHARED =
  /^(?:google|azure|zope|sphinxcontrib|jaraco|backports|ruamel|collective|plone|opentelemetry|airflow|mpl_toolkits|nvidia|paste|repoze|snowflake|databricks|oslo|aws_cdk|pyramid|flaskext|odoo|addons|dagster|prefect|llama_index|docutils|keystoneauth1|autogen|semantic_kernel|mediapipe|tensorflow|torch|allauth)$/;

/** The same where each of them has one name below the first. */
const SHARED_ONCE =
  /^(?:lazr|logilab|msgraph|xstatic|hydra_plugins|z3c|zc|five|beetsplug|ckanext|kivy_garden|opencensus|Products|tgext|xontrib|fs)$/;

const packageOf = ({ target }: Pick<ImportEntry, 'target'>): string => {
  const parts = target.split('.');
  const [top = ''] = parts;
  return parts.slice(0, SHARED.test(top) ? 3 : SHARED_ONCE.test(top) ? 2 : 1).join('.');
};

/** Documentation, examples, programs that build: what these need is not installed with the project. */
const BESIDE =
  /(?:^|\/)(?:(docs?|examples?|samples?|demos?|bench\w*|scripts|tools|dev|devtools|ci|\.\w+)\/|(setup|noxfile|toxfile|conanfile|fabfile|tasks|duties|dodo)\.py$)/;

/** What a file is where it lies beside the project; what needs something for the one may not have it for another. */
function besideOf(
  { path, isStub, rootSegments }: WorkspaceModule,
  snapshot: WorkspaceSnapshot,
): string | undefined {
  // No one runs a stub.
  if (isStub) return 'stubs';
  if (isTestFile(path)) return 'tests';
  const found = BESIDE.exec(path);
  const named = found?.[1] ?? found?.[2];
  if (named !== undefined || rootSegments > 0) return named;
  // What lies in no package may be a program for those who work on it.
  const [top = '', ...further] = path.split('/');
  if (further.length === 0) return 'programs';
  return snapshot.modules.has(`${top}/__init__.py`) ? undefined : top;
}

/** What the workspace imported before the change, and what it holds itself. */
class KnownPackages {
  /** Imported without a condition, by more than what lies beside the project. */
  readonly #certain = new Set<string>();
  /** The same of what lies beside it, each with what that is. */
  readonly #beside = new Set<string>();
  /** Imported somehow, or called like a part of the workspace. */
  readonly #perhaps = new Set<string>();

  constructor({ versions }: Facts) {
    const { snapshot: old } = versions.before;
    for (const module of old.modules.values()) {
      const beside = besideOf(module, old);
      for (const statement of module.index.imports) {
        if (statement.level > 0) continue;
        for (const { name } of statement.names) {
          const target = statement.kind === 'from' ? `${statement.module}.${name}` : name;
          this.#perhaps.add(target.split('.')[0] ?? '');
          if (statement.placement !== 'always' || statement.parent !== -1) continue;
          if (beside === undefined) this.#certain.add(packageOf({ target }));
          else this.#beside.add(`${beside} ${packageOf({ target })}`);
        }
      }
    }
    for (const { snapshot } of [versions.before, versions.after])
      for (const { name, segments } of snapshot.modules.values()) {
        this.#certain.add(name.split('.')[0] ?? '');
        for (const segment of segments) this.#perhaps.add(segment);
      }
  }

  find(
    entry: Pick<ImportEntry, 'target'>,
    module: WorkspaceModule,
    snapshot: WorkspaceSnapshot,
  ): 'certain' | 'perhaps' | 'unknown' {
    const top = entry.target.split('.')[0] ?? '';
    if (NO_LONGER_STANDARD.test(top) || OF_ITS_TESTS.test(top)) return 'perhaps';
    if (STANDARD_LIBRARY.has(top) || PRIVATE_STANDARD.has(top)) return 'certain';
    const beside = besideOf(module, snapshot);
    // What builds the project brings these.
    if (beside === 'setup' && /^(?:setuptools|pkg_resources|wheel)$/.test(top)) return 'perhaps';
    const name = packageOf(entry);
    if (this.#certain.has(name) || this.#beside.has(`${beside} ${name}`)) return 'certain';
    return [top, ...installedWith(top)].some(each => this.#perhaps.has(each)) ? 'perhaps' : 'unknown';
  }
}

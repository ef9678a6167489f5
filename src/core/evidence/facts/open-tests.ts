import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { keyWithoutDocstrings, withoutDocstrings } from '../code/docstrings.ts';
import { folderOf } from '../code/folder-of.ts';
import { readImports } from '../code/import-entries.ts';
import { outsideNames } from '../code/outside-names.ts';
import { onlyLints, onlyTells } from '../code/packaging-settings.ts';
import { onlyPins } from '../code/pinned-tools.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import { numbersFrom } from '../code/token-columns.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { isGrown } from './grown-tests.ts';
import type { OpenTest } from './open-test.ts';
import { changesOthers, reachesOthers } from './test-effects.ts';

/** Files that say which tests run and how. */
const CONFIGURATION =
  /(?:setup|noxfile|tasks|manage|fabfile|dodo|pavement|duties|SConstruct|sitecustomize|usercustomize)\.py$/;
/** All others may say which tests run, or be read by them. */
const PROSE =
  /\.(?:md|rst|txt|html?|css|svg|png|jpe?g|gif|ico|po|pot)$|(?:^|\/)(?:LICEN[CS]E|AUTHORS|NOTICE|py\.typed)$/i;

/**
 * What keeps the tests from being known to check as much as before. Known is only a change by which everything
 * in the test files stays as it is, in the same order, other definitions come with names of their own, and assertions
 * come at the ends of tests.
 *
 * @param patching last names of the modules of the workspace that change others when they are imported
 * @param paths the Python files before the change
 * @param imported first names of what is imported before the change; asked for a new test file
 * @param forgives whether a test that fails may be told as one that passes
 */
export function findOpenTests(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  patching: readonly string[] = [],
  paths: Iterable<string> = [],
  imported: () => ReadonlySet<string> = () => new Set(),
  forgives = true,
): readonly OpenTest[] {
  const found: OpenTest[] = [];
  const at = (file: string): EvidencePlace => ({ file, line: 1, side: 'after' });
  for (const file of files) {
    const { path } = file;
    if (onlyTells(file) || onlyLints(file) || onlyPins(file)) continue;
    if (CONFIGURATION.test(path) || (!isPython(path) && !PROSE.test(path)))
      found.push({ reason: `${path} may say which tests run`, place: at(path) });
    else if (!isPython(path) && isTestFile(path))
      found.push({ reason: `${path} may be read by tests`, place: at(path) });
  }
  const patches = new Set(patching);
  const known = new Set(paths);
  const isInPackage = (path: string) => known.has(`${folderOf(path)}__init__.py`);
  // Without packages around them, tests of one name are one module.
  const tests = new Set(
    [...known].flatMap(path =>
      isTestFile(path) && !isInPackage(path) ? [path.slice(path.lastIndexOf('/') + 1)] : [],
    ),
  );
  for (const module of changed) {
    const { path, before, after, change } = module;
    const running = isTestFile(path) ? undefined : otherCallOfTests(module);
    if (running !== undefined)
      found.push({ reason: `code in ${path} that may run the tests is not as it was`, place: running });
    if (!isTestFile(path) && !isTestCode(module)) continue;
    if (change === 'created') {
      if (/(?:^|\/)conftest\.py$/.test(path) || /(?:^|\/)__init__\.py$/.test(path))
        found.push({ reason: `${path} may change how tests run`, place: at(path) });
      const reaching = after && readUnits(after).find(unit => reachesFromNewFile(unit, after));
      if (after !== undefined && reaching !== undefined)
        found.push({
          reason: `new code in ${path} may change what others check`,
          place: placeIn(after, reaching.start, 'after'),
        });
      const patching =
        after && readUnits(after).find(unit => importsAny(unit, patches) || isPluginList(unit));
      if (after !== undefined && patching !== undefined)
        found.push({
          reason: `what ${path} brings may change what others check`,
          place: placeIn(after, patching.start, 'after'),
        });
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (isInPackage(path)) continue;
      if (tests.has(name))
        found.push({ reason: `another test file is called ${name}, too`, place: at(path) });
      const module = name.slice(0, -'.py'.length);
      if (imported().has(module) || STANDARD_LIBRARY.has(module))
        found.push({ reason: `${path} may be found in place of another ${module}`, place: at(path) });
      continue;
    }
    if (before === undefined || after === undefined) {
      found.push({ reason: `${path} is deleted`, place: at(path) });
      continue;
    }
    const [old, now] = [readUnits(before), readUnits(after)];
    const [keysBefore, keys] = [old.map(keyOf), now.map(keyOf)];
    const grown = new Set<Unit>();
    const isHarmless = (tokens: readonly CodeToken[]) => !changesOthers(tokens, after);
    const grownFrom = (unit: Unit, from: number): number => {
      for (let i = forgives ? now.length : from; i < now.length; i++) {
        const each = now[i] as Unit;
        if (isTwin(unit, each) && isGrown(unit, each, isHarmless)) return i;
      }
      return -1;
    };
    let next = 0;
    for (const [i, unit] of old.entries()) {
      if (unit.content.kind === 'docstring') continue;
      let index = keys.indexOf(keysBefore[i] ?? '', next);
      if (index < 0) {
        index = grownFrom(unit, next);
        if (index >= 0) grown.add(now[index] as Unit);
      }
      if (index < 0) {
        found.push({
          reason: `code in ${path} is not as it was, and whether it checks as much is not known`,
          place: placeIn(before, unit.start, 'before'),
        });
        break;
      }
      next = index + 1;
    }
    const names = new Set([
      ...before.module.index.definitions.filter(d => d.parent === -1).map(({ name }) => name),
      ...readImports(before).map(({ bound }) => bound),
      ...old.flatMap(({ content, file: { tokens }, from, to }) =>
        content.kind === 'other'
          ? numbersFrom(from, Math.min(to, from + 8)).map(each => tokens.text(each))
          : [],
      ),
    ]);
    const oldKeys = new Set(keysBefore);
    const fresh = now.find((unit, i) => {
      const { content } = unit;
      if (content.kind === 'docstring' || content.kind === 'import' || oldKeys.has(keys[i] ?? ''))
        return false;
      if (grown.has(unit)) return false;
      if (content.kind !== 'definition') return true;
      const { name, kind } = content.definition;
      // A value such as `pytestmark`, a fixture or a hook may change how the other tests run.
      const isTest = (kind === 'function' && /^test/.test(name)) || (kind === 'class' && /^Test/.test(name));
      return (
        names.has(name) ||
        !isTest ||
        namesFixture(now[i]?.tokens ?? []) ||
        !isPlainTest(now[i]?.tokens ?? []) ||
        reachesOthers(now[i], after)
      );
    });
    if (fresh !== undefined)
      found.push({
        reason: `new code in ${path} may change what its tests check`,
        place: placeIn(after, fresh.start, 'after'),
      });
    const imports = now.find(({ content }, i) => content.kind === 'import' && !oldKeys.has(keys[i] ?? ''));
    const isHiding =
      imports?.content.kind === 'import' &&
      imports.content.statement.names.some(
        ({ name, alias }) =>
          name === '*' ||
          names.has(alias ?? name) ||
          (outsideNames('builtins')?.has(alias ?? name) === true && before.mentions(alias ?? name)),
      );
    const patching = now.find((unit, i) => !oldKeys.has(keys[i] ?? '') && importsAny(unit, patches));
    if (patching !== undefined)
      found.push({
        reason: `a new import in ${path} may change what others check`,
        place: placeIn(after, patching.start, 'after'),
      });
    if (imports !== undefined && isHiding)
      found.push({
        reason: `a new import in ${path} may hide what its tests check`,
        place: placeIn(after, imports.start, 'after'),
      });
  }
  return found;
}

const importsAny = ({ content }: Unit, names: ReadonlySet<string>): boolean =>
  content.kind === 'import' &&
  content.statement.names.some(({ name }) =>
    `${content.statement.module}.${name}`.split('.').some(each => names.has(each)),
  );

/** `pytest_plugins = […]`: their hooks are those of all tests. */
const isPluginList = ({ content }: Unit): boolean =>
  content.kind === 'definition' && content.definition.name === 'pytest_plugins';

/** A program that runs tests names it in a text: `["python", "-m", "pytest"]`, `session.run("tox")`. */
const RUNNER = /(?:^|[\s:/'"])(?:pytest|py\.test|unittest|nose2?|tox|nox|coverage|stestr|behave)(?:$|[\s'"])/;

/** Where a program that runs tests is told in a statement that is not as it was. */
function otherCallOfTests({ before, after }: ChangedModule): EvidencePlace | undefined {
  const [old, now] = [before, after].map(file =>
    file === undefined ? [] : readUnits(file).filter(unit => runsTests(unit)),
  );
  const [keys, left] = [old ?? [], now ?? []].map(units => new Set(units.map(keyOf)));
  const fresh = now?.find(unit => !keys?.has(keyOf(unit)));
  if (fresh !== undefined && after !== undefined) return placeIn(after, fresh.start, 'after');
  const lost = old?.find(unit => !left?.has(keyOf(unit)));
  return lost === undefined || before === undefined ? undefined : placeIn(before, lost.start, 'before');
}

const runsTests = (unit: Unit): boolean => {
  const { file, content } = unit;
  if (content.kind === 'import' || content.kind === 'docstring' || !file.once(mentionsRunner)) return false;
  return withoutDocstrings(unit.tokens, 'definition').some(({ kind, text }) =>
    kind === STRING ? RUNNER.test(text) : RUNNING.test(text),
  );
};

/** Functions and classes that run tests or examples. */
const RUNNING =
  /^(?:testmod|testfile|testsource|run_docstring_examples|DocTestSuite|DocFileSuite|DocTestRunner|DocTestFinder|TextTestRunner|TestLoader|defaultTestLoader)$/;

const mentionsRunner = (file: PythonFile): boolean =>
  ['pytest', 'py.test', 'unittest', 'doctest', 'nose', 'tox', 'nox', 'coverage', 'stestr', 'behave'].some(
    each => file.mentions(each),
  );

/** A definition of the same name. */
const isTwin = ({ content: a }: Unit, { content: b }: Unit): boolean =>
  a.kind === 'definition' && b.kind === 'definition' && a.definition.name === b.definition.name;

/** Nothing of it runs or changes what others see before it is its turn: only marks, and no global names. */
function isPlainTest(tokens: readonly CodeToken[]): boolean {
  if (tokens.some(token => token.word === word.GLOBAL || token.text === 'globals')) return false;
  const decorators = readDecorators(tokens.slice(0, headAt(tokens)));
  return decorators.every(decorator => MARKS.test(decorator.map(({ text }) => text).join('')));
}

/** Index of `def` or `class` behind the decorators. */
const headAt = (tokens: readonly CodeToken[]): number =>
  Math.max(
    0,
    tokens.findIndex(
      (token, i) =>
        (i === 0 || tokens[i - 1]?.text === '\n') &&
        (token.word === word.DEF || token.word === word.ASYNC || token.word === word.CLASS_WORD),
    ),
  );

const MARKS =
  /^(?:pytest\.mark\.|unittest\.(?:skip|expectedFailure|mock\.)|mock\.patch|patch\b|given\b|hypothesis\.|settings\b|example\b|staticmethod$|classmethod$|dataclass|parameterized\.)/;

/** At the top of a new test file: what runs there, but for values that get a name, may change others. */
function reachesFromNewFile(unit: Unit, file: PythonFile): boolean {
  const { kind } = unit.content;
  if (kind === 'import' || kind === 'docstring' || kind === 'exports') return false;
  const [first, second] = unit.tokens;
  const isValue = isName(first) && (second?.op === op.ASSIGN || second?.op === op.COLON);
  if (kind === 'other' && !isValue) return true;
  return reachesOthers(unit, file);
}

const keyOf = ({ file: { tokens }, from, to }: Unit): string => keyWithoutDocstrings({ tokens, from, to });

const namesFixture = (tokens: readonly CodeToken[]): boolean =>
  withoutDocstrings(tokens, 'definition').some(({ text }) => text.includes('fixture'));

/** Modules that are made for tests: what they take for equal decides what is checked. */
const HELPING = /(?:^|[/_])(?:matchers?|assert\w*|mocks?|fakes?)(?:[/_.]|$)/i;

/** What runs tests, finds them by its own decorators and classes, or asserts in its own words. */
const TOOLS =
  /^(?:unittest2?|pytest|hypothesis|behave|ward|pytest_bdd|pytest_check|lettuce|aloe|radish|nose2?|testtools|vedro|mamba|expects|robot|avocado|testify|testslide|asynctest|testinfra|tavern|schemathesis|subunit|nimoy|assertpy|hamcrest|sure|flexmock|twisted\.trial|django\.test|absl\.testing|zope\.testing|numpy\.testing|pandas\.testing)\b/;

/** The same, also where another module offers them. */
const COMMON = /^(?:unittest|pytest|hypothesis)\b/;

/** A file that is not named as a test and holds some all the same, or helps them. */
function isTestCode({ path, before, after }: ChangedModule): boolean {
  if (/test|conftest|fixture|spec/i.test(path) || HELPING.test(path)) return true;
  return [before, after].some(
    file =>
      file !== undefined &&
      (file.module.index.imports.some(({ kind, module, names }) =>
        names.some(
          ({ name }) => COMMON.test(name) || TOOLS.test(kind === 'import' ? name : `${module}.${name}`),
        ),
      ) ||
        // By its hooks a plugin decides which tests run.
        (['test_', 'Test', 'pytest_'].some(start => file.mentions(start)) &&
          file.module.index.definitions.some(({ name }) => /^(?:test_|Test[A-Z]|pytest_)/.test(name)))),
  );
}
